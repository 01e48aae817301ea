// Regenerates the documents that follow from the sources: the settings and the public names of the SDK.
//
//   node tools/run.mjs tools/generate-docs.ts

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { GENERATED_DOCUMENTS } from './docs/documents.ts'
import { ROOT } from './program/workspace.ts'

for (const [path, write] of Object.entries(GENERATED_DOCUMENTS)) {
  writeFileSync(join(ROOT, path), write())
  console.log(`Wrote ${path}`)
}
