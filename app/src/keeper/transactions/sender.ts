import {
  compileTransaction,
  computeLimit,
  MAX_COMPUTE_UNITS,
  type ProgramEvent,
  parseEvents,
  TransactionFailedError,
  toTransactionError,
} from '@prediction-market/sdk'
import {
  type Connection,
  type Keypair,
  PublicKey,
  type TransactionInstruction,
  type VersionedTransaction,
} from '@solana/web3.js'
import bs58 from 'bs58'
import { RecentBlockhash } from './blockhash.ts'
import type { Flights } from './flights.ts'
import type { Payers } from './payers.ts'

/** What a sender works with. */
export interface SenderOptions {
  connection: Connection
  programId: PublicKey
  payers: Payers
  flights: Flights
  /** Micro-lamports offered for each compute unit; none by default. */
  priorityFee?: bigint | undefined
  /** Told of every transaction that a block took in, and the lamports that it cost. */
  onLanded: (result: 'ok' | 'failed', lamports: bigint) => void
}

/** Instructions of one transaction. */
export interface Request {
  instructions: readonly TransactionInstruction[]
  /** Who must sign besides the payer. */
  signers?: readonly Keypair[] | undefined
}

/** A transaction that a node has run to see what it would do. */
export interface Rehearsal extends Request {
  payer: Keypair
  computeUnits: number
  /** What it would do. */
  events: ProgramEvent[]
}

const LAMPORTS_PER_SIGNATURE = 5_000n
const MICRO = 1_000_000n

/** Stands in where a transaction is not meant to be sent. */
const NO_BLOCKHASH = PublicKey.default.toBase58()

/** What a node says of a payer that cannot pay. */
const PAYER_PROBLEMS = ['AccountNotFound', 'InsufficientFundsForFee', 'InsufficientFundsForRent']

/** Makes transactions of instructions: simulated, paid by one payer after the other, sent and waited for. */
export class Sender {
  readonly #blockhash: RecentBlockhash
  #stopped = false

  constructor(private readonly options: SenderOptions) {
    this.#blockhash = new RecentBlockhash(options.connection)
  }

  /** Whoever pays next, for instructions that name their payer. */
  get nextPayer(): Keypair {
    return this.options.payers.take()
  }

  /**
   * Simulates a transaction. A payer that cannot pay gives way to the next, unless it must be this one.
   *
   * @throws ProgramError or TransactionFailedError if it would fail as things stand
   */
  async rehearse(request: Request, payer?: Keypair): Promise<Rehearsal> {
    const { payers } = this.options
    for (let attempt = 1; ; attempt++) {
      const next = payer ?? payers.take()
      try {
        return await this.#rehearse(request, next)
      } catch (error) {
        if (!isPayerProblem(error)) throw error
        payers.leaveOut(next)
        if (payer || attempt === payers.keys.length) throw error
      }
    }
  }

  /** Begins nothing any more. */
  stop(): void {
    this.#stopped = true
  }

  /**
   * Sends what was rehearsed and waits until it is confirmed.
   *
   * @throws ProgramError or TransactionFailedError if it failed; see {@link Flights.send} for the rest
   */
  async perform(rehearsal: Rehearsal): Promise<void> {
    const { programId, flights, onLanded } = this.options
    const { payer, computeUnits, signers = [] } = rehearsal
    const { blockhash, lastValidBlockHeight } = await this.#blockhash.get()
    const transaction = this.#compile(rehearsal, payer, blockhash, computeUnits)
    transaction.sign([payer, ...signers])
    const signature = bs58.encode(transaction.signatures[0] as Uint8Array)
    const wire = transaction.serialize()
    const { err } = await flights.send({ signature, wire, lastValidBlockHeight })
    onLanded(err ? 'failed' : 'ok', this.#cost(transaction.signatures.length, computeUnits))
    if (err) throw toTransactionError({ err }, programId)
  }

  /** Both, one after the other. */
  async send(request: Request, payer?: Keypair): Promise<Rehearsal> {
    const rehearsal = await this.rehearse(request, payer)
    await this.perform(rehearsal)
    return rehearsal
  }

  async #rehearse(request: Request, payer: Keypair): Promise<Rehearsal> {
    if (this.#stopped) throw new Error('The keeper was stopped')
    const { connection, programId } = this.options
    const transaction = this.#compile(request, payer, NO_BLOCKHASH, MAX_COMPUTE_UNITS)
    // What has just expired has done so for the latest block alone.
    const options = { commitment: 'processed', replaceRecentBlockhash: true, sigVerify: false } as const
    const { value } = await connection.simulateTransaction(transaction, options)
    if (value.err) throw toTransactionError(value, programId)
    const { unitsConsumed, logs } = value
    return {
      ...{ ...request, payer },
      computeUnits: unitsConsumed === undefined ? MAX_COMPUTE_UNITS : computeLimit(unitsConsumed),
      events: parseEvents(logs ?? [], programId).events,
    }
  }

  #compile(
    { instructions }: Request,
    payer: Keypair,
    blockhash: string,
    computeUnits: number,
  ): VersionedTransaction {
    const { priorityFee } = this.options
    return compileTransaction({
      ...{ payer: payer.publicKey, instructions, blockhash, computeUnits, priorityFee },
    })
  }

  #cost(signatures: number, computeUnits: number): bigint {
    const micro = (this.options.priorityFee ?? 0n) * BigInt(computeUnits)
    return LAMPORTS_PER_SIGNATURE * BigInt(signatures) + (micro + MICRO - 1n) / MICRO
  }
}

function isPayerProblem(error: unknown): boolean {
  if (!(error instanceof TransactionFailedError)) return false
  const text = typeof error.reason === 'string' ? error.reason : JSON.stringify(error.reason)
  return PAYER_PROBLEMS.some((problem) => text.includes(problem))
}
