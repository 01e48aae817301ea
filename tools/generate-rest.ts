// Regenerates the gateway's OpenAPI document, as a localnet serves it, and the types of the REST client:
//
//   node tools/run.mjs tools/generate-rest.ts

import { readDocument, writeRest } from './openapi/files.ts'

await writeRest(await readDocument())
