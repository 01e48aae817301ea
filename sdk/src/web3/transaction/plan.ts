// Plans of decisions that take one or several transactions, and how they are submitted.

import type { TransactionInstruction } from '@solana/web3.js'
import { PYTH_RECEIVERS } from '../../core/oracle/pyth/deployments.ts'
import type { PlannedTransaction } from '../../core/oracle/pyth/post.ts'
import { ProgramError } from '../../core/program-errors.ts'

/** The transactions of a decision. */
export interface ResolutionPlan {
  /** To be sent first, in order. */
  setup: PlannedTransaction[]
  /** The transaction that decides the market. */
  decide: PlannedTransaction
  /** Closes the account that the first transaction creates, if a later one fails. */
  abandon: TransactionInstruction | null
  /** Plans the decision in several transactions, for a receiver that does not fully verify the update in one. */
  otherwise: (() => Promise<ResolutionPlan>) | null
}

/** `InsufficientGuardianSignatures` of the Pyth receiver. */
const TOO_FEW_SIGNATURES = 6015

/** The plan of a decision that takes one transaction. */
export function planOne(instructions: TransactionInstruction[]): ResolutionPlan {
  return { setup: [], decide: { instructions, signers: [] }, abandon: null, otherwise: null }
}

/**
 * Sends the transactions of a plan in order. If one fails, the account that the first one created is closed; if it
 * fails because too few signatures fit into one transaction, the plan with several transactions is used.
 *
 * @param send - sends one transaction and waits until it is confirmed
 * @param onError - called if that account could not be closed
 * @returns what `send` returned for the transaction that decides
 */
export async function submitPlan<T>(
  { setup, decide, abandon, otherwise }: ResolutionPlan,
  send: (transaction: PlannedTransaction) => Promise<T>,
  onError: (error: Error) => void = () => {},
): Promise<T> {
  let isCreated = false
  try {
    for (const transaction of setup) {
      await send(transaction)
      isCreated = true
    }
    return await send(decide)
  } catch (error) {
    if (abandon && isCreated) await send({ instructions: [abandon], signers: [] }).catch(onError)
    if (otherwise && isUnverified(error)) return submitPlan(await otherwise(), send, onError)
    throw error
  }
}

/** Whether a price was refused because its signatures were too few. */
function isUnverified(error: unknown): boolean {
  if (!(error instanceof ProgramError)) return false
  const isOfPyth = PYTH_RECEIVERS.some((receiver) => receiver.toBase58() === error.program)
  return error.name === 'PriceNotVerified' || (isOfPyth && error.code === TOO_FEW_SIGNATURES)
}
