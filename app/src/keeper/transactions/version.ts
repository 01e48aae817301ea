import type { TransactionVersion } from '@prediction-market/sdk/transaction'
import { SystemProgram } from '@solana/web3.js'
import type { Sender } from './sender.ts'

/** Milliseconds until it is asked again: a feature activates version 1, and the answer may have been lost. */
const RECHECK_MS = 60_000

/**
 * The newest version of transactions that the cluster takes. A node simulates a transfer of nothing in version 1:
 * nodes that do not know it refuse to decode it, and clusters without the feature to run it.
 */
export class NewestVersion {
  #version: Promise<TransactionVersion> | undefined
  #askedAt = 0

  constructor(private readonly sender: Sender) {}

  get(): Promise<TransactionVersion> {
    if (!this.#version || Date.now() - this.#askedAt > RECHECK_MS) {
      this.#askedAt = Date.now()
      this.#version = this.#ask()
    }
    return this.#version
  }

  async #ask(): Promise<TransactionVersion> {
    const payer = this.sender.nextPayer
    const { publicKey } = payer
    const transfer = SystemProgram.transfer({ fromPubkey: publicKey, toPubkey: publicKey, lamports: 0 })
    const request = { instructions: [transfer], version: 1 } as const
    return this.sender.simulate(request, payer).then(
      () => 1,
      () => 0,
    )
  }
}
