// The compute budget of a transaction, its limits and priority fee, for the web3.js and Kit clients.

import { InvalidInputError } from '../errors.ts'
import { requireInteger, requireU64 } from '../numbers.ts'
import type { Budget, Chain, Codec, Library } from '../wire.ts'

export type { Budget } from '../wire.ts'

/** The most compute units that a transaction can ask for. */
export const MAX_COMPUTE_UNITS = 1_400_000

/** The most bytes of accounts that a transaction can load. */
export const MAX_LOADED_BYTES = 64 * 1_024 * 1_024

/** The longest transactions of versions 0 and 1 that the network accepts, in bytes, with their signatures. */
export const MAX_V0_SIZE = 1_232
export const MAX_V1_SIZE = 4_096

/** The most accounts that a transaction can lock. */
export const MAX_TRANSACTION_ACCOUNTS = 64

/** Bytes that a transaction of version 1 may load by default; it must name a limit. */
export const LOADED_DATA_SIZE = 16 * 1_024 * 1_024

/** The compute budget program. */
export const COMPUTE_BUDGET = 'ComputeBudget111111111111111111111111111111'

/** `SetComputeUnitLimit`, `SetComputeUnitPrice` and `SetLoadedAccountsDataSizeLimit`, and the bytes of their number. */
const INSTRUCTIONS = { computeUnits: [2, 4], priorityFee: [3, 8], loadedBytes: [4, 4] } as const

/** The data of the instructions of the compute budget program that ask for a budget. */
export function budgetData(budget: Budget): Uint8Array[] {
  const names = Object.keys(INSTRUCTIONS) as (keyof Budget)[]
  return names.flatMap((name) => {
    const value = budget[name]
    if (value === undefined) return []
    const [kind, size] = INSTRUCTIONS[name]
    const number = Array.from({ length: size }, (_, at) => Number((BigInt(value) >> BigInt(8 * at)) & 0xffn))
    return [Uint8Array.of(kind, ...number)]
  })
}

const MICRO = 1_000_000n

/** The fee that a transaction offers on top of the base fee, in lamports. */
export function priorityLamports(computeUnits: number, priorityFee = 0n): bigint {
  return (priorityFee * BigInt(computeUnits) + MICRO - 1n) / MICRO
}

/** Checks the budget of a transaction. */
export function requireBudget({ computeUnits, priorityFee, loadedBytes }: Budget): Budget {
  if (computeUnits !== undefined) requireInteger('computeUnits', computeUnits, 1, MAX_COMPUTE_UNITS)
  if (priorityFee !== undefined) requireU64('priorityFee', priorityFee)
  if (loadedBytes !== undefined) requireInteger('loadedBytes', loadedBytes, 1, MAX_LOADED_BYTES)
  return { computeUnits, priorityFee, loadedBytes }
}

/** The compute limit for a transaction that consumed `unitsConsumed` in its simulation. */
export function computeLimit(unitsConsumed: number): number {
  // A tenth more, and at least 500: accounts may change before it runs.
  return Math.min(MAX_COMPUTE_UNITS, Math.ceil(unitsConsumed * 1.1) + 500)
}

/**
 * A limit of loaded bytes that no other transaction has: 16 MiB, far more than the program's transactions load, and 24
 * random bits. It is the cheapest way to make equal transactions distinct: 8 bytes and 150 compute units, where a memo
 * takes at least 45 bytes and its own compute units. A lower limit than the default also counts less against the limits
 * of a block.
 */
export function uniqueLoadedBytes(): number {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1))
  return MAX_LOADED_BYTES / 4 + (random >>> 8)
}

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
function writtenAccounts<L extends Library>(codec: Codec<L>, { payer, instructions }: FeeInput<L>) {
  const metas = instructions.flatMap((one) =>
    codec.parts(one).accounts.filter(({ isWritable }) => isWritable),
  )
  const written = new Map(
    [payer, ...metas.map(({ address }) => address)].map((key) => [codec.text(key), key]),
  )
  return [...written.values()]
}
