// Submits prepared transactions: has them signed, sends them in order and waits until they are confirmed.

import type { Connection, Keypair, PublicKey, VersionedTransaction } from '@solana/web3.js'
import bs58 from 'bs58'
import { type Confirmation, requireConfirmed, type Sent } from '../../core/transaction/confirmation.ts'
import { TransactionExpiredError } from '../../core/transaction/errors.ts'
import { PendingTransactions } from '../../core/transaction/pending.ts'
import type { Finality } from '../../core/transaction/status.ts'
import type { PreparedTransaction } from '../transaction/prepare.ts'
import { type ConnectedSigner, isVisible, sendByWallet, signTransactions } from './signer.ts'

/** How a transaction is followed once it is signed. */
export interface WaitOptions {
  /** How final the transaction must be before the call returns; the client's by default. */
  commitment?: 'processed' | Finality | undefined
  /** Called with the signature as soon as the transaction is sent. */
  onSent?: ((signature: string) => void) | undefined
  /**
   * Stops the call. Before the transaction is sent, the call throws the signal's reason and nothing happens;
   * afterwards it throws `TransactionUnconfirmedError`, because the transaction may still be confirmed.
   */
  signal?: AbortSignal | undefined
}

/** How prepared transactions are signed and sent. */
export interface SubmitOptions extends WaitOptions {
  signer: ConnectedSigner
  /** Additional signers. */
  signers?: readonly Keypair[] | undefined
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
export class TransactionSubmitter {
  readonly #pending = new Map<string, PendingTransactions>()

  constructor(
    private readonly connection: Connection,
    private readonly options: { programId: PublicKey; commitment: Finality },
  ) {}

  /**
   * Signs all of the transactions first, at once if the wallet can, and sends one after the other. Stops at the first
   * that fails.
   *
   * @param onConfirmed - called with each that is confirmed
   * @throws ExpiredUnsentError if one expired before it was sent: prepare the rest again
   */
  async submit(
    prepared: readonly PreparedTransaction[],
    options: SubmitOptions,
    onConfirmed: (sent: Sent) => void = () => {},
  ): Promise<void> {
    const { signer, signers = [], signal } = options
    signal?.throwIfAborted()
    const transactions = prepared.map(({ transaction }) => transaction)
    if (!isVisible(signer)) {
      for (const transaction of transactions) {
        // Afterwards nobody but the wallet sees the transaction.
        transaction.sign([...signers])
        onConfirmed(await this.#sendByWallet(transaction, { ...options, signer }))
      }
      return
    }
    const begun = Date.now()
    const signed = await signTransactions(signer, transactions)
    for (const [index, transaction] of signed.entries()) {
      signal?.throwIfAborted()
      if (signers.length > 0) transaction.sign([...signers])
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
    const height = await this.connection.getBlockHeight(this.options.commitment).catch(() => 0)
    return height > lastValidBlockHeight
  }

  async #sendByWallet(
    transaction: VersionedTransaction,
    options: SubmitOptions & { signer: Parameters<typeof sendByWallet>[0] },
  ): Promise<Sent> {
    options.signal?.throwIfAborted()
    const signature = await sendByWallet(options.signer, transaction, this.connection)
    // The wallet may have taken a newer blockhash, but none that is newer than the present block.
    const height = await this.connection.getBlockHeight(this.options.commitment).catch(() => null)
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
  #at({ commitment = this.options.commitment }: WaitOptions): PendingTransactions {
    const known = this.#pending.get(commitment)
    if (known) return known
    const { programId } = this.options
    const pending = new PendingTransactions(this.connection, { programId, commitment })
    this.#pending.set(commitment, pending)
    return pending
  }
}
