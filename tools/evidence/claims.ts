// Reads the table of claims in docs/evidence.md, and looks for its figures in what commands print.

/** A row of the table: what is claimed, the commands that show it, and figures of their last run. */
export interface Claim {
  claim: string
  commands: readonly string[]
  figures: string
}

/** Commands that take about two minutes at most, and print their figures. */
export const CHEAP: readonly string[] = [
  'npm test bankrun litesvm',
  'npm run bench:program',
  'npx mocha tests/prices/budget.test.ts',
  'npx mocha tests/sdk/question-corpus.test.ts',
  'npm run supply',
]

/** The claims of a document in Markdown. */
export function readClaims(document: string): Claim[] {
  const rows = document.split('\n').map((line) => line.split('|').map((cell) => cell.trim()))
  return rows.flatMap(([, claim = '', command = '', figures = '', end]) => {
    const commands = [...command.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text)
    return end === '' && commands.length > 0 ? [{ claim, commands, figures }] : []
  })
}

/** The numbers in the figures of a claim that the output of its command does not have. */
export function missingFigures(figures: string, output: string): string[] {
  const plain = (text: string) => text.replace(/\[[^\]]*\]\([^)]*\)/g, '').match(/\d[\d,.]*\d|\d/g) ?? []
  const printed = new Set(plain(output).map(withoutCommas))
  return plain(figures).filter((figure) => !printed.has(withoutCommas(figure)))
}

const withoutCommas = (figure: string): string => figure.replaceAll(',', '')
