import { type HoldersCondition, MAX_U64 } from '@prediction-market/sdk'

/** Holders by owner: base units in all accounts of that owner together. */
export type Balances = ReadonlyMap<string, bigint>

/** Where the balances of a token's owners are read. */
export interface HolderSource {
  /**
   * All owners of a token, `null` if there is no such token.
   *
   * @param mint - in base58
   * @param minSlot - of what is read; a source that lags behind it fails
   * @throws Error if they cannot be read
   */
  balances(mint: string, minSlot: number): Promise<Balances | null>
}

/** Adds an account to the balances of its owner. */
export function addBalance(balances: Map<string, bigint>, owner: string, amount: bigint): void {
  if (amount > 0n) balances.set(owner, (balances.get(owner) ?? 0n) + amount)
}

/** How many owners have at least so much. Who has nothing holds nothing, whatever the minimum. */
export function countHolders(balances: Balances, minimum: bigint): bigint {
  let count = 0n
  for (const amount of balances.values()) if (amount >= minimum) count += 1n
  return count
}

/** The bits of the distance to the target that are signed: up to 1,023 away a count is exact. */
const PRECISION = 10

/**
 * The count that is signed. Attestors that look at a token with a million holders a few milliseconds apart
 * would never agree on a number; they do on one that is coarser the farther it is from the target. On which
 * side of the target it lies is never changed by that.
 */
export function signedCount(count: bigint, { target }: Pick<HoldersCondition, 'target'>): bigint {
  const pivot = wholeTarget(target)
  // A target that no count can reach is as far away as the largest one.
  if (pivot > MAX_U64) return signedCount(count, { target: MAX_U64.toString() })
  return count >= pivot ? pivot + coarse(count - pivot) : pivot - coarse(pivot - count)
}

function coarse(distance: bigint): bigint {
  const dropped = BigInt(Math.max(0, distance.toString(2).length - PRECISION))
  return (distance >> dropped) << dropped
}

/** A target without what is after its point. */
function wholeTarget(target: string): bigint {
  return BigInt(target.split('.')[0] ?? target)
}
