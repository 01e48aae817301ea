import { fileURLToPath } from 'node:url'

/** The program's crate, and the name of everything made from it. */
export const PROGRAM = 'prediction_market'

/** The root of the checkout. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')

/** What a user runs to bring the generated files up to date. */
export const COMMAND = 'npm run build:program'

/** The generated files, relative to a root. */
export const OUTPUTS = {
  program: `sdk/program/${PROGRAM}.so`,
  record: 'sdk/program/build.json',
  idl: `sdk/src/idl/${PROGRAM}.json`,
  module: `sdk/src/idl/${PROGRAM}.ts`,
} as const
