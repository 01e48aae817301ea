// Caches addresses of pump.fun's accounts.

import { findBondingCurve, findMigrationPool } from '@prediction-market/sdk/oracle'
import type { PublicKey } from '@solana/web3.js'

/** The most addresses in the cache. */
const MAX_CACHED = 10_000

/** Caches addresses of pump.fun's accounts: deriving one takes longer than everything else about a market. */
export class PumpAddresses {
  readonly #cached = new Map<string, PublicKey>()

  /** The bonding curve of a token. */
  curve(token: PublicKey): PublicKey {
    return this.#get(token.toBase58(), () => findBondingCurve(token))
  }

  /** The pool that the migration of a token creates. */
  pool(token: PublicKey, quoteMint: PublicKey): PublicKey {
    const key = `${token.toBase58()} ${quoteMint.toBase58()}`
    return this.#get(key, () => findMigrationPool(token, quoteMint))
  }

  #get(key: string, find: () => PublicKey): PublicKey {
    const cached = this.#cached.get(key)
    if (cached) return cached
    if (this.#cached.size >= MAX_CACHED) this.#cached.clear()
    const address = find()
    this.#cached.set(key, address)
    return address
  }
}
