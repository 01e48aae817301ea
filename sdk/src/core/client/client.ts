// The one client. The class of each wire extends it with what only that library has.

import type { AttestorSetOf, ConfigOf, MarketOf, PositionOf } from '../accounts/shapes.ts'
import { eventDecoder, type ParsedEventsOf, readEvents } from '../events/data.ts'
import type { Unsubscribe } from '../follow/accounts.ts'
import { readPastEvents, type TransactionEventsOf } from '../follow/past-events.ts'
import type { Currency } from '../instructions/currency.ts'
import { FeedCheck } from '../oracle/feed-check.ts'
import { type HoldingValue, valueHolding } from '../rules/payouts.ts'
import type { Sent } from '../transaction/confirmation.ts'
import type { SenderOptions, SendOptions, TransactionOptions } from '../transaction/options.ts'
import type { PreparedTransactionOf } from '../transaction/prepare.ts'
import { TransactionSender } from '../transaction/sender.ts'
import type { Finality } from '../transaction/status.ts'
import type { AddressInput, Fetched, Library, Wire } from '../wire.ts'
import { Bankrolls } from './bankroll.ts'
import { Bets } from './bets.ts'
import { Burns } from './burns.ts'
import { Currencies } from './currencies.ts'
import { Decisions } from './decisions.ts'
import type { QuestionParser } from './derive.ts'
import type { ProofSources } from './inputs.ts'
import { Markets } from './markets.ts'
import { type FetchedMarket, type MarketRefOf, ProgramReader } from './reader.ts'

/** Options of a client: its reads, transactions and signer, and its sources of current values and proofs. */
export interface ClientOptionsOf<L extends Library> extends SenderOptions<L>, ProofSources<L> {
  /** The program's address, for a deployment of your own. */
  programId?: AddressInput<L> | undefined
  /** The commitment of reads and transactions; `confirmed` by default. */
  commitment?: Finality | undefined
}

/** A position of a wallet, its market and question, and its value. */
export interface HoldingOf<L extends Library> extends HoldingValue {
  position: Fetched<PositionOf<L['Address']>, L['Address']>
  market: FetchedMarket<L>
  /** `null` if its account is closed. */
  question: string | null
}

/**
 * Reads markets, bets on them, decides them and pays them out.
 *
 * A method that changes something simulates the transaction, has it signed, sends it and waits until it is
 * confirmed. It throws a `ProgramError`, by name, if the program refuses. Its `build…` counterpart returns the
 * instructions only.
 *
 * @example
 * const client = new PredictionMarketClient(connection, { signer: wallet })
 * await client.bets.place({ market: 'market_…', outcome: 'Yes', amount: parseAmount('0.5', SOL_DECIMALS) })
 */
export class Client<L extends Library> {
  readonly programId: L['Address']
  readonly commitment: Finality
  readonly markets: Markets<L>
  readonly bets: Bets<L>
  readonly decisions: Decisions<L>
  readonly bankroll: Bankrolls<L>
  readonly burns: Burns<L>
  private readonly reader: ProgramReader<L>
  private readonly currencies: Currencies<L>
  private readonly sender: TransactionSender<L>

  constructor(
    private readonly wire: Wire<L>,
    options: ClientOptionsOf<L>,
    parser: () => Promise<QuestionParser>,
  ) {
    const reader = new ProgramReader(wire)
    const currencies = new Currencies(reader)
    const sender = new TransactionSender(wire, options)
    this.programId = wire.program
    this.commitment = wire.commitment
    const shared = [reader, currencies, sender, new FeedCheck(options.prices), options, parser] as const
    this.markets = new Markets(...shared)
    this.bets = new Bets(...shared)
    this.decisions = new Decisions(...shared)
    this.bankroll = new Bankrolls(...shared)
    this.burns = new Burns(...shared)
    this.reader = reader
    this.currencies = currencies
    this.sender = sender
  }

  /** The configuration of the program. */
  config(): Promise<Fetched<ConfigOf<L['Address']>, L['Address']>> {
    return this.reader.config()
  }

