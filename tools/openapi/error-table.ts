// Writes docs/errors.md: every error by its name, with its status and meaning.

import { ERRORS } from '../../app/src/gateway/http/errors/names.ts'

/** The document, relative to the root. */
export const ERROR_DOCUMENT = 'docs/errors.md'

/** The document of all errors. */
export function errorDocument(): string {
  const rows = Object.entries(ERRORS).map(([name, [status, meaning]]) => [
    `\`${name}\``,
    `${status}`,
    meaning,
  ])
  const table = [['`X-Error-Code`', 'status', 'means'], ...rows]
  const widths = [0, 1, 2].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const [head = [], ...body] = table
  const ruler = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`
  return `# Errors

Every error of the gateway has a name in \`X-Error-Code\`. The status is the usual one of the name: \`InvalidInput\` is also
405, 413, 414 and 415, and a name may have another status where its route documents it. Errors of Anchor, which are not
listed, are 400.

${[line(head), ruler, ...body.map(line)].join('\n')}
`
}
