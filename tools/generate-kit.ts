// Regenerates the client for `@solana/kit` from the committed IDL, without building the program:
//
//   node tools/run.mjs tools/generate-kit.ts

import { writeKit } from './program/kit-files.ts'

await writeKit()
