import type {
  AddressLookupTableAccount,
  Connection,
  Keypair,
  PublicKey,
  TransactionInstruction,
} from '@solana/web3.js'
import type { Market } from '../accounts/decode.ts'
import type { Condition } from '../condition/types.ts'
import { type AddressInput, requireAddress } from '../input.ts'
import type { SetDelegateInput } from '../instructions/bankroll.ts'
import { toMarketId } from '../market-id.ts'
import type { Sent } from '../transaction/confirmation.ts'
import { type PreparedTransaction, prepareTransaction } from '../transaction/prepare.ts'
import { anyPriorityFee, type PriorityFee } from '../transaction/priority-fee.ts'
import { BankrollPlanner } from './bankroll.ts'
import { explainFailure } from './failures.ts'
import type { ProofSources } from './find-proof.ts'
import type {
  BankrollMoneyInput,
  BetInput,
  ClaimInput,
  OpenMarketInput,
  ResolutionPlan,
  ResolveInput,
} from './inputs.ts'
import type { PlannerOptions } from './planner.ts'
import type { Fetched, MarketRef } from './reader.ts'
import { submitPlan } from './resolution.ts'
import { TransactionSender, type WaitOptions } from './sender.ts'
import { requireSigner, type TransactionSigner } from './signer.ts'

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
export interface SendOptions extends TransactionOptions, WaitOptions {
  /** Signs and pays. */
  signer?: TransactionSigner | undefined
  /** Keys that must sign besides. */
  signers?: readonly Keypair[] | undefined
}

/** How a client reads, makes transactions and signs. */
export interface ClientOptions extends PlannerOptions, TransactionOptions {
  /** Signs and pays, unless a call names another signer. */
  signer?: TransactionSigner | undefined
}

/** A confirmed transaction and the owners that it paid. */
export interface Settled extends Sent {
  owners: PublicKey[]
}

/** The most transactions that are signed before the first is sent: their blockhash must not expire meanwhile. */
const SIGNED_AT_ONCE = 10

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
  private readonly sender: TransactionSender

  constructor(
    connection: Connection,
    private readonly options: ClientOptions = {},
  ) {
    super(connection, options)
    const { programId, commitment } = this
    this.sender = new TransactionSender(connection, { programId, commitment })
  }

  /**
   * Opens a market. Without a condition, the one that the question says: show your user `describeCondition` of
   * what `parseQuestion` derives before you open it.
   *
   * @returns the transaction, the market, and the condition that it was opened with
   */
  async createMarket(
    input: Omit<OpenMarketInput, 'creator'>,
    options: SendOptions = {},
  ): Promise<Sent & { market: PublicKey; id: string; condition: Condition }> {
    const creator = this.signer(options).publicKey
    const { market, condition, instructions } = await this.buildCreateMarket({ ...input, creator })
    return { ...(await this.send(instructions, options)), market, id: toMarketId(market), condition }
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
    return this.submitPlan(await this.planResolve({ ...input, payer }), options)
  }

  /**
   * Finds what decides a market now, and decides it: by a Pyth update, by what attestors have signed, by the accounts
   * that its condition measures, or by a recorded observation. Voids it once nobody can decide it any more.
   *
   * @returns the transaction, and the market after it: still `open`, with an `observation`, if "not met" was recorded
   * @throws NotDecidableError if nothing decides it now; call again from its `decidableAt` on
   */
  async decide(
    market: MarketRef,
    options: SendOptions & ProofSources = {},
  ): Promise<Sent & { market: Fetched<Market> }> {
    const payer = this.signer(options).publicKey
    const sent = await this.submitPlan(await this.planDecide(market, { ...options, payer }), options)
    return { ...sent, market: await this.reload(market) }
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
    input: { market: MarketRef; owners?: readonly AddressInput[] | undefined },
    options: SendOptions = {},
  ): Promise<Settled[]> {
    const payer = this.signer(options).publicKey
    const { priorityFee, lookupTables } = this.chosen(options)
    const plan = { ...input, payer, priorityFee: anyPriorityFee(priorityFee), lookupTables }
    const batches = await this.buildSettle(plan)
    const settled: Settled[] = []
    for (let start = 0; start < batches.length; start += SIGNED_AT_ONCE) {
      const some = batches.slice(start, start + SIGNED_AT_ONCE)
      const instructions = some.map(({ instruction }) => [instruction])
      await this.sendAll(instructions, options, (sent, index) => {
        settled.push({ ...sent, owners: some[index]?.owners ?? [] })
      })
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
    options: TransactionOptions & { payer: AddressInput },
  ): Promise<PreparedTransaction> {
    return prepareTransaction({
      connection: this.connection,
      commitment: this.commitment,
      programId: this.programId,
      payer: requireAddress('payer', options.payer),
      instructions,
      isUnique: options.isUnique,
      ...this.chosen(options),
    })
  }

  /** Prepares a transaction, has it signed, sends it and waits until it is confirmed. */
  async send(instructions: readonly TransactionInstruction[], options: SendOptions = {}): Promise<Sent> {
    const [sent] = await this.sendAll([instructions], options)
    return sent as Sent
  }

  /**
   * Prepares several transactions that do not depend on each other, has them signed, at once if the wallet can, and
   * sends one after the other. Stops at the first that fails.
   *
   * @param onConfirmed - called with each that is confirmed, and its number
   */
  async sendAll(
    transactions: readonly (readonly TransactionInstruction[])[],
    options: SendOptions = {},
    onConfirmed: (sent: Sent, index: number) => void = () => {},
  ): Promise<Sent[]> {
    const signer = this.signer(options)
    options.signal?.throwIfAborted()
    const sent: Sent[] = []
    try {
      const prepared = await Promise.all(
        transactions.map((one) => this.prepare(one, { ...options, payer: signer.publicKey })),
      )
      // A transaction whose compute limit was given has not been simulated yet.
      const skipPreflight = this.chosen(options).computeUnits === undefined
      await this.sender.submit(prepared, { ...options, signer, skipPreflight }, (one) => {
        onConfirmed(one, sent.push(one) - 1)
      })
      return sent
    } catch (failure) {
      const { connection } = this
      const instructions = transactions.flat()
      throw await explainFailure(failure, { connection, payer: signer.publicKey, instructions })
    }
  }

  private submitPlan(plan: ResolutionPlan, options: SendOptions): Promise<Sent> {
    return submitPlan(plan, ({ instructions, signers }) => this.send(instructions, { ...options, signers }))
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
