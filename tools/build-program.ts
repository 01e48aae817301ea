import { parseArgs } from 'node:util'
import { buildProgram } from './program/build.ts'
import { compare } from './program/check.ts'
import { outputsOf, readOutputs, writeOutputs } from './program/outputs.ts'
import { COMMAND, OUTPUTS } from './program/workspace.ts'

const HELP = `Builds the program and everything generated from it:

  ${OUTPUTS.program}     the program, as a cluster loads it
  ${OUTPUTS.record}               what it was built from and by
  ${OUTPUTS.idl}    its IDL, as Anchor writes it
  ${OUTPUTS.module}      the same in camelCase, as a type and a value

By \`anchor build\` where Solana's toolchain is installed, by tools/sbf elsewhere (Debian).

  ${COMMAND}               builds and writes them
  ${COMMAND} -- --check    builds, and fails where the files in the checkout are not what the
                                     sources give. Where another compiler built them, their bytes
                                     cannot be compared: then it writes the fresh build over them.
`

function main(): number {
  const options = { check: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const
  const { check, help } = parseArgs({ options }).values
  if (help) {
    console.log(HELP)
    return 0
  }
  const fresh = outputsOf(buildProgram())
  if (!check) {
    writeOutputs(fresh)
    return 0
  }
  const verdict = compare(readOutputs(), fresh)
  switch (verdict.kind) {
    case 'same':
      console.log('The committed program and IDL are what the sources give.')
      return 0
    case 'stale':
      console.error(`The committed build is not what the sources give:\n  ${verdict.reasons.join('\n  ')}`)
      console.error(`Run \`${COMMAND}\` and commit what it writes.`)
      return 1
    case 'incomparable':
      console.log(`The bytes of the committed program could not be compared: ${verdict.reason}.`)
      console.log('The IDL matches. The fresh build, written over it, is what gets tested:')
      writeOutputs(fresh)
      return 0
  }
}

try {
  process.exitCode = main()
} catch (error) {
  console.error(`build-program: ${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
}
