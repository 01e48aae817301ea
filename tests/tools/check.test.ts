import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { sha256 } from '../../app/src/deploy/sources.ts'
import { compare } from '../../tools/program/check.ts'
import type { BuildRecord, Outputs } from '../../tools/program/outputs.ts'
import { ROOT, start } from '../helpers/localnet/index.ts'

/** The files of a build, with a matching record except for `change`. */
function outputs(
  change: Partial<Record<keyof Outputs, string>> & { record?: never } = {},
  record = {},
): Outputs {
  const { program = 'program', programV0 = 'program v0', idl = 'idl' } = change
  const { module = 'module', limits = 'limits' } = change
  const fields: BuildRecord = {
    builder: 'tools/sbf',
    compiler: 'rustc 1',
    program: sha256(program),
    programV0: sha256(programV0),
    sources: sha256('sources'),
    ...record,
  }
  return {
    program: Buffer.from(program),
    programV0: Buffer.from(programV0),
    record: Buffer.from(JSON.stringify(fields)),
    idl: Buffer.from(idl),
    module: Buffer.from(module),
    limits: Buffer.from(limits),
  }
}

/** The reasons why committed files are stale. */
function reasons(committed: Outputs, fresh: Outputs): string {
  const verdict = compare(committed, fresh)
  if (verdict.kind !== 'stale') throw new Error(`The verdict is ${verdict.kind}, not stale`)
  return verdict.reasons.join('\n')
}

describe('the check of the committed build', () => {
  it('passes the files that the sources give', () => {
    expect(compare(outputs(), outputs())).to.deep.equal({ kind: 'same' })
  })

  it('refuses another program from the same compiler', () => {
    expect(reasons(outputs({ program: 'old' }), outputs())).to.match(/prediction_market\.so differs/)
    expect(reasons(outputs({ programV0: 'old' }), outputs())).to.match(/prediction_market-v0\.so differs/)
  })

  it('refuses a program that is not the recorded one, from any builder', () => {
    for (const name of ['program', 'programV0']) {
      const swapped = { ...outputs(), [name]: Buffer.from('swapped') }
      for (const fresh of [outputs(), outputs({}, { compiler: 'rustc 2' })])
        expect(reasons(swapped, fresh)).to.match(/is not the program that .*build\.json records/)
    }
  })

  it('refuses another IDL, from any builder', () => {
    for (const record of [{}, { compiler: 'rustc 2' }, { builder: 'anchor' }]) {
      expect(reasons(outputs({ idl: 'old' }), outputs({}, record))).to.match(/\.json differs/)
      expect(reasons(outputs({ module: 'old' }), outputs({}, record))).to.match(/market\.ts differs/)
      expect(reasons(outputs({ limits: 'old' }), outputs({}, record))).to.match(/limits\.ts differs/)
    }
  })

  it('refuses a record of other sources, from any builder', () => {
    for (const record of [{}, { compiler: 'rustc 2' }])
      expect(reasons(outputs({}, { sources: 'old' }), outputs({}, record))).to.match(/other sources/)
  })

  it('refuses missing files and an invalid record', () => {
    for (const name of ['program', 'programV0', 'record', 'idl', 'module', 'limits'] as const)
      expect(reasons({ ...outputs(), [name]: Buffer.alloc(0) }, outputs())).to.match(/is missing/)
    for (const record of ['{', '{}', 'null', '[]'])
      expect(reasons({ ...outputs(), record: Buffer.from(record) }, outputs())).to.match(/not a record/)
  })

  it('names every difference at once', () => {
    const stale = outputs({ program: 'old', idl: 'old', module: 'old' }, { sources: 'old' })
    expect(reasons(stale, outputs()).split('\n')).to.have.length(4)
  })

  it('cannot compare the bytes of another compiler or builder', () => {
    for (const record of [{ compiler: 'rustc 2' }, { builder: 'anchor' }])
      expect(compare(outputs(), outputs({ program: 'other bytes' }, record)).kind).to.equal('incomparable')
  })
})

async function notes(...args: string[]) {
  const running = start(process.execPath, ['tools/release-notes.mjs', ...args])
  const { code } = await running.ended
  return { code, output: running.output() }
}

describe('npm run release:notes', () => {
  it('carries the hashes of both builds and the section of the changelog', async () => {
    const { code, output } = await notes('0.1.0')
    expect(code).to.equal(0)
    for (const name of ['prediction_market.so', 'prediction_market-v0.so']) {
      const file = readFileSync(join(ROOT, 'sdk/program', name))
      const hash = createHash('sha256').update(file).digest('hex')
      expect(output).to.contain(`| \`sdk/program/${name}\` | ${file.length} | \`${hash}\` |`)
    }
    expect(output).to.contain('First version: the program').and.not.to.contain('## Unreleased')
  })

  it('prints the newest section by default', async () => {
    const [, newest] = /^## (.*)$/m.exec(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8')) ?? []
    const { code, output } = await notes()
    expect(code).to.equal(0)
    expect(output).to.match(new RegExp(`^# ${newest}\n`))
  })

  it('names a version that has no section', async () => {
    const { code, output } = await notes('9.9.9')
    expect(code).to.equal(1)
    expect(output).to.contain('CHANGELOG.md has no section "## 9.9.9"')
  })
})
