import { readDocument } from './openapi/document.ts'
import { writeRest } from './openapi/files.ts'

// Writes the gateway's OpenAPI document, as a localnet serves it, and the types of the REST client again:
//
//   node tools/run.mjs tools/generate-rest.ts
await writeRest(await readDocument())
