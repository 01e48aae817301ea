// The web3.js client: `PredictionMarketClient`, over a `Connection`.

import { Program } from '@coral-xyz/anchor'
import type { Connection, PublicKey } from '@solana/web3.js'
import { Client, type ClientOptionsOf } from '../core/client/client.ts'
import type { ClientTypes } from '../core/client/types.ts'
import { remembered } from '../core/remember.ts'
import type * as wire from '../core/wire.ts'
import { IDL, type PredictionMarket } from '../idl/prediction_market.ts'
import type { Web3 } from './library.ts'
import { web3Wire } from './wire.ts'

type Types = ClientTypes<Web3>
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
export type Fetched<T> = wire.Fetched<T, PublicKey>

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