  /** An attestor set by number. */
  attestorSet(index: number): Promise<Fetched<AttestorSetOf<L['Address']>, L['Address']>> {
    return this.reader.attestorSet(index)
  }

  /** The time that the program sees, in unix seconds. */
  chainTime(): Promise<bigint> {
    return this.reader.chainTime()
  }

  /** The currency of a market's stakes. Fetches the mint, once, for its token program. */
  currencyOf(market: Pick<MarketOf<L['Address']>, 'mint'>): Promise<Currency<L['Address']>> {
    return this.currencies.of(market)
  }

  /**
   * The open positions of a wallet with their markets, questions and values, those that expire first at the top. One
   * call for the positions, and one for each hundred of markets and of questions.
   */
  async positions(wallet: AddressInput<L>): Promise<HoldingOf<L>[]> {
    const positions = await this.bets.positions({ owner: wallet })
    const keys = positions.map(({ market }) => market)
    const [found, questions] = await Promise.all([
      this.reader.some(keys, this.reader.decode.market),
      keys.length > 0 ? this.markets.questions(keys) : new Map<string, string>(),
    ])
    const markets = new Map(found.map((market) => [this.wire.text(market.address), market]))
    const holdings = positions.flatMap((position) => {
      const key = this.wire.text(position.market)
      const market = markets.get(key)
      if (!market) return []
      return [{ position, market, question: questions.get(key) ?? null, ...valueHolding(market, position) }]
    })
    return holdings.sort((one, other) => Number(one.market.expireAt - other.market.expireAt))
  }

  /** Calls the listener with the events of every successful transaction that calls the program. */
  onEvents(listener: (events: TransactionEventsOf<L['Address']>) => void): Unsubscribe {
    return this.wire.watchLogs((logs, signature, slot) => {
      const parsed = this.parseEvents(logs)
      if (parsed.events.length > 0 || parsed.isTruncated) listener({ ...parsed, signature, slot })
    })
  }

  /**
   * The events of the transactions after a signature, the oldest first; from the first that the node has, without one.
   * Store the last signature that you have seen and resume from it.
   *
   * @param options - `market`: only the transactions of that market
   */
  eventsSince(
    signature: string | null,
    { market }: { market?: MarketRefOf<L> | undefined } = {},
  ): AsyncGenerator<TransactionEventsOf<L['Address']>> {
    const { wire } = this
    const address = market === undefined ? wire.program : this.reader.address(market)
    const node = {
      signatures: (range: Parameters<typeof wire.signatures>[1]) => wire.signatures(address, range),
      transaction: wire.transaction,
      parse: (logs: readonly string[]) => this.parseEvents(logs),
    }
    return readPastEvents(node, signature ?? undefined)
  }

  /** The program's events from the logs of a successful transaction. Only lines of the program itself count. */
  parseEvents(logs: readonly string[]): ParsedEventsOf<L['Address']> {
    return readEvents(logs, this.wire.text(this.wire.program), eventDecoder(this.wire))
  }

  /** Compiles an unsigned transaction: one call to simulate it, one for a blockhash. */
  prepare(
    instructions: readonly L['Instruction'][],
    options: TransactionOptions<L> & { payer: AddressInput<L> },
  ): Promise<PreparedTransactionOf<L>> {
    return this.sender.prepare(instructions, options)
  }

  /** Prepares a transaction, has it signed, sends it and waits until it is confirmed. */
  send(instructions: readonly L['Instruction'][], options: SendOptions<L> = {}): Promise<Sent> {
    return this.sender.send(instructions, options)
  }

  /**
   * Prepares several transactions that do not depend on each other, has them signed, at once if the wallet can, and
   * sends one after the other. Stops at the first that fails.
   *
   * @param onConfirmed - called with each that is confirmed, and its number
   */
  sendAll(
    transactions: readonly (readonly L['Instruction'][])[],
    options: SendOptions<L> = {},
    onConfirmed?: (sent: Sent, index: number) => void,
  ): Promise<Sent[]> {
    return this.sender.sendAll(transactions, options, onConfirmed)
  }
}
