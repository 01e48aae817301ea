// Sends the client's transactions: prepares them, has them signed, and waits until they are confirmed.

import type { AddressInput, Library, Wire } from '../wire.ts'
import type { Sent } from './confirmation.ts'
import type { SenderOptions, SendOptions, TransactionOptions } from './options.ts'
import { type ResolutionPlanOf, submitPlan } from './plan.ts'
import { type PreparedTransactionOf, prepareTransaction } from './prepare.ts'
import { ExpiredUnsentError, TransactionSubmitter } from './submitter.ts'

/** How often a signer is asked, if transactions expire before they are signed. */
const MAX_ASKED = 3

/** Prepares transactions, has them signed, sends them and waits until they are confirmed. */
export class TransactionSender<L extends Library> {
  private readonly submitter: TransactionSubmitter<L>

  constructor(
    private readonly wire: Wire<L>,
    private readonly defaults: SenderOptions<L>,
  ) {
    this.submitter = new TransactionSubmitter(wire)
  }

  /** The address of a call's signer. @throws InvalidInputError if it is missing, or cannot sign */
  signer(options: SendOptions<L>): L['Address'] {
    return this.wire.requireWallet(options.signer ?? this.defaults.signer)
  }

  /** The options of a call; the client's own are the defaults. */
  chosen(options: TransactionOptions<L>): TransactionOptions<L> {
    return {
      priorityFee: options.priorityFee ?? this.defaults.priorityFee,
      maxPriorityFee: options.maxPriorityFee ?? this.defaults.maxPriorityFee,
      computeUnits: options.computeUnits ?? this.defaults.computeUnits,
      lookupTables: options.lookupTables ?? this.defaults.lookupTables,
      version: options.version ?? this.defaults.version,
      isUnique: options.isUnique ?? this.defaults.isUnique,
    }
  }

  /** Compiles an unsigned transaction: one call to simulate it, one for a blockhash. */
  async prepare(
    instructions: readonly L['Instruction'][],
    options: TransactionOptions<L> & { payer: AddressInput<L> },
  ): Promise<PreparedTransactionOf<L>> {
    const payer = this.wire.address('payer', options.payer)
    return prepareTransaction(this.wire, { payer, instructions, ...this.chosen(options) })
  }

  /** Prepares a transaction, has it signed, sends it and waits until it is confirmed. */
  async send(instructions: readonly L['Instruction'][], options: SendOptions<L> = {}): Promise<Sent> {
    const [sent] = await this.sendAll([instructions], options)
    return sent as Sent
  }

  /** Sends the transactions of a plan in order. */
  sendPlan(plan: ResolutionPlanOf<L>, options: SendOptions<L>): Promise<Sent> {
    return submitPlan(plan, ({ instructions, signers, version = options.version }) =>
      this.send(instructions, { ...options, signers, version }),
    )
  }

  /**
   * Prepares several transactions that do not depend on each other, has them signed, at once if the wallet can, and
   * sends one after the other. Stops at the first that fails. Transactions that expire before they are signed are
   * prepared again, and the wallet is asked again.
   *
   * @param onConfirmed - called with each that is confirmed, and its number
   */
  async sendAll(
    transactions: readonly (readonly L['Instruction'][])[],
    options: SendOptions<L> = {},
    onConfirmed: (sent: Sent, index: number) => void = () => {},
  ): Promise<Sent[]> {
    const payer = this.signer(options)
    const wallet = (options.signer ?? this.defaults.signer) as L['Wallet']
    options.signal?.throwIfAborted()
    const sent: Sent[] = []
    try {
      for (let asked = 1; ; asked += 1) {
        const rest = transactions.slice(sent.length)
        const prepared = await Promise.all(rest.map((one) => this.prepare(one, { ...options, payer })))
        // A transaction whose compute limit was given has not been simulated yet.
        const skipPreflight = this.chosen(options).computeUnits === undefined
        try {
          const signers = [
            ...(options.signers ?? []),
            ...rest.flat().flatMap((one) => this.wire.signersOf(one)),
          ]
          await this.submitter.submit(prepared, { ...options, wallet, signers, skipPreflight }, (one) => {
            onConfirmed(one, sent.push(one) - 1)
          })
          return sent
        } catch (failure) {
          if (!(failure instanceof ExpiredUnsentError) || asked === MAX_ASKED) throw failure
        }
      }
    } catch (failure) {
      const { explainFailure } = await import('./explain.ts')
      throw await explainFailure(this.wire, failure, { payer, instructions: transactions.flat() })
    }
  }
}
