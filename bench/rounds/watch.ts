// Follows the rounds of a wallet and measures their delays.

import type { Fetched, Market, MarketStatus, PredictionMarketClient } from '@prediction-market/sdk'
import type { PublicKey } from '@solana/web3.js'
import type { Localnet } from '../../app/src/localnet/localnet.ts'

/** The measurements of a round. */
export interface WatchedRound {
  market: Fetched<Market>
  /** Seconds of the chain's clock from the first price's second until its price was seen on chain. */
  recordedAfter: number | null
  /** Seconds of the chain's clock from the second price's second until the decision. */
  decidedAfter: number | null
  status: MarketStatus
  isClosed: boolean
}

/** Follows the rounds of a wallet from their opening to their end. */
export class RoundWatch {
  /** By the address of the market. */
  readonly rounds = new Map<string, WatchedRound>()
  readonly #end: () => void

  /** @param onOpened - called once for every round */
  constructor(
    client: PredictionMarketClient,
    private readonly localnet: Localnet,
    opener: PublicKey,
    private readonly onOpened: (market: Fetched<Market>) => void,
  ) {
    this.#end = client.markets.followAll({ creator: opener }, ({ changed, removed }) => {
      for (const market of changed) this.#saw(market)
      for (const { address } of removed) this.#gone(address.toBase58())
    })
  }

  stop(): void {
    this.#end()
  }

  #saw(market: Fetched<Market>): void {
    const { status, condition, reference, resolvedAt, expireAt } = market
    if (condition.type !== 'change') return
    const key = market.address.toBase58()
    const known = this.rounds.get(key)
    const round = known ?? { market, recordedAfter: null, decidedAfter: null, status, isClosed: false }
    if (!known) {
      this.rounds.set(key, round)
      this.onOpened(market)
    }
    const now = this.localnet.node.clock.now.unixSecond
    if (reference) round.recordedAfter ??= now - Number(condition.referenceAt)
    if (resolvedAt !== null) round.decidedAfter = Number(resolvedAt - expireAt)
    round.status = status
    round.market = market
  }

  #gone(key: string): void {
    const round = this.rounds.get(key)
    if (round) round.isClosed = true
  }
}
