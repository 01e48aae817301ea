// The generated files of the REST client: writes them and checks that they are current.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../program/workspace.ts'
import { restTypes } from './types.ts'

/** The OpenAPI document and the types of the REST client, relative to the root. */
export const REST_FILES = { document: 'sdk/src/rest/openapi.json', types: 'sdk/src/rest/schema.ts' } as const

/** The command that updates both. */
export const REST_COMMAND = 'node tools/run.mjs tools/generate-rest.ts'

/** Writes the OpenAPI document and the types that follow from it. */
export async function writeRest(document: object, root: string = ROOT): Promise<void> {
  writeFileSync(join(root, REST_FILES.document), `${JSON.stringify(document, null, 2)}\n`)
  writeFileSync(join(root, REST_FILES.types), await restTypes(document))
  console.log(`Wrote ${Object.values(REST_FILES).join(' and ')}`)
}

/** The committed OpenAPI document. */
export function committedDocument(root: string = ROOT): object {
  return JSON.parse(readFileSync(join(root, REST_FILES.document), 'utf8'))
}

/** Whether the committed types are those of the committed document. */
export async function areTypesCurrent(root: string = ROOT): Promise<boolean> {
  const committed = readFileSync(join(root, REST_FILES.types), 'utf8')
  return committed === (await restTypes(committedDocument(root)))
}
