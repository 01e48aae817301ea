// Chooses the priority fee of a transaction.

import { InvalidInputError } from '../errors.ts'
import { requireU64 } from '../numbers.ts'
import type { Chain, Codec, Library } from '../wire.ts'

/** Micro-lamports offered for each compute unit, or `auto`: what recent transactions paid for the same accounts. */
export type PriorityFee = bigint | 'auto'

/** The most that `auto` offers by default, in micro-lamports per compute unit. */
export const MAX_PRIORITY_FEE = 1_000_000n

/** The most accounts per call. */
const MAX_ACCOUNTS = 128

/** The part of recent slots in which the offered fee would have been enough. */
const ENOUGH = 0.75

/** The transaction that a fee is offered for. */
export interface FeeInput<L extends Library> {
  payer: L['Address']
  instructions: readonly L['Instruction'][]
  priorityFee?: PriorityFee | undefined
  /** The most that `auto` offers; {@link MAX_PRIORITY_FEE} by default. */
  maxPriorityFee?: bigint | undefined
}

/**
 * The fee to offer for a transaction: the given one, or for `auto` the one that was enough in three quarters of the
 * recent slots for the accounts that it writes, up to the ceiling. `undefined` for no fee.
 */
export async function choosePriorityFee<L extends Library>(
  wire: Codec<L> & Pick<Chain<L>, 'recentFees'>,
  input: FeeInput<L>,
): Promise<bigint | undefined> {
  const { priorityFee, maxPriorityFee = MAX_PRIORITY_FEE } = input
  if (priorityFee !== 'auto') return priorityFee
  requireU64('maxPriorityFee', maxPriorityFee)
  // A node that does not answer must not stop the transaction.
  const recent = await wire.recentFees(writtenAccounts(wire, input).slice(0, MAX_ACCOUNTS)).catch(() => [])
  const fees = [...recent].sort((a, b) => a - b)
  const fee = BigInt(fees[Math.floor(fees.length * ENOUGH)] ?? 0)
  if (fee === 0n) return undefined
  if (fee > maxPriorityFee) return maxPriorityFee
  return fee
}

/** A fee of a fixed size, for measuring a transaction: every price takes the same bytes. */
export function anyPriorityFee(priorityFee: PriorityFee | undefined): bigint | undefined {
  if (priorityFee === 'auto') return 0n
  if (priorityFee !== undefined && typeof priorityFee !== 'bigint') {
    throw new InvalidInputError('priorityFee', "must be a bigint or 'auto'")
  }
  return priorityFee
}

/** The accounts that a transaction writes, each once. */
function writtenAccounts<L extends Library>(
  codec: Codec<L>,
  { payer, instructions }: FeeInput<L>,
): L['Address'][] {
  const metas = instructions.flatMap((one) =>
    codec.parts(one).accounts.filter(({ isWritable }) => isWritable),
  )
  const written = new Map(
    [payer, ...metas.map(({ address }) => address)].map((key) => [codec.text(key), key]),
  )
  return [...written.values()]
}
