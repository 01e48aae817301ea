// The command `npm run build:program`: builds the program and everything generated from it, or checks the committed
// build.

import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildNext, buildProgram } from './program/build.ts'
import { compare, type Verdict } from './program/check.ts'
import { staleClients, writeClients } from './program/clients.ts'
import { outputsOf, readOutputs, writeOutputs } from './program/outputs.ts'
import { COMMAND, KIT_FOLDER, NEXT_PROGRAM, OUTPUTS, ROOT, RUST_FOLDER } from './program/workspace.ts'

const HELP = `Builds the program and everything generated from it:

  ${OUTPUTS.program}     the program, as a cluster loads it: SBPF v3
  ${OUTPUTS.programV0}  the same in SBPF v0, for bankrun and older clusters
  ${OUTPUTS.record}               hashes of programs and sources, and the compiler
  ${OUTPUTS.idl}    its IDL, as Anchor writes it
  ${OUTPUTS.module}      the same in camelCase, as a type and a value
  ${OUTPUTS.limits}               the limits among its constants
  ${KIT_FOLDER}/                a client for @solana/kit
  ${RUST_FOLDER}/           a client in Rust

Uses \`anchor build\` if Anchor and Solana's toolchain are installed, otherwise tools/sbf (Debian).

  ${COMMAND}               builds and writes them
  ${COMMAND} -- --check    builds them and fails if the committed files differ. Bytes built by
                                     another compiler cannot be compared: then it compares the IDL
                                     only and overwrites the program with the fresh build.
  ${COMMAND} -- --next     builds the program of tests/upgrade/next-version.patch into
                                     ${NEXT_PROGRAM}, and nothing else:
                                     \`npm test upgrade\` upgrades to it.
`

async function main(): Promise<number> {
  const options = {
    check: { type: 'boolean' },
    next: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  } as const
  const { check, next, help } = parseArgs({ options }).values
  if (help) {
    console.log(HELP)
    return 0
  }
  if (next) {
    buildNext(join(ROOT, NEXT_PROGRAM))
    return 0
  }
  const fresh = outputsOf(buildProgram())
  if (!check) {
    writeOutputs(fresh)
    await writeClients()
    return 0
  }
  const verdict = withClients(compare(readOutputs(), fresh), await staleClients())
  switch (verdict.kind) {
    case 'same':
      console.log('The committed program, IDL and generated clients match the sources.')
      return 0
    case 'stale':
      console.error(`The committed build does not match the sources:\n  ${verdict.reasons.join('\n  ')}`)
      console.error(`Run \`${COMMAND}\` and commit what it writes.`)
      return 1
    case 'incomparable':
      console.log(`Cannot compare the bytes of the committed program: ${verdict.reason}.`)
      console.log('The IDL matches. Overwriting the program with the fresh build, so that tests run on that:')
      writeOutputs(fresh)
      return 0
  }
}

/** Adds the generated files of the clients that do not match the committed IDL to a verdict. */
function withClients(verdict: Verdict, stale: string[]): Verdict {
  if (stale.length === 0) return verdict
  const reasons = verdict.kind === 'stale' ? verdict.reasons : []
  return { kind: 'stale', reasons: [...reasons, ...stale] }
}

try {
  process.exitCode = await main()
} catch (error) {
  console.error(`build-program: ${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
}
