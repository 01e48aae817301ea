// Stores the verdicts on mutants, and writes their table into docs/evidence.md.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../program/workspace.ts'
import { hashMutant } from './build.ts'
import type { Mutant } from './list.ts'
import type { Verdict } from './test.ts'

const DOCUMENT = join(ROOT, 'docs/evidence.md')
const RESULTS = join(ROOT, 'target/mutants/results')
const [BEGIN, END] = ['<!-- mutants: begin -->', '<!-- mutants: end -->']

const fileOf = (mutant: Mutant) => join(RESULTS, `${mutant.name}-${hashMutant(mutant)}.json`)

export function saveVerdict(mutant: Mutant, verdict: Verdict): void {
  mkdirSync(RESULTS, { recursive: true })
  writeFileSync(fileOf(mutant), `${JSON.stringify(verdict)}\n`)
}

/** The verdict of an earlier run about the same sources, or null. */
export function readVerdict(mutant: Mutant): Verdict | null {
  const file = fileOf(mutant)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
}

export function isCaught({ fuzzer, test }: Verdict): boolean {
  return fuzzer !== null || test !== null
}

/** A Markdown table with columns of equal width, as the formatter wants it. */
function table(rows: readonly string[][]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  const line = (row: string[]) => `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  const [head = [], ...body] = rows
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n')
}

/** Writes the table of all mutants with a verdict into docs/evidence.md. */
export function writeTable(mutants: readonly Mutant[]): void {
  const cell = (text: string | null) => (text ?? 'not caught').replaceAll('|', '\\|')
  const verdicts = mutants.map((mutant) => ({ mutant, verdict: readVerdict(mutant) }))
  const rows = verdicts.flatMap(({ mutant: { name, rule }, verdict }) =>
    verdict ? [[`\`${name}\``, rule, cell(verdict.fuzzer), cell(verdict.test)]] : [],
  )
  const caught = verdicts.filter(({ verdict }) => verdict !== null && isCaught(verdict)).length
  const summary = `${rows.length} of ${mutants.length} mutants have been run, ${caught} of them are caught.`
  const head = ['mutant', 'rule that it breaks', 'caught by the fuzzer', 'caught by a test']
  const content = `${summary}\n\n${table([head, ...rows])}`
  const text = readFileSync(DOCUMENT, 'utf8')
  const [before, rest] = text.split(BEGIN)
  const after = rest?.split(END)[1]
  if (after === undefined) throw new Error(`docs/evidence.md: ${BEGIN} and ${END} are missing`)
  writeFileSync(DOCUMENT, `${before}${BEGIN}\n\n${content}\n\n${END}${after}`)
}
