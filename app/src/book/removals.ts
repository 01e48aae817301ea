// Removes markets from the book once a majority of the nodes no longer has them.

import { marketIdOf } from '@prediction-market/sdk/accounts'
import type { Connection, PublicKey } from '@solana/web3.js'
import { goneAccounts } from '../chain/program-accounts.ts'
import type { MarketBook } from './book.ts'

/** Slots after which no response from before the removal of a market can arrive. */
const MAX_RESPONSE_AGE = 1_000

export interface RemovalOptions {
  /** Connections to each node alone. */
  nodes: readonly Connection[]
  programId: PublicKey
}

/**
 * Removes markets from the book that the chain no longer has. A market that one node does not have stays until a
 * majority of the nodes do not have it. Addresses are in base58.
 */
export class Removals {
  /** Markets that a node did not have. */
  readonly #missing = new Set<string>()
  /** The latest slot of any response when a market was removed. */
  readonly #removedAt = new Map<string, number>()
  #latestSlot = 0

  constructor(
    private readonly book: MarketBook,
    private readonly options: RemovalOptions,
  ) {}

  /** Records the slot of a response. */
  sawSlot(slot: number): void {
    this.#latestSlot = Math.max(this.#latestSlot, slot)
  }

  /** Whether the state of a market at a slot is from before its removal. */
  isOutdated(address: string, slot: number): boolean {
    return (this.#removedAt.get(address) ?? -1) >= slot
  }

  /** Records a market that a node did not have. */
  miss(address: string): void {
    this.#missing.add(address)
  }

  /** Records a market that the chain has. */
  found(address: string): void {
    this.#missing.delete(address)
    this.#removedAt.delete(address)
  }

  /** Removes markets that a node did not have and that, after finality, a majority of the nodes does not have. */
  async removeMissing(): Promise<void> {
    for (const [address, removedAt] of this.#removedAt) {
      if (removedAt < this.#latestSlot - MAX_RESPONSE_AGE) this.#removedAt.delete(address)
    }
    await this.removeGone([...this.#missing], 'finalized')
  }

  /** Removes those of `addresses` that a majority of the nodes do not have, and returns them. */
  async removeGone(
    addresses: readonly string[],
    commitment: 'confirmed' | 'finalized',
  ): Promise<readonly string[]> {
    const { nodes, programId } = this.options
    const seenAt = (address: string) => this.book.get(marketIdOf(address))?.slot ?? 0
    const gone = await goneAccounts(nodes, { programId, addresses, seenAt, commitment })
    for (const address of gone) {
      this.#missing.delete(address)
      this.#removedAt.set(address, this.#latestSlot)
      this.book.remove(marketIdOf(address))
    }
    return gone
  }
}
