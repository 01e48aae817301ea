// Writes docs/errors.md: every error by its name, with its status and meaning.

import { ERRORS } from '../../app/src/gateway/http/errors/names.ts'
import { markdownTable } from '../docs/table.ts'

/** The document, relative to the root. */
export const ERROR_DOCUMENT = 'docs/errors.md'

/** The document of all errors. */
export function errorDocument(): string {
  const rows = Object.entries(ERRORS).map(([name, [status, meaning]]) => [
    `\`${name}\``,
    `${status}`,
    meaning,
  ])
  return `# Errors

Every error of the gateway has a name in \`X-Error-Code\`. The status is the usual one of the name: \`InvalidInput\` is also
405, 413, 414 and 415, and a name may have another status where its route documents it. Errors of Anchor, which are not
listed, are 400.

${markdownTable([['`X-Error-Code`', 'status', 'means'], ...rows])}
`
}

/** A part of an OpenAPI document: the schema of problem details. */
interface NamingDocument {
  components: {
    schemas: { Problem?: { properties?: { code?: { 'x-enumDescriptions'?: Record<string, string> } } } }
  }
}

/** The names of errors in a document, each with its meaning. */
export function namedErrors(document: object): [name: string, meaning: string][] {
  const { Problem } = (document as NamingDocument).components.schemas
  const names = Object.entries(Problem?.properties?.code?.['x-enumDescriptions'] ?? {})
  if (names.length === 0) throw new Error('the document names no errors')
  return names
}
