import type { PublicKey } from '@solana/web3.js'
import { PredictionMarketError } from './errors.ts'
import { type Failure, readFailure } from './failure.ts'
import { FRAMEWORK_ERRORS, PROGRAM_ERRORS, PROGRAM_ID, type ProgramErrorName } from './program.ts'

/** A refusal by a program, ours or one that it called. */
export class ProgramError extends PredictionMarketError {
  /**
   * What was refused, by name: one of the program's own, one of Anchor's such as `ConstraintSigner`,
   * `InsufficientFunds` where a wallet or token account has too little, or `UnknownProgramError`.
   */
  override readonly name: ProgramErrorName | (string & {})
  /** The number behind the name. */
  readonly code: number
  /** All that the programs wrote, as far as it is known. */
  readonly logs: readonly string[]
  /** Which program refused; `null` if the logs do not tell. */
  readonly program: string | null

  constructor({ name, message, code, logs, program }: ProgramErrorParts, options?: ErrorOptions) {
    super(message, options)
    this.name = name
    this.code = code
    this.logs = logs
    this.program = program
  }
}

interface ProgramErrorParts {
  name: string
  message: string
  code: number
  logs: readonly string[]
  program: string | null
}

const SYSTEM_PROGRAM = '11111111111111111111111111111111'
const TOKEN_PROGRAMS = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
]

/** Both the system program and the token programs say 1 when there is not enough. */
const INSUFFICIENT_FUNDS = 1

/**
 * Finds out which refusal of which program a failure was. It takes whatever reports one: a
 * `SendTransactionError`, a simulation's result, a transaction's `meta`, what bankrun returns or throws,
 * a `FailedTransactionMetadata` of LiteSVM, or an object with `error` and `logs`.
 *
 * @returns `null` if no program refused: the transaction expired, could not be paid for, ran out of compute
 *   units …, or there was no failure at all
 */
export function parseProgramError(source: unknown, programId: PublicKey = PROGRAM_ID): ProgramError | null {
  if (source instanceof ProgramError) return source
  const failure = readFailure(source)
  if (failure.code === null) return null
  const parts = nameOf(failure as Failure & { code: number }, programId.toBase58())
  return new ProgramError({ ...failure, code: failure.code, ...parts }, { cause: source })
}

function nameOf(
  { code, program }: Failure & { code: number },
  ours: string,
): { name: string; message: string } {
  const hex = `0x${code.toString(16)}`
  if (program === null || program === ours) {
    const known = PROGRAM_ERRORS.get(code) ?? FRAMEWORK_ERRORS.get(code)
    return known ?? { name: 'UnknownProgramError', message: `The program failed with error ${hex}` }
  }
  if (code === INSUFFICIENT_FUNDS && program === SYSTEM_PROGRAM) {
    return { name: 'InsufficientFunds', message: 'The wallet does not hold enough SOL' }
  }
  if (code === INSUFFICIENT_FUNDS && TOKEN_PROGRAMS.includes(program)) {
    return { name: 'InsufficientFunds', message: 'The token account does not hold enough tokens' }
  }
  return { name: 'UnknownProgramError', message: `Program ${program} failed with error ${hex}` }
}
