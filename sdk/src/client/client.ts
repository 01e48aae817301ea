import type {
  AddressLookupTableAccount,
  Connection,
  Keypair,
  PublicKey,
  TransactionInstruction,
} from '@solana/web3.js'
import type { Market } from '../accounts/decode.ts'
import type { SetDelegateInput } from '../instructions/bankroll.ts'
import { toMarketId } from '../market-id.ts'
import { requireConfirmed, type Sent } from '../transaction/confirmation.ts'
import { PendingTransactions } from '../transaction/pending.ts'
import { type PreparedTransaction, prepareTransaction } from '../transaction/prepare.ts'
import { anyPriorityFee, type PriorityFee } from '../transaction/priority-fee.ts'
import { BankrollPlanner } from './bankroll.ts'
import type { BankrollMoneyInput, BetInput, ClaimInput, OpenMarketInput, ResolveInput } from './inputs.ts'
import { type Fetched, type MarketRef, marketAddress, type ReaderOptions } from './reader.ts'
import { submitPlan } from './resolution.ts'
import { requireSigner, signTransaction, type TransactionSigner } from './signer.ts'
import {
  subscribeToEvents,
  subscribeToMarket,
  type TransactionEvents,
  type Unsubscribe,
} from './subscriptions.ts'

/** How transactions are made. */
export interface TransactionOptions {
  /** Micro-lamports offered for each compute unit, on top of the base fee, or `auto`; none by default. */
  priorityFee?: PriorityFee | undefined
  /** The most that `auto` offers; 1,000,000 by default. */
  maxPriorityFee?: bigint | undefined
  /** The compute limit; by default what a simulation takes, and a tenth more. */
  computeUnits?: number | undefined
  /** Tables that hold some of the addresses, so that more positions fit into a transaction. */
  lookupTables?: readonly AddressLookupTableAccount[] | undefined
  /** Whether an equal transaction in the same slot is another one; only bets are by default. */
  isUnique?: boolean | undefined
}

/** How a transaction is made and signed; the client's own options are the defaults. */
export interface SendOptions extends TransactionOptions {
  /** Signs and pays. */
  signer?: TransactionSigner | undefined
  /** Keys that must sign besides. */
  signers?: readonly Keypair[] | undefined
}

/** How a client reads, makes transactions and signs. */
export interface ClientOptions extends ReaderOptions, Omit<SendOptions, 'signers'> {}

/** A confirmed transaction and the owners that it paid. */
export interface Settled extends Sent {
  owners: PublicKey[]
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
 * await client.placeBet({ market: 'market_…', outcome: 'Yes', amount: parseAmount('0.5', SOL_DECIMALS) })
 */
export class PredictionMarketClient extends BankrollPlanner {
  private readonly pending: PendingTransactions

  constructor(
    connection: Connection,
    private readonly options: ClientOptions = {},
  ) {
    super(connection, options)
    const { programId, commitment } = this
    this.pending = new PendingTransactions(connection, { programId, commitment })
  }

  /** Opens a market. */
  async createMarket(
    input: Omit<OpenMarketInput, 'creator'>,
    options: SendOptions = {},
  ): Promise<Sent & { market: PublicKey; id: string }> {
    const creator = this.signer(options).publicKey
    const { market, instructions } = await this.buildCreateMarket({ ...input, creator })
    return { ...(await this.send(instructions, options)), market, id: toMarketId(market) }
  }

  /** Takes back a market of the signer's that nobody has staked on; its rent goes to the signer. */
  async cancel(input: { market: MarketRef }, options: SendOptions = {}): Promise<Sent> {
    return this.send(await this.buildCancel(input), options)
  }

  /** Stakes on a side. */
  async placeBet(input: Omit<BetInput, 'bettor'>, options: SendOptions = {}): Promise<Sent> {
    const bettor = this.signer(options).publicKey
    return this.send(await this.buildPlaceBet({ ...input, bettor }), { isUnique: true, ...options })
  }

  /**
   * Decides a market by its proof, or records that the condition was not met at expiry. Without a proof, a recorded
   * observation decides. A signed Pyth update takes three transactions, everything else one.
   *
   * @returns the transaction that decided it
   */
  async resolve(input: ResolveInput, options: SendOptions = {}): Promise<Sent> {
    const payer = this.signer(options).publicKey
    const plan = await this.planResolve({ ...input, payer })
    return submitPlan(plan, ({ instructions, signers }) => this.send(instructions, { ...options, signers }))
  }

  /** Voids a market that was not decided in time. */
  async void(input: { market: MarketRef }, options: SendOptions = {}): Promise<Sent> {
    return this.send(await this.buildVoid(input), options)
  }

