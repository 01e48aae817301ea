// Counts the holders of a token from the balances of its owners.

/** Balances of a token by owner: base units in all accounts of the owner together. */
export type Balances = ReadonlyMap<string, bigint>

export interface HolderSource {
  /**
   * Reads the balances of all owners of a token; `null` if there is no such token.
   *
   * @param mint - in base58
   * @param minSlot - the earliest slot that the balances may be from
   * @param signal - ends the read
   * @throws Error if they cannot be read, the source is behind `minSlot`, or there are more than {@link MAX_ACCOUNTS}
   */
  balances(mint: string, minSlot: number, signal?: AbortSignal): Promise<Balances | null>
}

/** The most accounts of a token that are read, to limit memory. */
export const MAX_ACCOUNTS = 1_000_000

/** The error for a token with more than {@link MAX_ACCOUNTS} accounts. */
export function tooManyAccounts(mint: string): Error {
  return new Error(`${mint} has more than ${MAX_ACCOUNTS} accounts`)
}

/** Adds the balance of an account to that of its owner. */
export function addBalance(balances: Map<string, bigint>, owner: string, amount: bigint): void {
  if (amount > 0n) balances.set(owner, (balances.get(owner) ?? 0n) + amount)
}

/** Counts the owners with at least `minimum` base units. An owner with 0 is no holder, even if `minimum` is 0. */
export function countHolders(balances: Balances, minimum: bigint): bigint {
  let count = 0n
  for (const amount of balances.values()) if (amount >= minimum) count += 1n
  return count
}
