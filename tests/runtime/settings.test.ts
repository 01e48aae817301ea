import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { z } from 'zod'
import { readSettings } from '../../app/src/runtime/settings.ts'

const Schema = z.object({ DATABASE_URL: z.string().optional(), PORT: z.string().default('1') })

describe('settings', () => {
  let folder: string

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'settings-'))
    await writeFile(join(folder, 'url'), 'postgres://secret\n')
  })

  after(() => rm(folder, { recursive: true }))

  it('are read from a file that is named, without the line break at its end', () => {
    const read = readSettings(Schema, { DATABASE_URL_FILE: join(folder, 'url') })
    expect(read).to.deep.equal({ DATABASE_URL: 'postgres://secret', PORT: '1' })
  })

  it('are refused if they are given twice, or the file is missing', () => {
    const twice = { DATABASE_URL: 'postgres://a', DATABASE_URL_FILE: join(folder, 'url') }
    expect(() => readSettings(Schema, twice)).to.throw('DATABASE_URL: is set, and so is DATABASE_URL_FILE')
    const missing = { DATABASE_URL_FILE: join(folder, 'none') }
    expect(() => readSettings(Schema, missing)).to.throw('DATABASE_URL_FILE: the file')
  })

  it('read no file for a variable that is no setting, and none for an empty name', () => {
    expect(readSettings(Schema, { OTHER_FILE: '/nowhere', PORT_FILE: '' })).to.deep.equal({ PORT: '1' })
  })
})
