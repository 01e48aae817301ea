// The files of the Python client that are generated from the OpenAPI document.

import { errors } from './errors.ts'
import { models } from './models.ts'
import { operations } from './operations.ts'
import type { Document } from './schema.ts'

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
