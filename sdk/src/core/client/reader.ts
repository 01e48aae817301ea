// Reads the program's accounts over a wire.

import { AccountNotFoundError } from '../accounts/data.ts'
import { type AccountDecoders, accountDecoders } from '../accounts/decoders.ts'
import type { Memcmp } from '../accounts/memcmp.ts'
import type { AttestorSetOf, ConfigOf, MarketOf } from '../accounts/shapes.ts'
import { findAttestorSet, findConfig, MARKET_ID_PREFIX, requireMarketId } from '../addresses.ts'
import type { AccountName } from '../program.ts'
import { remember } from '../remember.ts'
import type { Account, AddressInput, Codec, Fetched, Library, Wire } from '../wire.ts'

/** A market as it was fetched. */
export type FetchedMarket<L extends Library> = Fetched<MarketOf<L['Address']>, L['Address']>

/** A market by address, by id (`market_…`), or as it was fetched before, which saves a call. */
export type MarketRefOf<L extends Library> = AddressInput<L> | FetchedMarket<L>

/** The address of a market reference. */
export function marketAddress<L extends Library>(codec: Codec<L>, market: MarketRefOf<L>): L['Address'] {
  if (isFetched(market)) return codec.address('market', market.address)
  const isId = typeof market === 'string' && market.startsWith(MARKET_ID_PREFIX)
  return isId ? requireMarketId(codec, market, 'market') : codec.address('market', market)
}

/** Whether a market is given as fetched. */
function isFetched<L extends Library>(market: MarketRefOf<L>): market is FetchedMarket<L> {
  return typeof market === 'object' && market !== null && 'condition' in market
}

/** The most accounts that one call can ask for. */
const MAX_ACCOUNTS = 100

const CLOCK = 'SysvarC1ock11111111111111111111111111111111'

/** Reads the program's accounts. Each method makes one call unless it says otherwise. */
export class ProgramReader<L extends Library> {
  readonly decode: AccountDecoders<L>
  private readonly rents = new Map<number, Promise<bigint>>()

  constructor(readonly wire: Wire<L>) {
    this.decode = accountDecoders(wire)
  }

  /** The configuration of the program. */
  config(): Promise<Fetched<ConfigOf<L['Address']>, L['Address']>> {
    return this.required('configuration', findConfig(this.wire), this.decode.config)
  }

  /** An attestor set by number. */
  attestorSet(index: number): Promise<Fetched<AttestorSetOf<L['Address']>, L['Address']>> {
    return this.required('attestor set', findAttestorSet(this.wire, index), this.decode.attestorSet)
  }

  /** The time that the program sees, in unix seconds. */
  async chainTime(): Promise<bigint> {
    const account = await this.wire.account(this.wire.constant(CLOCK))
    if (!account) throw new AccountNotFoundError('clock', CLOCK)
    const { buffer, byteOffset, byteLength } = account.data
    return new DataView(buffer, byteOffset, byteLength).getBigInt64(32, true)
  }

  /** The address of a market reference. */
  address(market: MarketRefOf<L>): L['Address'] {
    return marketAddress(this.wire, market)
  }

  /** A market; fetched unless a fetched one is given. */
  async market(market: MarketRefOf<L>): Promise<FetchedMarket<L>> {
    return isFetched(market) ? market : this.currentMarket(market)
  }

  /** A market as it is now; always fetched. */
  currentMarket(market: MarketRefOf<L>): Promise<FetchedMarket<L>> {
    return this.required('market', this.address(market), this.decode.market)
  }

  /** The rent-exempt minimum of an account of that type, in lamports; cached. */
  rent(name: AccountName): Promise<bigint> {
    return this.rentOf(this.wire.size(name))
  }

  /** The rent-exempt minimum of an account of that size, in lamports; cached. */
  rentOf(bytes: number): Promise<bigint> {
    return remember(this.rents, bytes, () => this.wire.rent(bytes))
  }

  /** @throws AccountNotFoundError if there is no such account */
  async required<T>(what: string, address: L['Address'], decode: (data: Uint8Array) => T) {
    const account = await this.optional(address, decode)
    if (!account) throw new AccountNotFoundError(what, this.wire.text(address))
    return account
  }

  /** An account by address; `null` if it does not exist. */
  async optional<T>(address: L['Address'], decode: (data: Uint8Array) => T) {
    const account = await this.wire.account(address)
    return this.isOwn(account) ? { ...decode(account.data), address } : null
  }

  /** Accounts by address, 100 to a call; those that do not exist are left out. */
  async some<T>(addresses: readonly L['Address'][], decode: (data: Uint8Array) => T) {
    const found: Fetched<T, L['Address']>[] = []
    for (let start = 0; start < addresses.length; start += MAX_ACCOUNTS) {
      const batch = addresses.slice(start, start + MAX_ACCOUNTS)
      const { accounts } = await this.wire.accounts(batch)
      accounts.forEach((account, index) => {
        const address = batch[index]
        if (address && this.isOwn(account)) found.push({ ...decode(account.data), address })
      })
    }
    return found
  }

  /** All accounts of the program that match. */
  async all<T>(bytes: readonly Memcmp[], decode: (data: Uint8Array) => T) {
    const accounts = await this.wire.programAccounts(bytes)
    return accounts.map(({ address, data }) => ({ ...decode(data), address }))
  }

  /** Whether the program owns an account: anyone can send lamports to its address before it exists. */
  isOwn(account: Account<L['Address']> | null): account is Account<L['Address']> {
    return account !== null && this.wire.isSame(account.owner, this.wire.program)
  }
}
