import { writeKit } from './program/kit-files.ts'

// Generates the client for `@solana/kit` again from the committed IDL, without building the program:
//
//   node tools/run.mjs tools/generate-kit.ts
await writeKit()
