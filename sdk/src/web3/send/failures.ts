// Turns the failure of a transaction into an error that says what to do about it.

import type { Connection, PublicKey, TransactionInstruction } from '@solana/web3.js'
import { TransactionFailedError } from '../../core/transaction/errors.ts'
import { isUnpaid, NoSolError, NoTokenAccountError } from '../../core/transaction/failures.ts'
import { IDL_INSTRUCTIONS } from '../../idl/prediction_market.ts'

/** The transactions that failed, and who paid. */
export interface FailureContext {
  connection: Connection
  payer: PublicKey
  instructions: readonly TransactionInstruction[]
}

/** The log of a token program that failed. */
const TOKEN_FAILURE = /^Program Token\w+ failed/

/**
 * Returns a more specific error for a failure, if there is one. Looks for a missing token account if a token program
 * failed.
 */
export async function explainFailure(failure: unknown, context: FailureContext): Promise<unknown> {
  if (!(failure instanceof TransactionFailedError)) return failure
  if (isUnpaid(failure)) return new NoSolError(failure, context.payer)
  if (!failure.logs.some((line) => TOKEN_FAILURE.test(line))) return failure
  const missing = await findMissing(context).catch(() => undefined)
  return missing ? new NoTokenAccountError(failure, missing) : failure
}

/** The first token account of the instructions that does not exist. */
async function findMissing({ connection, instructions }: FailureContext): Promise<PublicKey | undefined> {
  const accounts = instructions.flatMap(tokenAccountsOf)
  if (accounts.length === 0) return undefined
  const found = await connection.getMultipleAccountsInfo(accounts)
  return accounts.find((_, index) => found[index] === null)
}

/** The token accounts that an instruction of the program names. */
function tokenAccountsOf({ data, keys, programId }: TransactionInstruction): PublicKey[] {
  const known = IDL_INSTRUCTIONS.find(({ discriminator }) =>
    discriminator.every((byte, index) => data[index] === byte),
  )
  const given = keys.map(({ pubkey }) => pubkey)
  const named = given.filter((_, index) => known?.accounts[index]?.name.endsWith('Token'))
  // An omitted optional account is the program's own address.
  return named.filter((key) => !key.equals(programId))
}