  /** Collects the fees of a decided market. */
  async collectFees(input: { market: MarketRef }, options: SendOptions = {}): Promise<Sent> {
    const payer = this.signer(options).publicKey
    return this.send(await this.buildCollectFees({ ...input, payer }), options)
  }

  /**
   * Pays the positions of a decided market, everybody's by default, one transaction after the other. An owner who
   * cannot be paid now is skipped and keeps their position. If a transaction fails, the positions before it are
   * paid; call again to pay the rest.
   */
  async settle(
    input: { market: MarketRef; owners?: readonly PublicKey[] | undefined },
    options: SendOptions = {},
  ): Promise<Settled[]> {
    const payer = this.signer(options).publicKey
    const { priorityFee: fee, lookupTables } = this.chosen(options)
    const priorityFee = anyPriorityFee(fee)
    const settled: Settled[] = []
    for (const batch of await this.buildSettle({ ...input, payer, priorityFee, lookupTables })) {
      const sent = await this.send([batch.instruction], options)
      settled.push({ ...sent, owners: batch.owners })
    }
    return settled
  }

  /** Pays the signer's own position. */
  async claim(input: Omit<ClaimInput, 'owner'>, options: SendOptions = {}): Promise<Sent> {
    const owner = this.signer(options).publicKey
    return this.send(await this.buildClaim({ ...input, owner }), options)
  }

  /** Closes a market that owes nobody anything; its creator gets the rent. */
  async close(input: { market: MarketRef }, options: SendOptions = {}): Promise<Sent> {
    return this.send(await this.buildClose(input), options)
  }

  /** Puts money into the signer's bankroll; the first deposit opens it. */
  async deposit(input: Omit<BankrollMoneyInput, 'owner'>, options: SendOptions = {}): Promise<Sent> {
    const owner = this.signer(options).publicKey
    return this.send(await this.buildDeposit({ ...input, owner }), options)
  }

  /** Takes money out of the signer's bankroll. */
  async withdraw(input: Omit<BankrollMoneyInput, 'owner'>, options: SendOptions = {}): Promise<Sent> {
    const owner = this.signer(options).publicKey
    return this.send(await this.buildWithdraw({ ...input, owner }), options)
  }

  /** Names who may bet from the signer's bankroll, changes that, or ends it. */
  async setDelegate(input: Omit<SetDelegateInput, 'owner'>, options: SendOptions = {}): Promise<Sent> {
    const owner = this.signer(options).publicKey
    return this.send(await this.buildSetDelegate({ ...input, owner }), options)
  }

  /** Compiles an unsigned transaction: one call to simulate it, one for a blockhash. */
  async prepare(
    instructions: readonly TransactionInstruction[],
    options: TransactionOptions & { payer: PublicKey },
  ): Promise<PreparedTransaction> {
    return prepareTransaction({
      connection: this.connection,
      commitment: this.commitment,
      programId: this.programId,
      payer: options.payer,
      instructions,
      isUnique: options.isUnique,
      ...this.chosen(options),
    })
  }

  /** Prepares a transaction, has it signed, sends it and waits until it is confirmed. */
  async send(instructions: readonly TransactionInstruction[], options: SendOptions = {}): Promise<Sent> {
    const signer = this.signer(options)
    const prepared = await this.prepare(instructions, { ...options, payer: signer.publicKey })
    const transaction = await signTransaction(signer, prepared.transaction)
    if (options.signers) transaction.sign([...options.signers])
    const { lastValidBlockHeight } = prepared
    // A transaction whose compute limit was given has not been simulated yet.
    const skipPreflight = this.chosen(options).computeUnits === undefined
    return requireConfirmed(await this.pending.submit({ transaction, lastValidBlockHeight, skipPreflight }))
  }

  /** Calls the listener whenever a market changes, with `null` once it has been closed. */
  onMarket(market: MarketRef, listener: (market: Fetched<Market> | null, slot: number) => void): Unsubscribe {
    return subscribeToMarket(this, marketAddress(market), listener)
  }

  /** Calls the listener with the events of every successful transaction that calls the program. */
  onEvents(listener: (events: TransactionEvents) => void): Unsubscribe {
    return subscribeToEvents(this, listener)
  }

  /** The options of a call, with the client's own as defaults. */
  private chosen(options: TransactionOptions): TransactionOptions {
    return {
      priorityFee: options.priorityFee ?? this.options.priorityFee,
      maxPriorityFee: options.maxPriorityFee ?? this.options.maxPriorityFee,
      computeUnits: options.computeUnits ?? this.options.computeUnits,
      lookupTables: options.lookupTables ?? this.options.lookupTables,
    }
  }

  private signer(options: SendOptions): TransactionSigner {
    return requireSigner(options.signer ?? this.options.signer)
  }
}
