import { type HoldersCondition, MAX_U64 } from '@prediction-market/sdk'

/** Balances of a token by owner: base units in all accounts of the owner together. */
export type Balances = ReadonlyMap<string, bigint>

/** A source of the balances of a token's owners. */
export interface HolderSource {
  /**
   * Reads the balances of all owners of a token; `null` if there is no such token.
   *
   * @param mint - in base58
   * @param minSlot - the earliest slot that the balances may be from
   * @throws Error if they cannot be read, or the source is behind `minSlot`
   */
  balances(mint: string, minSlot: number): Promise<Balances | null>
}

/** Adds the balance of an account to that of its owner. */
export function addBalance(balances: Map<string, bigint>, owner: string, amount: bigint): void {
  if (amount > 0n) balances.set(owner, (balances.get(owner) ?? 0n) + amount)
}

/** Counts the owners with at least `minimum` base units. An owner with nothing is no holder, whatever `minimum`. */
export function countHolders(balances: Balances, minimum: bigint): bigint {
  let count = 0n
  for (const amount of balances.values()) if (amount >= minimum) count += 1n
  return count
}

/** Significant bits of the distance to the target: a count up to 1,023 away from it is exact. */
const PRECISION = 10

/**
 * Rounds a count for signing: the farther from the target, the coarser. Attestors that read a token with a million
 * holders milliseconds apart would never agree on the exact count. Rounding never moves a count across the target.
 */
export function signedCount(count: bigint, { target }: Pick<HoldersCondition, 'target'>): bigint {
  const pivot = wholePart(target)
  // No count can reach such a target, so the largest possible one serves as well.
  if (pivot > MAX_U64) return signedCount(count, { target: MAX_U64.toString() })
  return count >= pivot ? pivot + coarse(count - pivot) : pivot - coarse(pivot - count)
}

function coarse(distance: bigint): bigint {
  const dropped = BigInt(Math.max(0, distance.toString(2).length - PRECISION))
  return (distance >> dropped) << dropped
}

function wholePart(target: string): bigint {
  return BigInt(target.split('.')[0] ?? target)
}
