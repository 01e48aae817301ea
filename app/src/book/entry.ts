import {
  acceptsBets,
  type Fetched,
  type Market,
  type MarketStatus,
  type Outcome,
  type Stakes,
  toMarketId,
} from '@prediction-market/sdk'
import { type CurrencyId, currencyOf } from './currency.ts'
import { type ListedMarket, volumeOf } from './listed.ts'

/** One state of a market in the book. A newer state is a new entry. */
export class BookEntry implements ListedMarket {
  readonly status: MarketStatus
  readonly currency: CurrencyId
  /** In base58. */
  readonly token: string | null
  readonly creator: string
  /** Unix seconds. */
  readonly createdAt: number
  /** Unix seconds. */
  readonly expireAt: number
  readonly pools: Stakes
  readonly outcome: Outcome | null
  readonly volume: bigint
  searchText: string | undefined

  constructor(
    readonly market: Fetched<Market>,
    readonly question: string,
    /** The latest slot that it was seen in this state at. */
    public slot = 0,
    readonly id = toMarketId(market.address),
  ) {
    this.status = market.status
    this.currency = currencyOf(market)
    this.token = market.token?.toBase58() ?? null
    this.creator = market.creator.toBase58()
    this.createdAt = Number(market.createdAt)
    this.expireAt = Number(market.expireAt)
    this.pools = market.pools
    this.outcome = market.outcome
    this.volume = volumeOf(market.pools, market.decimals)
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
  const staked = market.pools[0] + market.pools[1] - than.pools[0] - than.pools[1]
  if (staked !== 0n) return staked < 0n
  if ((market.observation === null) !== (than.observation === null)) return market.observation === null
  const due = feesDue(market) - feesDue(than)
  if (due !== 0n) return due > 0n
  return market.paid < than.paid
}

/** Fees that have not been collected. */
function feesDue({ feesDue: { burn, developer } }: Market): bigint {
  return burn + developer
}
