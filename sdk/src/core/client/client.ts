// The web3.js client: `PredictionMarketClient`, over a `Connection`.

import type { Connection, PublicKey, TransactionInstruction } from '@solana/web3.js'
import { pastEvents } from '../../web3/follow/past-events.ts'
import { subscribeToEvents, type TransactionEvents } from '../../web3/follow/subscriptions.ts'
import type { AddressInput } from '../../web3/input.ts'
import type { SenderOptions, SendOptions, TransactionOptions } from '../../web3/send/options.ts'
import { TransactionSender } from '../../web3/send/sender.ts'
import type { PreparedTransaction } from '../../web3/transaction/prepare.ts'
import {
  type AttestorSet,
  type Config,
  decodeMarket,
  type Market,
  type Position,
} from '../accounts/decode.ts'
import type { Unsubscribe } from '../follow/accounts.ts'
import type { Currency } from '../instructions/currency.ts'
import { FeedCheck } from '../oracle/feed-check.ts'
import { type HoldingValue, valueHolding } from '../rules/holdings.ts'
import type { Sent } from '../transaction/confirmation.ts'
import type { Finality } from '../transaction/status.ts'
import { Bankrolls } from './bankroll.ts'
import { Bets } from './bets.ts'
import { Burns } from './burns.ts'
import { Currencies } from './currencies.ts'
import { Decisions } from './decisions.ts'
import type { ProofSources } from './inputs.ts'
import { type Fetched, type MarketRef, marketAddress } from './market-ref.ts'
import { Markets } from './markets.ts'
import { ProgramReader, type ReaderOptions } from './reader.ts'

/** Options of a client: its reads, transactions and signer, and its sources of current values and proofs. */
export interface ClientOptions extends ReaderOptions, SenderOptions, ProofSources {}

/** A position of a wallet, its market and question, and its value. */
export interface Holding extends HoldingValue {
  position: Fetched<Position>
  market: Fetched<Market>
  /** `null` if its account is closed. */
  question: string | null
}

/**
 * Reads markets, bets on them, decides them and pays them out, over a connection.
 *
 * A method that changes something simulates the transaction, has it signed, sends it and waits until it is
 * confirmed. It throws a `ProgramError`, by name, if the program refuses. Its `build…` counterpart returns the
 * instructions only.
 *
 * @example
 * const client = new PredictionMarketClient(connection, { signer: wallet })
 * await client.bets.place({ market: 'market_…', outcome: 'Yes', amount: parseAmount('0.5', SOL_DECIMALS) })
 */
export class PredictionMarketClient {
  readonly programId: PublicKey
  readonly commitment: Finality
  readonly markets: Markets
  readonly bets: Bets
  readonly decisions: Decisions
  readonly bankroll: Bankrolls
  readonly burns: Burns
  private readonly reader: ProgramReader
  private readonly currencies: Currencies
  private readonly sender: TransactionSender

  constructor(
    readonly connection: Connection,
    options: ClientOptions = {},
  ) {
    const reader = new ProgramReader(connection, options)
    const currencies = new Currencies(reader)
    const sender = new TransactionSender(reader, options)
    this.programId = reader.programId
    this.commitment = reader.commitment
    const feeds = new FeedCheck(options.prices)
    this.markets = new Markets(reader, currencies, sender, options.prices, feeds)
    this.bets = new Bets(reader, currencies, sender, feeds)
    this.decisions = new Decisions(reader, currencies, sender, options)
    this.bankroll = new Bankrolls(reader, currencies, sender, feeds)
    this.burns = new Burns(reader, currencies, sender)
    this.reader = reader
    this.currencies = currencies
    this.sender = sender
  }

  /** The configuration of the program. */
  config(): Promise<Fetched<Config>> {
    return this.reader.config()
  }

  /** An attestor set by number. */
  attestorSet(index: number): Promise<Fetched<AttestorSet>> {
    return this.reader.attestorSet(index)
  }

  /** The time that the program sees, in unix seconds. */
  chainTime(): Promise<bigint> {
    return this.reader.chainTime()
  }

  /** The currency of a market's stakes. Fetches the mint, once, for its token program. */
  currencyOf(market: Pick<Market, 'mint'>): Promise<Currency> {
    return this.currencies.of(market)
  }

  /**
   * The open positions of a wallet with their markets, questions and values, those that expire first at the top. One
   * call for the positions, and one for each hundred of markets and of questions.
   */
  async positions(wallet: AddressInput): Promise<Holding[]> {
    const positions = await this.bets.positions({ owner: wallet })
    const keys = positions.map(({ market }) => market)
    const [found, questions] = await Promise.all([
      this.reader.some(keys, decodeMarket),
      keys.length > 0 ? this.markets.questions(keys) : new Map<string, string>(),
    ])
    const markets = new Map(found.map((market) => [market.address.toBase58(), market]))
    const holdings = positions.flatMap((position) => {
      const key = position.market.toBase58()
      const market = markets.get(key)
      if (!market) return []
      return [{ position, market, question: questions.get(key) ?? null, ...valueHolding(market, position) }]
    })
    return holdings.sort((one, other) => Number(one.market.expireAt - other.market.expireAt))
  }

  /** Calls the listener with the events of every successful transaction that calls the program. */
  onEvents(listener: (events: TransactionEvents) => void): Unsubscribe {
    return subscribeToEvents(this.reader, listener)
  }

  /**
   * The events of the transactions after a signature, the oldest first; from the first that the node has, without one.
   * Store the last signature that you have seen and resume from it.
   *
   * @param options - `market`: only the transactions of that market
   */
  eventsSince(
    signature: string | null,
    { market }: { market?: MarketRef | undefined } = {},
  ): AsyncGenerator<TransactionEvents> {
    const { connection, programId, commitment } = this
    const address = market === undefined ? programId : marketAddress(market)
    return pastEvents({ connection, programId, commitment, address, since: signature ?? undefined })
  }

  /** Compiles an unsigned transaction: one call to simulate it, one for a blockhash. */
  prepare(
    instructions: readonly TransactionInstruction[],
    options: TransactionOptions & { payer: AddressInput },
  ): Promise<PreparedTransaction> {
    return this.sender.prepare(instructions, options)
  }

  /** Prepares a transaction, has it signed, sends it and waits until it is confirmed. */
  send(instructions: readonly TransactionInstruction[], options: SendOptions = {}): Promise<Sent> {
    return this.sender.send(instructions, options)
  }

  /**
   * Prepares several transactions that do not depend on each other, has them signed, at once if the wallet can, and
   * sends one after the other. Stops at the first that fails.
   *
   * @param onConfirmed - called with each that is confirmed, and its number
   */
  sendAll(
    transactions: readonly (readonly TransactionInstruction[])[],
    options: SendOptions = {},
    onConfirmed?: (sent: Sent, index: number) => void,
  ): Promise<Sent[]> {
    return this.sender.sendAll(transactions, options, onConfirmed)
  }
}
