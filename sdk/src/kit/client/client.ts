// The Kit client: `PredictionMarketClient`, without web3.js.

import type { Address, Instruction } from '@solana/kit'
import type { PositionOf } from '../../core/accounts/shapes.ts'
import { InvalidInputError } from '../../core/errors.ts'
import { eventDecoder } from '../../core/events/data.ts'
import { readEvents } from '../../core/events/read.ts'
import type { Unsubscribe } from '../../core/follow/accounts.ts'
import { readPastEvents, type TransactionEventsOf } from '../../core/follow/past-events.ts'
import { FeedCheck } from '../../core/oracle/feed-check.ts'
import type { PriceSource } from '../../core/oracle/pyth/price-source.ts'
import { type HoldingValue, valueHolding } from '../../core/rules/holdings.ts'
import type { Sent } from '../../core/transaction/confirmation.ts'
import { PREDICTION_MARKET_PROGRAM_ADDRESS } from '../generated/index.ts'
import { Bets } from './bets.ts'
import {
  Chain,
  type ClientRpc,
  decoders,
  type Fetched,
  type FetchedMarket,
  type MarketRef,
  marketAddress,
  own,
  toKey,
} from './chain.ts'
import { Currencies } from './currencies.ts'
import { Decisions, type ProofSources } from './decisions.ts'
import { type ClientSubscriptions, listenToLogs, rpcFeed } from './feed.ts'
import { Markets } from './markets.ts'
import { readTransaction } from './node.ts'
import { Sender, type SendOptions } from './sender.ts'

/** Options of a client: its RPC, signer and subscriptions, and its sources of current values and proofs. */
export interface ClientOptions extends Omit<SendOptions, 'onSent' | 'signal'>, ProofSources {
  rpc: ClientRpc
  /** Needed to follow accounts; without it `follow…` and `onEvents` throw. */
  rpcSubscriptions?: ClientSubscriptions | undefined
  /** The commitment of reads and transactions; `confirmed` by default. */
  commitment?: 'confirmed' | 'finalized' | undefined
  prices?: PriceSource | undefined
}

/** A position of a wallet, its market and question, and its value. */
export interface Holding extends HoldingValue {
  position: Fetched<PositionOf<Address>>
  market: FetchedMarket
  /** `null` if its account is closed. */
  question: string | null
}

/** The events of one transaction. */
export type TransactionEvents = TransactionEventsOf<Address>

const decodeEvent = /* @__PURE__ */ eventDecoder(toKey)

/**
 * Reads markets, bets on them, decides them and pays them out, with `@solana/kit` alone. A method that changes
 * something simulates the transaction, has it signed, sends it and waits until it is confirmed. It throws a
 * `ProgramError`, by name, if the program refuses. Its `build…` counterpart returns the instructions only.
 *
 * @example
 * const client = new PredictionMarketClient({ rpc: createSolanaRpc('http://127.0.0.1:8899'), signer })
 * await client.bets.place({ market: 'market_…', outcome: 'Yes', amount: parseAmount('0.5', SOL_DECIMALS) })
 */
export class PredictionMarketClient {
  readonly markets: Markets
  readonly bets: Bets
  readonly decisions: Decisions
  readonly #chain: Chain
  readonly #sender: Sender

  constructor(private readonly options: ClientOptions) {
    const { rpc, commitment = 'confirmed', prices, attestorUrls, postPrice } = options
    this.#chain = new Chain(rpc, commitment)
    this.#sender = new Sender(this.#chain, options)
    const currencies = new Currencies(this.#chain)
    const feeds = new FeedCheck(prices)
    const feed = () => rpcFeed(this.#chain, this.#subscriptions())
    this.markets = new Markets(this.#chain, currencies, this.#sender, feeds, feed)
    this.bets = new Bets(this.#chain, currencies, this.#sender, feeds, feed)
    this.decisions = new Decisions(this.#chain, currencies, this.#sender, { prices, attestorUrls, postPrice })
  }

  /** The configuration of the program. */
  config() {
    return this.#chain.config()
  }

  /** An attestor set by number. */
  attestorSet(index: number) {
    return this.#chain.attestorSet(index)
  }

  /** The time that the program sees, in unix seconds. */
  chainTime(): Promise<bigint> {
    return this.#chain.time()
  }

  /**
   * The open positions of a wallet with their markets, questions and values, those that expire first at the top.
   * One call for the positions, and one for each hundred of markets and of questions.
   */
  async positions(wallet: Address): Promise<Holding[]> {
    const positions = await this.#chain.positions({ owner: wallet })
    const keys = positions.map(({ market }) => market)
    const [markets, questions] = await Promise.all([this.#chain.accounts(keys), this.#chain.questions(keys)])
    const holdings = positions.flatMap((position, index) => {
      const data = own(markets[index] ?? null)
      if (!data) return []
      const market = { ...decoders.market(data), address: position.market }
      const question = questions.get(position.market) ?? null
      return [{ position, market, question, ...valueHolding(market, position) }]
    })
    return holdings.sort((one, other) => Number(one.market.expireAt - other.market.expireAt))
  }

  /** Calls the listener with the events of every successful transaction that calls the program. */
  onEvents(listener: (events: TransactionEvents) => void): Unsubscribe {
    return listenToLogs(this.#subscriptions(), this.#chain.commitment, (logs, signature, slot) => {
      const parsed = this.parseEvents(logs)
      if (parsed.events.length > 0 || parsed.isTruncated) listener({ ...parsed, signature, slot })
    })
  }

  /**
   * The events of the transactions after a signature, the oldest first; from the first that the node has, without one.
   *
   * @param options - `market`: only the transactions of that market
   */
  eventsSince(
    signature: string | null,
    { market }: { market?: MarketRef | undefined } = {},
  ): AsyncGenerator<TransactionEvents> {
    const { rpc, commitment } = this.#chain
    const address = market === undefined ? PREDICTION_MARKET_PROGRAM_ADDRESS : marketAddress(market)
    return readPastEvents(
      {
        signatures: ({ limit, before, until }) =>
          rpc
            .getSignaturesForAddress(address, {
              limit,
              commitment,
              ...(before && { before: before as never }),
              ...(until && { until: until as never }),
            })
            .send(),
        transaction: (one) => readTransaction(rpc, one),
        parse: (logs) => this.parseEvents(logs),
      },
      signature ?? undefined,
    )
  }

  /** The program's events from the logs of a successful transaction. Only lines of the program itself count. */
  parseEvents(logs: readonly string[]) {
    return readEvents(logs, PREDICTION_MARKET_PROGRAM_ADDRESS, decodeEvent)
  }

  /** Prepares a transaction, has it signed, sends it and waits until it is confirmed. */
  send(instructions: readonly Instruction[], options: SendOptions = {}): Promise<Sent> {
    return this.#sender.send(instructions, options)
  }

  #subscriptions(): ClientSubscriptions {
    const { rpcSubscriptions } = this.options
    if (rpcSubscriptions) return rpcSubscriptions
    throw new InvalidInputError('rpcSubscriptions', 'are missing: give them to the client')
  }
}
