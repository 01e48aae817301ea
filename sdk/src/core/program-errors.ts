// Errors of the program, read from failed transactions.

import { IDL_ADDRESS, IDL_ERRORS } from '../idl/prediction_market.ts'
import { PredictionMarketError } from './errors.ts'
import { type Failure, readFailure } from './logs.ts'
import { capitalize, type ProgramErrorName } from './program.ts'
import { TOKEN_PROGRAMS } from './token-accounts.ts'

/** An error returned by the program, or by a program that it called. */
export class ProgramError extends PredictionMarketError {
  /**
   * The name of the error: one of the program's own, one of Anchor's such as `ConstraintSigner`,
   * `InsufficientFunds` if a wallet or token account holds too little, or `UnknownProgramError`.
   */
  override readonly name: ProgramErrorName | (string & {})
  /** The error code. */
  readonly code: number
  /** The transaction's logs, as far as they are known. */
  readonly logs: readonly string[]
  /** The program that returned it; `null` if the logs do not say. */
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

/** The name and message of an error code. */
export interface NamedError {
  name: string
  message: string
}

/** The program's own errors, by code. */
const NAMED_ERRORS: ReadonlyMap<number, NamedError> = /* @__PURE__ */ namedErrors()

function namedErrors(): Map<number, NamedError> {
  return new Map(
    IDL_ERRORS.map(({ code, name, msg }) => [code, { name: capitalize(name), message: msg }] as const),
  )
}

const SYSTEM_PROGRAM = '11111111111111111111111111111111'

/** The code of insufficient funds, in the system program and in the token programs. */
const INSUFFICIENT_FUNDS = 1

/**
 * Finds the program error in the report of a failure: a `SendTransactionError`, the result of a simulation, the `meta`
 * of a transaction, a result or error of bankrun, a `FailedTransactionMetadata` of LiteSVM, or an object with `error`
 * and `logs`.
 *
 * @param framework - Anchor's own errors, for reports whose logs do not name them
 * @returns `null` if no program returned an error: the transaction expired, could not be paid for, ran out of compute
 *   units …, or did not fail
 */
export function parseProgramError(
  source: unknown,
  programId: { toString(): string } = IDL_ADDRESS,
  framework: ReadonlyMap<number, NamedError> = new Map(),
): ProgramError | null {
  if (source instanceof ProgramError) return source
  const failure = readFailure(source)
  if (failure.code === null) return null
  const parts = nameOf(failure as Failure & { code: number }, programId.toString(), framework)
  return new ProgramError({ ...failure, code: failure.code, ...parts }, { cause: source })
}

/** The line in which a program that is written with Anchor says which error it returns. */
const ANCHOR_ERROR =
  /^Program log: AnchorError .*?Error Code: (\w+)\. Error Number: (\d+)\. Error Message: (.*?)\.?$/

/** The error of Anchor itself, such as `ConstraintSigner`, that the logs name. */
function anchorError({ code, logs }: { code: number; logs: readonly string[] }): NamedError | undefined {
  for (const line of logs) {
    const [, name, number, message] = ANCHOR_ERROR.exec(line) ?? []
    if (name && message !== undefined && Number(number) === code) return { name, message }
  }
  return undefined
}

function nameOf(
  failure: Failure & { code: number },
  ours: string,
  framework: ReadonlyMap<number, NamedError>,
): NamedError {
  const { code, program } = failure
  const hex = `0x${code.toString(16)}`
  if (program === null || program === ours) {
    const known = NAMED_ERRORS.get(code) ?? anchorError(failure) ?? framework.get(code)
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
