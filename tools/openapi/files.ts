// The generated files of the REST client: writes them and checks that they are current.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../program/workspace.ts'
import { ERROR_DOCUMENT, errorDocument } from './error-table.ts'
import { PYTHON_PACKAGE, pythonFiles } from './python/index.ts'
import { restTypes } from './types.ts'

/** The OpenAPI document and the types of the REST client, relative to the root. */
export const REST_FILES = { document: 'sdk/src/rest/openapi.json', types: 'sdk/src/rest/schema.ts' } as const

/** The command that updates everything that follows from the document. */
export const REST_COMMAND = 'node tools/run.mjs tools/generate-rest.ts'

/** Writes the OpenAPI document, the TypeScript and Python that follow from it, and the table of errors. */
export async function writeRest(document: object, root: string = ROOT): Promise<void> {
  const files = await generated(document)
  files[REST_FILES.document] = `${JSON.stringify(document, null, 2)}\n`
  for (const [path, text] of Object.entries(files)) writeFileSync(join(root, path), text)
  console.log(`Wrote ${Object.keys(files).join(', ')}`)
}

/** The committed OpenAPI document. */
export function committedDocument(root: string = ROOT): object {
  return JSON.parse(readFileSync(join(root, REST_FILES.document), 'utf8'))
}

/** The generated files that are not those of the committed document. */
export async function staleRest(root: string = ROOT): Promise<string[]> {
  const files = await generated(committedDocument(root))
  return Object.keys(files).filter((path) => readFileSync(join(root, path), 'utf8') !== files[path])
}

/** The files that follow from a document and from the gateway's errors, by their paths. */
async function generated(document: object): Promise<Record<string, string>> {
  const python = Object.entries(pythonFiles(document)).map(([name, text]) => [
    `${PYTHON_PACKAGE}/${name}`,
    text,
  ])
  return {
    [REST_FILES.types]: await restTypes(document),
    [ERROR_DOCUMENT]: errorDocument(),
    ...Object.fromEntries(python),
  }
}
