import {
  compileTransaction,
  type PendingTransactions,
  priorityLamports,
  requireConfirmed,
  type Simulation,
  simulate,
  TransactionFailedError,
  type TransactionVersion,
} from '@prediction-market/sdk'
import type { Connection, Keypair, PublicKey, TransactionInstruction } from '@solana/web3.js'
import { RecentBlockhash } from './blockhash.ts'
import type { Payers } from './payers.ts'

/** The parts that a sender uses. */
export interface SenderOptions {
  connection: Connection
  programId: PublicKey
  payers: Payers
  pending: PendingTransactions
  /** Micro-lamports offered for each compute unit; none by default. */
  priorityFee?: bigint | undefined
  /** Called for every transaction that a block included, with its fee in lamports. */
  onIncluded: (result: 'ok' | 'failed', lamports: bigint) => void
}

/** The instructions of one transaction. */
export interface Request {
  instructions: readonly TransactionInstruction[]
  /** Keys that must sign besides the payer. */
  signers?: readonly Keypair[] | undefined
  /** 0 by default. */
  version?: TransactionVersion | undefined
}

/** A transaction that has been simulated. */
export interface SimulatedRequest extends Request, Simulation {
  payer: Keypair
}

const LAMPORTS_PER_SIGNATURE = 5_000n

/** The errors of a payer that cannot pay. */
const PAYER_ERRORS = ['AccountNotFound', 'InsufficientFundsForFee', 'InsufficientFundsForRent']

/** Simulates and submits transactions, each paid by the next payer that has funds. */
export class Sender {
  readonly #blockhash: RecentBlockhash
  #isStopped = false

  constructor(private readonly options: SenderOptions) {
    this.#blockhash = new RecentBlockhash(options.connection)
  }

  /** The next payer, for instructions that name theirs. */
  get nextPayer(): Keypair {
    return this.options.payers.take()
  }

  /** Refuses everything from now on. */
  stop(): void {
    this.#isStopped = true
  }

  /**
   * Simulates a transaction. Unless the payer is given, one that cannot pay is replaced by the next.
   *
   * @throws ProgramError or TransactionFailedError if it would fail now
   */
  async simulate(request: Request, payer?: Keypair): Promise<SimulatedRequest> {
    const { payers } = this.options
    for (let attempt = 1; ; attempt++) {
      const next = payer ?? payers.take()
      try {
        return { ...request, ...(await this.#simulate(request, next)), payer: next }
      } catch (error) {
        if (!isPayerError(error)) throw error
        payers.leaveOut(next)
        if (payer || attempt === payers.keys.length) throw error
      }
    }
  }

  /**
   * Sends a simulated transaction and waits until it is confirmed.
   *
   * @throws ProgramError, TransactionFailedError, TransactionExpiredError or TransactionUnconfirmedError
   */
  async submit(request: SimulatedRequest): Promise<void> {
    const { pending, priorityFee, onIncluded } = this.options
    const { payer, instructions, computeUnits, version, signers = [] } = request
    const { blockhash, lastValidBlockHeight } = await this.#blockhash.get()
    const transaction = compileTransaction({
      payer: payer.publicKey,
      instructions,
      blockhash,
      computeUnits,
      priorityFee,
      version,
    })
    transaction.sign([payer, ...signers])
    const confirmation = await pending.submit({ transaction, lastValidBlockHeight })
    const fee = this.#fee(transaction.signatures.length, computeUnits)
    if (confirmation.status === 'confirmed') onIncluded('ok', fee)
    if (confirmation.status === 'failed' && confirmation.slot !== null) onIncluded('failed', fee)
    requireConfirmed(confirmation)
  }

  /** Simulates and submits a transaction. */
  async send(request: Request, payer?: Keypair): Promise<void> {
    await this.submit(await this.simulate(request, payer))
  }

  #simulate({ instructions, version }: Request, payer: Keypair): Promise<Simulation> {
    if (this.#isStopped) throw new Error('The keeper was stopped')
    const { connection, programId, priorityFee } = this.options
    return simulate({
      connection,
      programId,
      payer: payer.publicKey,
      instructions,
      priorityFee,
      version,
      // A market that has just expired has done so in the latest block only.
      commitment: 'processed',
    })
  }

  /** The fee of a transaction, in lamports. */
  #fee(signatures: number, computeUnits: number): bigint {
    const priority = priorityLamports(computeUnits, this.options.priorityFee)
    return LAMPORTS_PER_SIGNATURE * BigInt(signatures) + priority
  }
}

function isPayerError(error: unknown): boolean {
  if (!(error instanceof TransactionFailedError)) return false
  const text = typeof error.reason === 'string' ? error.reason : JSON.stringify(error.reason)
  return PAYER_ERRORS.some((name) => text.includes(name))
}
