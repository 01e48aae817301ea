// Sends the client's transactions: prepares them, has them signed, and waits until they are confirmed.

import bs58 from 'bs58'
import type { AddressInput, Library, Signing, Wire } from '../wire.ts'
import { type Confirmation, requireConfirmed, type Sent } from './confirmation.ts'
import { TransactionExpiredError } from './errors.ts'
import type { SenderOptions, SendOptions, TransactionOptions, WaitOptions } from './options.ts'
import { PendingTransactions } from './pending.ts'
import { type ResolutionPlanOf, submitPlan } from './plan.ts'
import { type PreparedTransactionOf, prepareTransaction } from './prepare.ts'

/** How often a signer is asked, if transactions expire before they are signed. */
const MAX_ASKED = 3

/** How prepared transactions are signed and sent. */
interface SubmitOptions<L extends Library> extends WaitOptions, Signing<L> {
  /** Whether the node skips its simulation. */
  skipPreflight: boolean
}

/** Blocks in which a transaction can be included after its blockhash. */
const BLOCKHASH_LIFE = 150

/** Milliseconds in which no transaction can expire: 150 blocks take longer, even if blocks become shorter. */
const FRESH_MS = 5_000

/** A transaction expired before it was signed and sent: it had no effect and never will. */
class ExpiredUnsentError extends TransactionExpiredError {}

/** Prepares transactions, has them signed, sends them and waits until they are confirmed. */
export class TransactionSender<L extends Library> {
  readonly #pending = new Map<string, PendingTransactions>()

  constructor(
    private readonly wire: Wire<L>,
    private readonly defaults: SenderOptions<L>,
  ) {}

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
          await this.submit(prepared, { ...options, wallet, signers, skipPreflight }, (one) => {
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

  /**
   * Signs all of the transactions first, at once if the wallet can, and sends one after the other. Stops at the first
   * that fails.
   *
   * @param onConfirmed - called with each that is confirmed
   * @throws ExpiredUnsentError if one expired before it was sent: prepare the rest again
   */
  private async submit(
    prepared: readonly PreparedTransactionOf<L>[],
    options: SubmitOptions<L>,
    onConfirmed: (sent: Sent) => void,
  ): Promise<void> {
    const { wire } = this
    const { wallet, signal } = options
    signal?.throwIfAborted()
    const transactions = prepared.map(({ transaction }) => transaction)
    if (wire.isSending(wallet)) {
      for (const transaction of transactions) onConfirmed(await this.#sendByWallet(transaction, options))
      return
    }
    const begun = Date.now()
    const signed = await wire.sign(transactions, options)
    for (const [index, transaction] of signed.entries()) {
      signal?.throwIfAborted()
      const { lastValidBlockHeight = 0 } = prepared[index] ?? {}
      const signature = bs58.encode(transaction.signatures[0] ?? new Uint8Array(64))
      if (Date.now() - begun > FRESH_MS && (await this.#hasPassed(lastValidBlockHeight))) {
        throw new ExpiredUnsentError(signature)
      }
      const { skipPreflight } = options
      const pending = this.#at(options)
      const confirmation = pending.submit({ transaction, lastValidBlockHeight, skipPreflight })
      onConfirmed(await this.#follow(signature, confirmation, pending, options))
    }
  }

  /** Whether a transaction has expired; `false` if the node does not answer. */
  async #hasPassed(lastValidBlockHeight: number): Promise<boolean> {
    const height = await this.wire.node.getBlockHeight(this.wire.commitment).catch(() => 0)
    return height > lastValidBlockHeight
  }

  async #sendByWallet(transaction: L['Transaction'], options: SubmitOptions<L>): Promise<Sent> {
    options.signal?.throwIfAborted()
    const signature = await this.wire.sendByWallet(transaction, options)
    // The wallet may have taken a newer blockhash, but none that is newer than the present block.
    const height = await this.wire.node.getBlockHeight(this.wire.commitment).catch(() => null)
    const lastValidBlockHeight = height === null ? null : height + BLOCKHASH_LIFE
    const pending = this.#at(options)
    const confirmation = pending.follow({ signature, lastValidBlockHeight })
    return this.#follow(signature, confirmation, pending, options)
  }

  async #follow(
    signature: string,
    confirmation: Promise<Confirmation>,
    pending: PendingTransactions,
    { onSent, signal }: WaitOptions,
  ): Promise<Sent> {
    const drop = () => pending.drop(signature, signal?.reason)
    signal?.addEventListener('abort', drop)
    try {
      onSent?.(signature)
      if (signal?.aborted) drop()
      return requireConfirmed(await confirmation)
    } finally {
      signal?.removeEventListener('abort', drop)
    }
  }

  /** The transactions that wait for the same commitment share their status polls. */
  #at({ commitment = this.wire.commitment }: WaitOptions): PendingTransactions {
    const known = this.#pending.get(commitment)
    if (known) return known
    const programId = this.wire.text(this.wire.program)
    const pending = new PendingTransactions(this.wire.node, { programId, commitment })
    this.#pending.set(commitment, pending)
    return pending
  }
}
