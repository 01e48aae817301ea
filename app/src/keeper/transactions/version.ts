// Finds the newest transaction version that the cluster accepts.

import type { TransactionVersion } from '@prediction-market/sdk/transaction'
import { SystemProgram } from '@solana/web3.js'
import type { Sender } from './sender.ts'

/** Milliseconds until it is checked again: a feature may activate version 1, or the answer was lost. */
const RECHECK_MS = 60_000

/**
 * The newest transaction version that the cluster accepts. A node simulates a transfer of 0 lamports in version 1:
 * nodes that do not know the version fail to decode it, and clusters without the feature refuse to run it.
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
