// Regenerates the clients for `@solana/kit` and in Rust from the committed IDL, without building the program:
//
//   node tools/run.mjs tools/generate-clients.ts

import { writeClients } from './program/clients.ts'

await writeClients()
