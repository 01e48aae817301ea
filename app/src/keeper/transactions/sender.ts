// Simulates and submits the keeper's transactions, with a higher fee while they are not confirmed.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Span } from '@opentelemetry/api'
import { ProgramError } from '@prediction-market/sdk'
import type { ProgramEvent } from '@prediction-market/sdk/events'
import {
  type Confirmation,
  compileTransaction,
  type PendingTransactions,
  priorityLamports,
  requireConfirmed,
  type Simulation,
  simulate,
  TransactionFailedError,
  type TransactionVersion,
} from '@prediction-market/sdk/transaction'
import { Ed25519Program, type Keypair, type PublicKey, type TransactionInstruction } from '@solana/web3.js'
import bs58 from 'bs58'
import { RecentBlockhash } from '../../chain/shared-reads.ts'
import type { ChainState } from '../../chain/state.ts'
import { traced } from '../../runtime/tracing.ts'
import { FeeOffers, type FeeOptions, LAMPORTS_PER_SIGNATURE } from './fee-offers.ts'
import type { Payers } from './payers.ts'

export interface SenderOptions extends FeeOptions {
  programId: PublicKey
  payers: Payers
  pending: PendingTransactions
  state: Pick<ChainState, 'slot' | 'slotMs'>
  /** Milliseconds without a confirmation until the fee is raised; the time of twenty slots by default. */
  raiseMs?: number | undefined
  /** Called for every transaction that a block included, with its fee in lamports and the events of its simulation. */
  onIncluded: (result: 'ok' | 'failed', lamports: bigint, events: readonly ProgramEvent[]) => void
  /** Called once for each confirmed transaction, however often its fee was raised. */
  onEarned: (events: readonly ProgramEvent[]) => void
}

export interface Request {
  /** Either independent of the payer, or built for the payer. */
  instructions: readonly TransactionInstruction[] | ((payer: PublicKey) => readonly TransactionInstruction[])
  /** Keys that must sign besides the payer. */
  signers?: readonly Keypair[] | undefined
  /** 0 by default. */
  version?: TransactionVersion | undefined
  /** The most lamports to offer for priority; the configured ceiling by default. */
  maxPriority?: bigint | undefined
}

export interface SimulatedRequest extends Request, Simulation {
  instructions: readonly TransactionInstruction[]
  payer: Keypair
}

interface Offer {
  signature: string
  confirmation: Promise<Confirmation>
}

/** Slots without a confirmation until the fee is raised. */
const RAISE_SLOTS = 20

/** Milliseconds until then, before slots are measured. */
const FIRST_RAISE_MS = 5_000

/** The errors of a payer that cannot pay. */
const PAYER_ERRORS = ['AccountNotFound', 'InsufficientFundsForFee', 'InsufficientFundsForRent']

/** Simulates and submits transactions, each paid by the next payer that has funds. */
export class Sender {
  readonly #blockhash: RecentBlockhash
  readonly #fees: FeeOffers
  #isStopped = false

