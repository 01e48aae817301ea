// Names and paths of the program's generated files.

export { ROOT } from '../../app/src/deploy/sources.ts'

/** Name of the program's crate and of the files built from it. */
export const PROGRAM = 'prediction_market'

/** The command that updates the generated files. */
export const COMMAND = 'npm run build:program'

/** The generated files, relative to the root. */
export const OUTPUTS = {
  program: `sdk/program/${PROGRAM}.so`,
  programV0: `sdk/program/${PROGRAM}-v0.so`,
  record: 'sdk/program/build.json',
  idl: `sdk/src/idl/${PROGRAM}.json`,
  module: `sdk/src/idl/${PROGRAM}.ts`,
  limits: 'sdk/src/idl/limits.ts',
} as const

/** Adds a version of markets to the program, to rehearse an upgrade; relative to the root. */
export const NEXT_PATCH = 'tests/upgrade/next-version.patch'

/** The program with that patch, relative to the root; not committed. */
export const NEXT_PROGRAM = `target/next-version/${PROGRAM}.so`

/** The folder of the client that is generated from the IDL for `@solana/kit`, relative to the root. */
export const KIT_FOLDER = 'sdk/src/kit/generated'

/** The folder of the client in Rust that is generated from the IDL, relative to the root. */
export const RUST_FOLDER = 'clients/rust/src/generated'
