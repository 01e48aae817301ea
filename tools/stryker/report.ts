// What Stryker found, by part, kept in results.json with the reason of each survivor, and the document made of it.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { markdownTable } from '../docs/table.ts'
import { ROOT } from '../program/workspace.ts'
import type { Mutant, Report } from './run.ts'

const RESULTS = join(ROOT, 'tools/stryker/results.json')
const DOCUMENT = join(ROOT, 'docs/evidence/mutants-ts.md')

/** At least so many of a hundred mutants of a part are caught. */
const BAR = 85

/** The last run of a part; survivors by file and line of code, so that lines may move. */
interface Result {
  date: string
  mutants: number
  caught: number
  /** How many of those that are caught ran until the time was up. */
  timeouts: number
  survivors: Record<string, { changes: string; reason: string }>
}

const MISSED = ['Survived', 'NoCoverage']
const CAUGHT = ['Killed', 'Timeout']

/** Stores the run of a part, with the reasons that its survivors had before. */
export function saveRun(part: string, { files }: Report): void {
  const results = readResults()
  const known = results[part]?.survivors ?? {}
  const found = Object.entries(files).flatMap(([file, { source, mutants }]) =>
    mutants.map((mutant) => ({
      mutant,
      place: `${file}: ${lineOf(source, mutant)}`,
      change: change(source, mutant),
    })),
  )
  const missed = found.filter(({ mutant }) => MISSED.includes(mutant.status))
  const caught = found.filter(({ mutant }) => CAUGHT.includes(mutant.status)).length
  const timeouts = found.filter(({ mutant }) => mutant.status === 'Timeout').length
  const survivors: Result['survivors'] = {}
  for (const { place, change } of missed) {
    const before = survivors[place]
    const changes = before ? `${before.changes}; ${change}` : change
    survivors[place] = { changes, reason: known[place]?.reason ?? '' }
  }
  const date = new Date().toISOString().slice(0, 10)
  results[part] = { date, mutants: caught + missed.length, caught, timeouts, survivors }
  writeFileSync(RESULTS, `${JSON.stringify(results, null, 2)}\n`)
}

/** Writes the document; returns what is wrong with the parts: a score below the bar, a survivor without a reason. */
export function writeDocument(parts: readonly string[]): string[] {
  const results = readResults()
  const ran = parts.flatMap((part) => (results[part] ? [{ part, ...results[part] }] : []))
  const rows = ran.map(({ part, date, mutants, caught, timeouts }) => [
    `\`${part}\``,
    date,
    String(mutants),
    String(caught),
    String(timeouts),
    `${score({ mutants, caught }).toFixed(1)} %`,
  ])
  const sections = ran.map(({ part, survivors }) => {
    const body = Object.entries(survivors).map(([place, { changes, reason }]) => [
      code(place),
      code(changes),
      reason,
    ])
    return `## ${part}\n\n${markdownTable([['line', 'changes that no test notices', 'reason'], ...body])}\n`
  })
  writeFileSync(
    DOCUMENT,
    `# Mutants of the TypeScript

Written by \`npm run mutants:ts\`: Stryker changes one operator, condition, value or block at a time and runs the unit
tests that reach it (\`tools/stryker/parts.ts\`). The words of errors are not changed. Each part ran on the sources of
its day: lines may have changed since.
Left out: the routes of \`app/src/gateway/bets\` and what sends its bets in one call, \`project.ts\` of
\`app/src/history/projection\`, which is SQL, and \`follow-chain.ts\` and \`loader.ts\` of the book, which follow a node.
Their tests ask a localnet or a database, which every mutant would have to start.

${markdownTable([['part', 'run on', 'mutants', 'caught', 'by time-out', 'score'], ...rows])}

Without a result yet: ${parts.filter((part) => !results[part]).join(', ') || 'none'}.

${sections.join('\n')}`,
  )
  return ran.flatMap((result) => [
    ...(score(result) < BAR ? [`${result.part}: ${score(result).toFixed(1)} %, below ${BAR} %`] : []),
    ...Object.entries(result.survivors).flatMap(([place, { changes, reason }]) =>
      reason ? [] : [`${result.part}: no reason in results.json for ${place}\n  ${changes}`],
    ),
  ])
}

function score({ mutants, caught }: { mutants: number; caught: number }): number {
  return (100 * caught) / mutants
}

function readResults(): Record<string, Result> {
  return JSON.parse(readFileSync(RESULTS, 'utf8'))
}

function lineOf(source: string, { location }: Mutant): string {
  return (source.split('\n')[location.start.line - 1] ?? '').trim()
}

/** The change of a mutant, such as `a < b → a <= b`. */
function change(source: string, { location: { start, end }, replacement }: Mutant): string {
  const lines = source.split('\n').slice(start.line - 1, end.line)
  const last = lines.length - 1
  lines[last] = (lines[last] ?? '').slice(0, end.column - 1)
  lines[0] = (lines[0] ?? '').slice(start.column - 1)
  return `${short(lines.join(' '))} → ${short(replacement)}`
}

function short(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > 60 ? `${line.slice(0, 57)}…` : line
}

/** Code in a cell of a table, whose own backticks are quotes there. */
function code(text: string): string {
  return `\`${text.replaceAll('`', "'").replaceAll('|', '\\|')}\``
}
