// The Kit client: `PredictionMarketClient`, without web3.js.

import type { Address } from '@solana/kit'
import { Client, type ClientOptionsOf, type HoldingOf } from '../core/client/client.ts'
import type * as filters from '../core/client/filters.ts'
import type * as inputs from '../core/client/inputs.ts'
import type { FetchedMarket as FetchedMarketOf, MarketRefOf } from '../core/client/market-ref.ts'
import type { CreatedMarketOf, ListedMarketOf } from '../core/client/markets.ts'
import type { SettledOf } from '../core/client/settlements.ts'
import type { TransactionEventsOf } from '../core/follow/past-events.ts'
import type * as options from '../core/transaction/options.ts'
import type { PreparedTransactionOf } from '../core/transaction/prepare.ts'
import type * as wire from '../core/wire.ts'
import { chainOver, type RpcNode } from './chain.ts'
import { codecOf } from './codec.ts'
import { COMPILER } from './compiler.ts'
import type { Kit } from './library.ts'

/** An account and its address. */
export type Fetched<T> = wire.Fetched<T, Address>
/** A market, decoded: statuses and outcomes as strings, `null` for none. `Market` is the raw account. */
export type FetchedMarket = FetchedMarketOf<Kit>
/** A market by address, by id (`market_…`), or as it was fetched before, which saves a call. */
export type MarketRef = MarketRefOf<Kit>
/** A position of a wallet, its market and question, and its value. */
export type Holding = HoldingOf<Kit>
/** A market and the text of its question; `null` if its account is closed. */
export type ListedMarket = ListedMarketOf<Kit>
/** An opened market. */
export type CreatedMarket = CreatedMarketOf<Kit>
/** A transaction that is ready to be signed. */
export type PreparedTransaction = PreparedTransactionOf<Kit>
/** A confirmed transaction and the owners that it paid. */
export type Settled = SettledOf<Kit>
/** The events of one transaction. */
export type TransactionEvents = TransactionEventsOf<Address>
/** How transactions are built. */
export type TransactionOptions = options.TransactionOptions<Kit>
/** How a transaction is built and signed; the client's own options are the defaults. */
export type SendOptions = options.SendOptions<Kit>
/** Selects markets by all the given fields; all markets if there are none. */
export type MarketFilter = filters.MarketFilterOf<Kit>
/** Selects positions by all the given fields; all positions if there are none. */
export type PositionFilter = filters.PositionFilterOf<Kit>
/** A bet to place. */
export type BetInput = inputs.BetInput<Kit>
/** A market to open. */
export type OpenMarketInput = inputs.OpenMarketInput<Kit>
/** The proof of an answer. */
export type Proof = inputs.Proof<Kit>
/** Sources of proofs. */
export type ProofSources = inputs.ProofSources<Kit>
/** A market to decide. */
export type ResolveInput = inputs.ResolveInput<Kit>

/** Options of a client: its RPC, signer and subscriptions, and its sources of current values and proofs. */
export interface ClientOptions extends ClientOptionsOf<Kit>, RpcNode {}

/**
 * Reads markets, bets on them, decides them and pays them out, with `@solana/kit` alone: the same methods as the
 * client for web3.js.
 *
 * @example
 * const client = new PredictionMarketClient({ rpc: createSolanaRpc('http://127.0.0.1:8899'), signer })
 * await client.bets.place({ market: 'market_…', outcome: 'Yes', amount: parseAmount('0.5', SOL_DECIMALS) })
 */
export class PredictionMarketClient extends Client<Kit> {
  constructor(options: ClientOptions) {
    const codec = codecOf(options.programId)
    const chain = chainOver(options, codec.program, options.commitment ?? 'confirmed')
    // The parser is large, and most pages open no market: bundlers load it when it is needed.
    super({ ...codec, ...COMPILER, ...chain }, options, () => import('../question/parse.ts'))
  }
}
