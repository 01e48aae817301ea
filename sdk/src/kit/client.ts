// The Kit client: `PredictionMarketClient`, without web3.js.

import type { Address } from '@solana/kit'
import { Client, type ClientOptionsOf } from '../core/client/client.ts'
import type { ClientTypes } from '../core/client/types.ts'
import type * as wire from '../core/wire.ts'
import { chainOver, type RpcNode } from './chain.ts'
import { codecOf } from './codec.ts'
import { COMPILER } from './compiler.ts'
import type { Kit } from './library.ts'

type Types = ClientTypes<Kit>
export type BankrollBetInput = Types['BankrollBetInput']
export type BankrollFunds = Types['BankrollFunds']
export type Bankrolls = Types['Bankrolls']
export type BetInput = Types['BetInput']
export type Bets = Types['Bets']
export type Burns = Types['Burns']
export type CreatedMarket = Types['CreatedMarket']
export type Decisions = Types['Decisions']
export type FetchedMarket = Types['FetchedMarket']
export type Holding = Types['Holding']
export type ListedMarket = Types['ListedMarket']
export type MarketFilter = Types['MarketFilter']
export type MarketRef = Types['MarketRef']
export type Markets = Types['Markets']
export type MarketsChange = Types['MarketsChange']
export type OpenMarketInput = Types['OpenMarketInput']
export type PositionFilter = Types['PositionFilter']
export type PreparedTransaction = Types['PreparedTransaction']
export type Proof = Types['Proof']
export type ProofSources = Types['ProofSources']
export type ResolveInput = Types['ResolveInput']
export type SendOptions = Types['SendOptions']
export type Settled = Types['Settled']
export type TransactionEvents = Types['TransactionEvents']
export type TransactionOptions = Types['TransactionOptions']

/** An account and its address. */
export type Fetched<T> = wire.Fetched<T, Address>

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
