// Turns the failure of a transaction into an error that says what to do about it.

import { IDL_INSTRUCTIONS } from '../../idl/prediction_market.ts'
import type { Library, Wire } from '../wire.ts'
import { isUnpaid, NoSolError, NoTokenAccountError, TransactionFailedError } from './errors.ts'

/** The transactions that failed, and who paid. */
export interface FailureContext<L extends Library> {
  payer: L['Address']
  instructions: readonly L['Instruction'][]
}

/** The log of a token program that failed. */
const TOKEN_FAILURE = /^Program Token\w+ failed/

/** A more specific error for a failure, if there is one: after that of a token program, a missing account. */
export async function explainFailure<L extends Library>(
  wire: Wire<L>,
  failure: unknown,
  context: FailureContext<L>,
): Promise<unknown> {
  if (!(failure instanceof TransactionFailedError)) return failure
  if (isUnpaid(failure)) return new NoSolError(failure, context.payer)
  if (!failure.logs.some((line) => TOKEN_FAILURE.test(line))) return failure
  const missing = await findMissing(wire, context).catch(() => undefined)
  return missing ? new NoTokenAccountError(failure, missing) : failure
}

/** The first token account of the instructions that does not exist. */
async function findMissing<L extends Library>(wire: Wire<L>, { instructions }: FailureContext<L>) {
  const named = instructions.flatMap((instruction) => tokenAccountsOf(wire, instruction))
  if (named.length === 0) return undefined
  const { accounts } = await wire.accounts(named)
  return named.find((_, index) => accounts[index] === null)
}

/** The token accounts that an instruction of the program names. */
function tokenAccountsOf<L extends Library>(wire: Wire<L>, instruction: L['Instruction']): L['Address'][] {
  const { data, accounts, program } = wire.parts(instruction)
  const known = IDL_INSTRUCTIONS.find(({ discriminator }) =>
    discriminator.every((byte, index) => data[index] === byte),
  )
  const given = accounts.map(({ address }) => address)
  const named = given.filter((_, index) => known?.accounts[index]?.name.endsWith('Token'))
  // An omitted optional account is the program's own address.
  return named.filter((key) => !wire.isSame(key, program))
}
