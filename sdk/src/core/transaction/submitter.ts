// Submits prepared transactions: has them signed, sends them in order and waits until they are confirmed.

import bs58 from 'bs58'
import type { Library, Wire } from '../wire.ts'
import { type Confirmation, requireConfirmed, type Sent } from './confirmation.ts'
import { TransactionExpiredError } from './errors.ts'
import type { WaitOptions } from './options.ts'
import { PendingTransactions } from './pending.ts'
import type { PreparedTransactionOf } from './prepare.ts'

/** How prepared transactions are signed and sent. */
export interface SubmitOptions<L extends Library> extends WaitOptions {
  wallet: L['Wallet']
  /** Additional signers. */
  signers: readonly L['Signer'][]
  /** Whether the node skips its simulation. */
  skipPreflight: boolean
}

/** Blocks in which a transaction can be included after its blockhash. */
const BLOCKHASH_LIFE = 150

/** Milliseconds in which no transaction can expire: 150 blocks take longer, even if blocks become shorter. */
const FRESH_MS = 5_000

/** A transaction expired before it was signed and sent: it had no effect and never will. */
export class ExpiredUnsentError extends TransactionExpiredError {}

/** Has transactions signed, sends them and waits until they are confirmed. */
export class TransactionSubmitter<L extends Library> {
  readonly #pending = new Map<string, PendingTransactions>()

  constructor(private readonly wire: Wire<L>) {}

  /**
   * Signs all of the transactions first, at once if the wallet can, and sends one after the other. Stops at the first
   * that fails.
   *
   * @param onConfirmed - called with each that is confirmed
   * @throws ExpiredUnsentError if one expired before it was sent: prepare the rest again
   */
  async submit(
    prepared: readonly PreparedTransactionOf<L>[],
    options: SubmitOptions<L>,
    onConfirmed: (sent: Sent) => void = () => {},
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
