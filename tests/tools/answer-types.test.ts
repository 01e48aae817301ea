import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect } from 'chai'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Fields of answers, each with the view that writes it. */
const FIELDS = [
  { field: 'yourWinnings', view: 'markets/result/views.ts' },
  { field: 'totalVolume', view: 'markets/views.ts' },
  { field: 'amountStaked', view: 'bets/views.ts' },
  { field: 'delegates', view: 'bankroll/read-bankroll.ts' },
  { field: 'newTotalStake', view: 'stream/views.ts' },
]

/** The errors of the compiler, one a line, in a copy of the gateway in which every field has another name. */
async function errorsOfRenamed(folder: string): Promise<string> {
  cpSync(join(ROOT, 'app/src'), join(folder, 'app/src'), { recursive: true })
  cpSync(join(ROOT, 'package.json'), join(folder, 'package.json'))
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  const compilerOptions = { typeRoots: [join(ROOT, 'node_modules/@types')] }
  const config = { extends: join(ROOT, 'tsconfig.json'), compilerOptions, include: ['app/src/gateway'] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  for (const { field, view } of FIELDS) {
    const file = join(folder, 'app/src/gateway', view)
    const text = readFileSync(file, 'utf8')
    const renamed = text.replace(new RegExp(`^( {4,})${field}: `, 'm'), `$1${field}Renamed: `)
    expect(renamed).to.not.equal(text)
    writeFileSync(file, renamed)
  }
  const run = promisify(execFile)(join(ROOT, 'node_modules/.bin/tsc'), ['-p', folder], { cwd: folder })
  return run.then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  )
}

describe('the types of answers', () => {
  const folder = mkdtempSync(join(tmpdir(), 'answer-types-'))
  let errors: string

  // One run of the compiler for all: it takes seconds.
  before(async () => {
    errors = await errorsOfRenamed(folder)
  })

  after(() => rmSync(folder, { recursive: true }))

  for (const { field, view } of FIELDS) {
    it(`refuse another name for ${field} in ${view}`, () => {
      expect(errors).to.match(new RegExp(`error TS\\d+: .*'(${field}|${field}Renamed)'`))
    })
  }
})
