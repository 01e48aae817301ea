// Errors of the program and of Anchor itself, for web3.js.

import { LangErrorCode, LangErrorMessage } from '@coral-xyz/anchor'
import * as core from '../core/program-errors.ts'
import { remembered } from '../core/remember.ts'
import * as transaction from '../core/transaction/errors.ts'
import { PROGRAM_ID } from './input.ts'

/** Anchor's own errors by code, for reports whose logs do not name them. */
const frameworkErrors = /* @__PURE__ */ remembered(() => {
  const entries = Object.entries(LangErrorCode).map(([name, code]) => {
    return [code, { name, message: LangErrorMessage.get(code) ?? name }] as const
  })
  return new Map<number, core.NamedError>(entries)
})

/**
 * Finds the program error in the report of a failure: a `SendTransactionError`, the result of a simulation, the `meta`
 * of a transaction, a result or error of bankrun, a `FailedTransactionMetadata` of LiteSVM, or an object with `error`
 * and `logs`.
 *
 * @returns `null` if no program returned an error: the transaction expired, could not be paid for, ran out of compute
 *   units …, or did not fail
 */
export function parseProgramError(
  source: unknown,
  programId: { toString(): string } = PROGRAM_ID,
): core.ProgramError | null {
  return core.parseProgramError(source, programId, frameworkErrors())
}

/** The error for a failed transaction, from any report of it: a status, a simulation, a `SendTransactionError`. */
export function toTransactionError(
  report: unknown,
  programId: { toString(): string } = PROGRAM_ID,
): core.ProgramError | transaction.TransactionFailedError {
  return parseProgramError(report, programId) ?? transaction.toTransactionError(report, programId)
}
