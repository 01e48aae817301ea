import { namedErrors } from '../error-names.ts'
import { docstring, HEADER } from './schema.ts'

/** The names of errors as classes. */
export function errors(document: object): string {
  const names = namedErrors(document)
  const classes = names.map(
    ([name, meaning]) => `class ${name}(GatewayError):\n${docstring(meaning, '    ')}`,
  )
  const entries = names.map(([name]) => `    "${name}": ${name},\n`)
  return `${HEADER}"""Errors by the name in \`X-Error-Code\`: one class each, by the same names as in the TypeScript SDK."""

from .error import GatewayError

${classes.map((text) => `\n${text}`).join('\n')}

BY_NAME: dict[str, type[GatewayError]] = {
${entries.join('')}}
`
}
