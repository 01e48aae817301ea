import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { z } from 'zod'
import { GENERATED_DOCUMENTS } from '../../tools/docs/documents.ts'
import { tableOf } from '../../tools/docs/settings.ts'
import { ROOT } from '../../tools/program/workspace.ts'

describe('the generated documents', () => {
  for (const [path, write] of Object.entries(GENERATED_DOCUMENTS)) {
    it(`${path} is what the sources give`, () => {
      const hint = 'run `node tools/run.mjs tools/generate-docs.ts`'
      expect(readFileSync(join(ROOT, path), 'utf8') === write(), hint).to.equal(true)
    })
  }

  it('are marked as generated', () => {
    const others = ['economics-results', 'errors', 'evidence/mutants-ts', 'keeper-rewards', 'mutants'].map(
      (name) => `docs/${name}.md`,
    )
    const paths = [...Object.keys(GENERATED_DOCUMENTS), ...others]
    const marks = execFileSync('git', ['check-attr', 'linguist-generated', ...paths], {
      cwd: ROOT,
      encoding: 'utf8',
    })
    expect(marks.trim().split('\n')).to.deep.equal(paths.map((path) => `${path}: linguist-generated: set`))
  })

  it('take a default from the description or from the check, and need a description', () => {
    const shape = {
      GIVEN: z.string().optional().describe('names a thing [the usual one]'),
      READ: z.string().default('7').describe('counts'),
      NEEDED: z.string().describe('must be there'),
    }
    const rows = tableOf(shape).split('\n').slice(2)
    expect(
      rows.map((row) =>
        row
          .split('|')
          .map((cell) => cell.trim())
          .slice(1, -1),
      ),
    ).to.deep.equal([
      ['`GIVEN`', 'names a thing', 'the usual one'],
      ['`READ`', 'counts', '7'],
      ['`NEEDED`', 'must be there', 'required'],
    ])
    expect(() => tableOf({ MUTE: z.string() })).to.throw('MUTE: has no description')
  })
})
