// The files of the Python client that are generated from the OpenAPI document.

import { namedErrors } from '../error-table.ts'
import { models } from './models.ts'
import { operations } from './operations.ts'
import { type Document, docstring, HEADER } from './schema.ts'

/** Where the Python client is. */
export const PYTHON_PACKAGE = 'clients/python/src/prediction_market'

/** The files of the Python client that follow from an OpenAPI document, by their name. */
export function pythonFiles(document: object): Record<string, string> {
  const known = document as Document
  const { text, names } = operations(known)
  return {
    'errors.py': errors(known),
    'models.py': models(known, [...names, 'Event']),
    'operations.py': text,
  }
}

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
