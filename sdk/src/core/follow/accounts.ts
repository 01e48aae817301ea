// Follows accounts of the program: reads them, watches them, and reports each change once.

import type { Account, Fetched, Library, Unsubscribe, Wire } from '../wire.ts'

export type { Unsubscribe } from '../wire.ts'

/** How accounts are followed. */
export interface FollowOptions {
  /** Milliseconds after which the accounts are read again in any case; 30,000 by default. */
  refreshMs?: number | undefined
  /** Called when a read fails or data cannot be decoded; following goes on. */
  onError?: ((error: Error) => void) | undefined
}

/** An account as it was last seen; `data` is `null` if there was none. */
interface Seen {
  slot: number
  data: Uint8Array | null
}

const REFRESH_MS = 30_000

/** Keeps the newest state of accounts, by slot, from reads and notifications, and reports what has changed. */
export class Accounts {
  readonly #seen = new Map<string, Seen>()

  /** The addresses whose account existed when it was last seen. */
  existing(): string[] {
    return [...this.#seen].filter(([, { data }]) => data !== null).map(([address]) => address)
  }

  /**
   * Whether a newer slot of the account is known. A notification that seems old may still be a change, because some
   * nodes put the slot of the subscription in it: read the account then.
   */
  isOld(address: string, slot: number): boolean {
    return slot < (this.#seen.get(address)?.slot ?? 0)
  }

  /** @returns the account's data, `null` if there is none, or `undefined` if unchanged */
  take(address: string, data: Uint8Array | null, slot: number): Uint8Array | null | undefined {
    const known = this.#seen.get(address)
    if (this.isOld(address, slot)) return undefined
    this.#seen.set(address, { slot, data })
    return known && isSame(known.data, data) ? undefined : data
  }
}

/**
 * Follows something on the chain: reads it at once, whenever its subscription becomes active, also after a lost
 * connection, and at an interval. Reads do not overlap.
 *
 * @param subscribe - subscribes; its argument triggers another read
 * @param read - reads everything that the subscription covers
 */
export function followReads(
  subscribe: (refresh: () => void) => Unsubscribe,
  read: () => Promise<void>,
  { refreshMs = REFRESH_MS, onError = () => {} }: FollowOptions,
): Unsubscribe {
  let isEnded = false
  let isReading = false
  let isWanted = false
  const refresh = async () => {
    isWanted = true
    if (isReading) return
    isReading = true
    while (isWanted && !isEnded) {
      isWanted = false
      await read().catch(onError)
    }
    isReading = false
  }
  const unsubscribe = subscribe(refresh)
  const timer = setInterval(refresh, refreshMs)
  refresh()
  return async () => {
    isEnded = true
    clearInterval(timer)
    await unsubscribe()
  }
}

/** Follows one account: calls the listener with its state, and then with every change, `null` while there is none. */
export function followAccount<L extends Library, T>(
  wire: Wire<L>,
  address: L['Address'],
  decode: (data: Uint8Array) => T,
  listener: (value: Fetched<T, L['Address']> | null, slot: number) => void,
  options: FollowOptions = {},
): Unsubscribe {
  const accounts = new Accounts()
  let isEnded = false
  const take = (account: Account<L['Address']> | null, slot: number) => {
    const data = accounts.take('', dataOf(wire, account), slot)
    if (data === undefined || isEnded) return
    listener(data && { ...decode(data), address }, slot)
  }
  const end = followReads(
    (refresh) =>
      wire.watchAccount(
        address,
        (account, slot) => {
          if (accounts.isOld('', slot)) refresh()
          else attempt(() => take(account, slot), options.onError)
        },
        refresh,
      ),
    async () => {
      const { account, slot } = await wire.accountAt(address)
      take(account, slot)
    },
    options,
  )
  return () => {
    isEnded = true
    return end()
  }
}

/** The data of an account; `null` if the program does not own it, since anyone can send lamports to an address. */
export function dataOf<L extends Library>(wire: Wire<L>, account: Account<L['Address']> | null) {
  const isOwn = account && wire.isSame(account.owner, wire.program) && account.data.length > 0
  return isOwn ? account.data : null
}

/** Reports an error instead of throwing it: web3.js would swallow it. */
export function attempt(action: () => void, onError: ((error: Error) => void) | undefined): void {
  try {
    action()
  } catch (error) {
    onError?.(error as Error)
  }
}

function isSame(one: Uint8Array | null, other: Uint8Array | null): boolean {
  if (one === null || other === null) return one === other
  return one.length === other.length && one.every((byte, index) => byte === other[index])
}
