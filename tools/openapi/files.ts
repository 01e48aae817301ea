// The generated files of the REST client: writes them and checks that they are current.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import openapi, { astToString, COMMENT_HEADER } from 'openapi-typescript'
import pino from 'pino'
import { mountChannels } from '../../app/src/channels/channels.ts'
import { startGateway } from '../../app/src/gateway/gateway.ts'
import { startLocalnet } from '../../app/src/localnet/localnet.ts'
import { mountLocalnet } from '../../app/src/localnet/routes.ts'
import { startTogether } from '../../app/src/runtime/service.ts'
import { ROOT } from '../program/workspace.ts'
import { ERROR_DOCUMENT, errorDocument, namedErrors } from './error-table.ts'
import { PYTHON_PACKAGE, pythonFiles } from './python/index.ts'

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

/**
 * Generates the types of paths, operations and schemas from an OpenAPI document, and of the names of errors. Problem
 * details are left out: the REST client does not ask for them, so an error has one type.
 */
async function restTypes(document: object): Promise<string> {
  const withoutProblems = JSON.stringify(document, (key, value) =>
    key === 'application/problem+json' ? undefined : value,
  )
  const nodes = await openapi(withoutProblems, { alphabetize: false, emptyObjectsUnknown: true })
  const names = namedErrors(document).map(([name, meaning]) => `    /** ${meaning} */\n    | "${name}"\n`)
  return `${COMMENT_HEADER}${astToString(nodes)}export type RestErrorName =\n${names.join('')};\n`
}

/** Reads the OpenAPI document, with the routes of the localnet, from a gateway that it starts and stops. */
export async function readDocument(): Promise<object> {
  const log = pino({ level: 'silent' })
  const world = await startTogether(async (add) => {
    const ports = { rpcPort: 0, pricesPort: 0, attestorsPort: 0 }
    const localnet = add(await startLocalnet({ ...ports, demo: false, attestors: false }))
    const mounts = [mountChannels(), mountLocalnet(localnet)]
    const { url } = add(await startGateway({ nodes: [localnet.node], localnet, mounts, port: 0, log }))
    return { url }
  })
  try {
    const answer = await fetch(`${world.url}/v1/openapi.json`)
    return (await answer.json()) as object
  } finally {
    await world.stop()
  }
}
