// The claims about the project, with the commands that show them, and the search for their figures in what commands print.

import CLAIMS from './claims.json' with { type: 'json' }

/** What is claimed, the commands that show it, and figures of their last run. */
export interface Claim {
  claim: string
  /** In Markdown: commands are code. */
  command: string
  figures: string
}

/** Every claim; docs/claims.md is made of them. */
export const claims: readonly Claim[] = CLAIMS

/** Commands that take about two minutes at most, and print their figures. */
export const CHEAP: readonly string[] = [
  'npm test bankrun litesvm',
  'npm run bench:program',
  'npx mocha tests/prices/budget.test.ts',
  'npx mocha tests/sdk/question-corpus.test.ts',
  'npm run supply',
]

/** The first command of a claim; empty if it has none. */
export function firstCommand({ command }: Claim): string {
  return /`([^`]+)`/.exec(command)?.[1] ?? ''
}

/** The numbers in the figures of a claim that the output of its command does not have. */
export function missingFigures(figures: string, output: string): string[] {
  const plain = (text: string) => text.replace(/\[[^\]]*\]\([^)]*\)/g, '').match(/\d[\d,.]*\d|\d/g) ?? []
  const printed = new Set(plain(output).map(withoutCommas))
  return plain(figures).filter((figure) => !printed.has(withoutCommas(figure)))
}

const withoutCommas = (figure: string): string => figure.replaceAll(',', '')