  constructor(private readonly options: SenderOptions) {
    this.#blockhash = new RecentBlockhash(options.connection, options.state)
    this.#fees = new FeeOffers(options)
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
        const { instructions } = request
        const built = typeof instructions === 'function' ? instructions(next.publicKey) : instructions
        return {
          ...request,
          ...(await this.#simulate(built, request, next)),
          instructions: built,
          payer: next,
        }
      } catch (error) {
        if (!isPayerError(error)) throw error
        payers.leaveOut(next)
        if (payer || attempt === payers.keys.length) throw error
      }
    }
  }

  /**
   * Sends a simulated transaction and waits until it is confirmed. While it is not, it is sent again with a higher fee,
   * up to the ceiling: every step of the keeper has its effect once, whichever of the offers is confirmed.
   *
   * @throws ProgramError, TransactionFailedError, TransactionExpiredError or TransactionUnconfirmedError
   */
  submit(request: SimulatedRequest): Promise<void> {
    return traced('confirm', { payer: request.payer.publicKey.toBase58() }, (span) =>
      this.#submit(request, span),
    )
  }

  async #submit(request: SimulatedRequest, span: Span): Promise<void> {
    const { pending, onEarned } = this.options
    const offers: Offer[] = []
    const { payer, instructions, events, computeUnits, maxPriority } = request
    const ceiling = this.#fees.ceiling(computeUnits, maxPriority)
    let fee = await this.#fees.first(payer.publicKey, instructions, ceiling)
    for (; ; fee = this.#fees.raise(fee, ceiling)) {
      offers.push(await this.#offer(request, fee))
      const isHighest = this.#fees.raise(fee, ceiling) === fee
      const best = bestOf(offers)
      const confirmation = isHighest ? await best : await within(this.#raiseMs, best)
      if (!confirmation) continue
      for (const { signature } of offers) pending.drop(signature)
      span.setAttributes({ signature: confirmation.signature, offers: offers.length })
      requireConfirmed(confirmation)
      onEarned(events)
      return
    }
  }

  get #raiseMs(): number {
    const { raiseMs, state } = this.options
    return raiseMs ?? (state.slotMs === null ? FIRST_RAISE_MS : RAISE_SLOTS * state.slotMs)
  }

  async send(request: Request, payer?: Keypair): Promise<void> {
    await this.submit(await this.simulate(request, payer))
  }

  /** Submits a transaction with a fee. */
  async #offer(request: SimulatedRequest, fee: bigint): Promise<Offer> {
    const { pending, onIncluded } = this.options
    const { payer, instructions, computeUnits, version, events, signers = [] } = request
    const { blockhash, lastValidBlockHeight } = await this.#blockhash.get()
    const transaction = compileTransaction({
      payer: payer.publicKey,
      instructions,
      blockhash,
      computeUnits,
      priorityFee: fee === 0n ? undefined : fee,
      version,
    })
    transaction.sign([payer, ...signers])
    const confirmation = pending.submit({ transaction, lastValidBlockHeight }).then((ended) => {
      const signatures = transaction.signatures.length + attestedSignatures(instructions)
      const lamports = feeOf(signatures, computeUnits, fee)
      if (ended.status === 'confirmed') {
        this.#fees.confirmed(fee)
        onIncluded('ok', lamports, events)
      }
      if (ended.status === 'failed' && ended.slot !== null) onIncluded('failed', lamports, events)
      return ended
    })
    return { signature: bs58.encode(transaction.signatures[0] as Uint8Array), confirmation }
  }

  #simulate(
    instructions: readonly TransactionInstruction[],
    { version }: Request,
    payer: Keypair,
  ): Promise<Simulation> {
    if (this.#isStopped) throw new Error('The keeper was stopped')
    const { connection, programId } = this.options
    return simulate({
      connection,
      programId,
      payer: payer.publicKey,
      instructions,
      priorityFee: 0n,
      version,
      // Only the latest block knows that a market has just expired.
      commitment: 'processed',
    })
  }
}

/** Signatures that the ed25519 program checks; the network charges each like a signature of the transaction. */
function attestedSignatures(instructions: readonly TransactionInstruction[]): number {
  const checks = instructions.filter(({ programId }) => programId.equals(Ed25519Program.programId))
  return checks.reduce((sum, { data }) => sum + (data[0] ?? 0), 0)
}

/** The fee of a transaction, in lamports. */
function feeOf(signatures: number, computeUnits: number, priorityFee: bigint): bigint {
  return LAMPORTS_PER_SIGNATURE * BigInt(signatures) + priorityLamports(computeUnits, priorityFee)
}

/** The first confirmation among offers of one transaction, or the result of the last if none is confirmed. */
async function bestOf(offers: readonly Offer[]): Promise<Confirmation> {
  const endings = offers.map(({ confirmation }) => confirmation)
  const confirmed = endings.map(async (ending) => {
    const ended = await ending
    return ended.status === 'confirmed' ? ended : Promise.reject(ended)
  })
  return Promise.any(confirmed).catch(() => endings.at(-1) as Promise<Confirmation>)
}

/** The value of a promise, or `undefined` if it takes longer. */
async function within<T>(milliseconds: number, promise: Promise<T>): Promise<T | undefined> {
  const timeout = new AbortController()
  const patience = sleep(milliseconds, undefined, { signal: timeout.signal }).catch(() => undefined)
  try {
    return await Promise.race([promise, patience])
  } finally {
    timeout.abort()
  }
}

function isPayerError(error: unknown): boolean {
  if (!(error instanceof TransactionFailedError)) return false
  const text = typeof error.reason === 'string' ? error.reason : JSON.stringify(error.reason)
  return PAYER_ERRORS.some((name) => text.includes(name))
}

/** Whether the chain refused a transaction, which a retry would not change. False if it was lost. */
export function isRefused(error: unknown): boolean {
  return error instanceof ProgramError || error instanceof TransactionFailedError
}
