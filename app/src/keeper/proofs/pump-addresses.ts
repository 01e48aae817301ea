import { findBondingCurve, findMigrationPool } from '@prediction-market/sdk'
import type { PublicKey } from '@solana/web3.js'

/** Addresses that are remembered. */
const MOST = 10_000

/** Addresses of pump.fun's accounts. Deriving one takes longer than a look at all markets, so it is done once. */
export class PumpAddresses {
  readonly #known = new Map<string, PublicKey>()

  /** The bonding curve of a token. */
  curve(token: PublicKey): PublicKey {
    return this.#remember(token.toBase58(), () => findBondingCurve(token))
  }

  /** The pool that a migration creates. */
  pool(token: PublicKey, quoteMint: PublicKey): PublicKey {
    const key = `${token.toBase58()} ${quoteMint.toBase58()}`
    return this.#remember(key, () => findMigrationPool(token, quoteMint))
  }

  #remember(key: string, find: () => PublicKey): PublicKey {
    const known = this.#known.get(key)
    if (known) return known
    if (this.#known.size >= MOST) this.#known.clear()
    const address = find()
    this.#known.set(key, address)
    return address
  }
}
