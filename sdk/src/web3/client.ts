// The web3.js client: `PredictionMarketClient`, over a `Connection`.

import { Program } from '@coral-xyz/anchor'
import type { Connection, PublicKey } from '@solana/web3.js'
import type { BankrollFundsOf, Bankrolls as BankrollsOf } from '../core/client/bankroll.ts'
import type { Bets as BetsOf } from '../core/client/bets.ts'
import type { Burns as BurnsOf } from '../core/client/burns.ts'
import { Client, type ClientOptionsOf, type HoldingOf } from '../core/client/client.ts'
import type { Decisions as DecisionsOf } from '../core/client/decisions.ts'
import type * as filters from '../core/client/filters.ts'
import type * as inputs from '../core/client/inputs.ts'
import type { MarketRefOf } from '../core/client/market-ref.ts'
import type { CreatedMarketOf, ListedMarketOf, Markets as MarketsOf } from '../core/client/markets.ts'
import type { SettledOf } from '../core/client/settlements.ts'
import type { MarketsChangeOf } from '../core/follow/markets.ts'
import type { TransactionEventsOf } from '../core/follow/past-events.ts'
import { remembered } from '../core/remember.ts'
import type * as options from '../core/transaction/options.ts'
import type * as wire from '../core/wire.ts'
import { IDL, type PredictionMarket } from '../idl/prediction_market.ts'
import type { Web3 } from './library.ts'
import { web3Wire } from './wire.ts'

export type Bankrolls = BankrollsOf<Web3>
export type Bets = BetsOf<Web3>
export type Burns = BurnsOf<Web3>
export type Decisions = DecisionsOf<Web3>
export type Markets = MarketsOf<Web3>

/** An account and its address. */
export type Fetched<T> = wire.Fetched<T, PublicKey>
/** A market by address, by id (`market_…`), or as it was fetched before, which saves a call. */
export type MarketRef = MarketRefOf<Web3>
/** A bankroll and what can be taken out of it. */
export type BankrollFunds = BankrollFundsOf<Web3>
/** A position of a wallet, its market and question, and its value. */
export type Holding = HoldingOf<Web3>
/** A market and the text of its question; `null` if its account is closed. */
export type ListedMarket = ListedMarketOf<Web3>
/** An opened market. */
export type CreatedMarket = CreatedMarketOf<Web3>
/** The markets that match a filter, and what has changed about them. */
export type MarketsChange = MarketsChangeOf<PublicKey>
/** A confirmed transaction and the owners that it paid. */
export type Settled = SettledOf<Web3>
/** The events of one transaction. */
export type TransactionEvents = TransactionEventsOf<PublicKey>
/** How transactions are built. */
export type TransactionOptions = options.TransactionOptions<Web3>
/** How a transaction is built and signed; the client's own options are the defaults. */
export type SendOptions = options.SendOptions<Web3>
/** Selects markets by all the given fields; all markets if there are none. */
export type MarketFilter = filters.MarketFilterOf<Web3>
/** Selects positions by all the given fields; all positions if there are none. */
export type PositionFilter = filters.PositionFilterOf<Web3>
/** A bet to place from a bankroll. */
export type BankrollBetInput = inputs.BankrollBetInput<Web3>
/** A bet to place. */
export type BetInput = inputs.BetInput<Web3>
/** A market to open. */
export type OpenMarketInput = inputs.OpenMarketInput<Web3>
/** The proof of an answer. */
export type Proof = inputs.Proof<Web3>
/** Sources of proofs. */
export type ProofSources = inputs.ProofSources<Web3>
/** A market to decide. */
export type ResolveInput = inputs.ResolveInput<Web3>

/** Options of a client: its reads, transactions and signer, and its sources of current values and proofs. */
export interface ClientOptions extends ClientOptionsOf<Web3> {}

/**
 * Reads markets, bets on them, decides them and pays them out, over a connection of web3.js.
 *
 * @example
 * const client = new PredictionMarketClient(connection, { signer: wallet })
 * await client.bets.place({ market: 'market_…', outcome: 'Yes', amount: parseAmount('0.5', SOL_DECIMALS) })
 */
export class PredictionMarketClient extends Client<Web3> {
  readonly #program: () => Program<PredictionMarket>

  constructor(
    readonly connection: Connection,
    options: ClientOptions = {},
  ) {
    // The parser is large, and most pages open no market: bundlers load it when it is needed.
    super(web3Wire(connection, options), options, () => import('../question/parse.ts'))
    const idl = { ...IDL, address: this.programId.toBase58() } as PredictionMarket
    this.#program = remembered(() => new Program<PredictionMarket>(idl, { connection }))
  }

  /** Anchor's program, over the same connection and without a wallet: it reads and builds, and cannot send. */
  get program(): Program<PredictionMarket> {
    return this.#program()
  }
}
