import type { TransactionInstruction } from '@solana/web3.js'
import type { PlannedTransaction } from '../oracle/pyth/post.ts'

/** The transactions of a decision. */
export interface ResolutionPlan {
  /** To be sent first, in order. */
  setup: PlannedTransaction[]
  /** The transaction that decides the market. */
  decide: PlannedTransaction
  /** Closes the account that the first transaction creates, if a later one fails. */
  abandon: TransactionInstruction | null
}

/** The plan of a decision that takes one transaction. */
export function planOne(instructions: TransactionInstruction[]): ResolutionPlan {
  return { setup: [], decide: { instructions, signers: [] }, abandon: null }
}

/**
 * Sends the transactions of a plan in order. If one fails, the account that the first one created is closed.
 *
 * @param send - sends one transaction and waits until it is confirmed
 * @param onError - called if that account could not be closed
 * @returns what `send` returned for the transaction that decides
 */
export async function submitPlan<T>(
  { setup, decide, abandon }: ResolutionPlan,
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
    throw error
  }
}
