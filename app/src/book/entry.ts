import {
  type Condition,
  type CurrencyId,
  type Fetched,
  type Market,
  type MarketStatus,
  type Outcome,
  type Stakes,
  toMarketId,
} from '@prediction-market/sdk'
import { decodeMarket, marketAddressOf } from '@prediction-market/sdk/accounts'
import { currencyOf } from '@prediction-market/sdk/currency'
import { acceptsBets, decisionDue } from '@prediction-market/sdk/rules'
import { PublicKey } from '@solana/web3.js'
import { feedOf, flatText, type ListedMarket, volumesOf } from './listed.ts'

/**
 * One state of a market in the book. A newer state is a new entry. An entry keeps the data of its account, if given,
 * and decodes the market again when it is read: a decoded market takes six times the memory.
 */
export class BookEntry implements ListedMarket {
  /** The market, if there is no data to decode it from. */
  readonly #kept: Fetched<Market> | undefined
  #decoded: WeakRef<Fetched<Market>>
  /** The first slot that it was seen in this state at. */
  readonly since: number
  readonly status: MarketStatus
  readonly currency: CurrencyId
  readonly type: Condition['type']
  readonly feed: string | null
  /** In base58. */
  readonly token: string | null
  readonly creator: string
  /** Unix seconds. */
  readonly createdAt: number
  /** Unix seconds. */
  readonly expireAt: number
  /** Unix seconds. */
  readonly endsAt: number
  /** The unix second from which an open market can be decided, whatever the answer is. */
  readonly decisionDue: number
  /** Whether no stakes or fees are left to pay; of an open market, so far. */
  readonly isPaidOut: boolean
  readonly pools: Stakes
  readonly sequence: number
  readonly outcome: Outcome | null
  readonly volume: bigint
  readonly matched: bigint
  searchText: string | undefined

  constructor(
    market: Fetched<Market>,
    readonly question: string,
    /** The latest slot at which it was seen in this state. */
    public slot = 0,
    readonly id = flatText(toMarketId(market.address)),
    /** The account that the market was decoded from. */
    readonly data?: Buffer,
  ) {
    this.since = slot
    this.#kept = data ? undefined : market
    this.#decoded = new WeakRef(market)
    this.status = market.status
    this.currency = currencyOf(market)
    this.type = market.condition.type
    this.feed = feedOf(market.condition)
    this.token = market.token && flatText(market.token.toBase58())
    this.creator = flatText(market.creator.toBase58())
    this.createdAt = Number(market.createdAt)
    this.expireAt = Number(market.expireAt)
    this.endsAt = Number(market.resolvedAt ?? market.expireAt)
    this.decisionDue = Number(decisionDue(market))
    this.isPaidOut = market.openPositions === 0 && feesDue(market) === 0n
    this.pools = market.pools
    this.sequence = market.sequence
    this.outcome = market.outcome
    const { volume, matched } = volumesOf(market.pools, market.decimals)
    this.volume = volume
    this.matched = matched
  }

  /** In base58. */
  get address(): string {
    return marketAddressOf(this.id)
  }

  /** Whether this state was decoded from an account with this data. */
  isOf(data: Buffer): this is { data: Buffer } {
    return this.data?.equals(data) ?? false
  }

  get market(): Fetched<Market> {
    const known = this.#kept ?? this.#decoded.deref()
    if (known) return known
    const address = new PublicKey(this.address)
    const market = { ...decodeMarket(this.data as Buffer), address }
    this.#decoded = new WeakRef(market)
    return market
  }

  get condition(): Condition {
    return this.market.condition
  }

  /** @param now - the chain's time in unix seconds */
  acceptsBets(now: bigint): boolean {
    return acceptsBets(this.market, now)
  }
}

/**
 * Whether a state of a market is older than another one of the same slot: a node may report a slot that is still being
 * produced. Within a slot a market changes in one direction: stakes come in, an observation is recorded, it is decided,
 * fees and stakes are paid out.
 */
export function isOlder(market: Market, than: Market): boolean {
  if (market.status !== than.status) return market.status === 'open'
  const staked = market.pools.Yes + market.pools.No - than.pools.Yes - than.pools.No
  if (staked !== 0n) return staked < 0n
  if ((market.observation === null) !== (than.observation === null)) return market.observation === null
  const due = feesDue(market) - feesDue(than)
  if (due !== 0n) return due > 0n
  return market.paid < than.paid
}

function feesDue({ feesDue: { burn, developer } }: Market): bigint {
  return burn + developer
}
