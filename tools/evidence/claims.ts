// The claims about the project, with the commands that show them, and the search for their rows in what commands print.

import CLAIMS from './claims.json' with { type: 'json' }

/** What is claimed, the commands that show it, and figures of their last run. */
export interface Claim {
  claim: string
  /** In Markdown: commands are code. */
  command: string
  figures: string
  /** What the first command prints, each in one line; only if it takes ten minutes at most. */
  rows?: readonly string[]
}

/** Every claim; docs/claims.md is made of them. */
export const claims: readonly Claim[] = CLAIMS

/** The first command of a claim; empty if it has none. */
export function firstCommand({ command }: Claim): string {
  return /`([^`]+)`/.exec(command)?.[1] ?? ''
}

/** The rows that no line of an output has. Spaces may differ: columns are as wide as their widest cell. */
export function missingRows(rows: readonly string[], output: string): string[] {
  const plain = (text: string) => text.replace(/\s+/g, ' ').trim()
  const lines = output.split('\n').map((line) => ` ${plain(line)} `)
  return rows.filter((row) => !lines.some((line) => line.includes(` ${plain(row)} `)))
}

/** The numbers in the figures of a claim that its rows do not have. */
export function unprovenFigures({ figures, rows = [] }: Claim): string[] {
  const numbers = (text: string) => text.replace(/\[[^\]]*\]\([^)]*\)/g, '').match(/\d[\d,.]*\d|\d/g) ?? []
  const printed = rows.flatMap((row) => numbers(row).map(withoutCommas))
  return numbers(figures).filter((figure) => !printed.includes(withoutCommas(figure)))
}

const withoutCommas = (figure: string): string => figure.replaceAll(',', '')
