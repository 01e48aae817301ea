// Plans of decisions that take one or several transactions, and how they are submitted.

import type { PlannedTransaction } from '../oracle/pyth/post.ts'
import { ProgramError } from '../program-errors.ts'
import { PYTH, PYTH_PRO } from '../pyth-deployments.ts'
import type { Library } from '../wire.ts'

/** The transactions of a decision. */
export interface ResolutionPlanOf<L extends Library> {
  /** To be sent first, in order. */
  setup: PlannedTransaction<L>[]
  /** The transaction that decides the market. */
  decide: PlannedTransaction<L>
  /** Closes the account that the first transaction creates, if a later one fails. */
  abandon: L['Instruction'] | null
  /** Plans the decision in several transactions, for a receiver that does not fully verify the update in one. */
  otherwise: (() => Promise<ResolutionPlanOf<L>>) | null
}

/** `InsufficientGuardianSignatures` of the Pyth receiver. */
const TOO_FEW_SIGNATURES = 6015

/** The plan of a decision that takes one transaction. */
export function planOne<L extends Library>(instructions: L['Instruction'][]): ResolutionPlanOf<L> {
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
export async function submitPlan<L extends Library, T>(
  { setup, decide, abandon, otherwise }: ResolutionPlanOf<L>,
  send: (transaction: PlannedTransaction<L>) => Promise<T>,
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
  const isOfPyth = [PYTH, PYTH_PRO].some(({ receiver }) => receiver === error.program)
  return error.name === 'PriceNotVerified' || (isOfPyth && error.code === TOO_FEW_SIGNATURES)
}
