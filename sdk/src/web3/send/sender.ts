// Sends the client's transactions: prepares them, has them signed, and waits until they are confirmed.

import type { Connection, PublicKey, TransactionInstruction } from '@solana/web3.js'
import type { Sent } from '../../core/transaction/confirmation.ts'
import type { Finality } from '../../core/transaction/status.ts'
import { type AddressInput, requireAddress } from '../input.ts'
import { type ResolutionPlan, submitPlan } from '../transaction/plan.ts'
import { type PreparedTransaction, prepareTransaction } from '../transaction/prepare.ts'
import { explainFailure } from './failures.ts'
import type { SenderOptions, SendOptions, TransactionOptions } from './options.ts'
import { type ConnectedSigner, requireSigner } from './signer.ts'
import { ExpiredUnsentError, TransactionSubmitter } from './submitter.ts'

/** The chain that transactions are sent to. */
export interface SenderChain {
  connection: Connection
  programId: PublicKey
  commitment: Finality
}

/** How often a signer is asked, if transactions expire before they are signed. */
const MAX_ASKED = 3

/** Prepares transactions, has them signed, sends them and waits until they are confirmed. */
export class TransactionSender {
  private readonly submitter: TransactionSubmitter

  constructor(
    private readonly chain: SenderChain,
    private readonly defaults: SenderOptions,
  ) {
    this.submitter = new TransactionSubmitter(chain.connection, chain)
  }

  /** The signer of a call. */
  signer(options: SendOptions): ConnectedSigner {
    return requireSigner(options.signer ?? this.defaults.signer)
  }

  /** The options of a call; the client's own are the defaults. */
  chosen(options: TransactionOptions): TransactionOptions {
    return {
      priorityFee: options.priorityFee ?? this.defaults.priorityFee,
      maxPriorityFee: options.maxPriorityFee ?? this.defaults.maxPriorityFee,
      computeUnits: options.computeUnits ?? this.defaults.computeUnits,
      lookupTables: options.lookupTables ?? this.defaults.lookupTables,
    }
  }

  /** Compiles an unsigned transaction: one call to simulate it, one for a blockhash. */
  async prepare(
    instructions: readonly TransactionInstruction[],
    options: TransactionOptions & { payer: AddressInput },
  ): Promise<PreparedTransaction> {
    const { connection, programId, commitment } = this.chain
    const payer = requireAddress('payer', options.payer)
    const { isUnique } = options
    const chosen = this.chosen(options)
    return prepareTransaction({ connection, programId, commitment, payer, instructions, isUnique, ...chosen })
  }

  /** Prepares a transaction, has it signed, sends it and waits until it is confirmed. */
  async send(instructions: readonly TransactionInstruction[], options: SendOptions = {}): Promise<Sent> {
    const [sent] = await this.sendAll([instructions], options)
    return sent as Sent
  }

  /** Sends the transactions of a plan in order. */
  sendPlan(plan: ResolutionPlan, options: SendOptions): Promise<Sent> {
    return submitPlan(plan, ({ instructions, signers }) => this.send(instructions, { ...options, signers }))
  }

  /**
   * Prepares several transactions that do not depend on each other, has them signed, at once if the wallet can, and
   * sends one after the other. Stops at the first that fails. Transactions that expire before they are signed are
   * prepared again, and the wallet is asked again.
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
      for (let asked = 1; ; asked += 1) {
        const rest = transactions.slice(sent.length)
        const prepared = await Promise.all(
          rest.map((one) => this.prepare(one, { ...options, payer: signer.publicKey })),
        )
        // A transaction whose compute limit was given has not been simulated yet.
        const skipPreflight = this.chosen(options).computeUnits === undefined
        try {
          await this.submitter.submit(prepared, { ...options, signer, skipPreflight }, (one) => {
            onConfirmed(one, sent.push(one) - 1)
          })
          return sent
        } catch (failure) {
          if (!(failure instanceof ExpiredUnsentError) || asked === MAX_ASKED) throw failure
        }
      }
    } catch (failure) {
      const { connection } = this.chain
      const instructions = transactions.flat()
      throw await explainFailure(failure, { connection, payer: signer.publicKey, instructions })
    }
  }
}
