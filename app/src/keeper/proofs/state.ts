import {
  type Fetched,
  hasMigrated,
  type Market,
  type Measured,
  meets,
  type Proof,
  readQuoteMint,
  readSupply,
} from '@prediction-market/sdk'
import type { PublicKey } from '@solana/web3.js'
import type { WatchedAccounts } from '../watched-accounts.ts'
import type { ProofSource } from './proof.ts'
import { PumpAddresses } from './pump-addresses.ts'

/**
 * Proves supplies and migrations: the program reads the accounts itself when it decides. The accounts of `byExpiry`
 * conditions are watched.
 */
export class StateProofs implements ProofSource {
  readonly #addresses = new PumpAddresses()

  constructor(private readonly accounts: WatchedAccounts) {}

  holds({ condition, token }: Market): boolean {
    if (!token) return false
    if (condition.type === 'migration') return this.#hasMigrated(token)
    if (condition.type !== 'supply') return false
    const supply = watchedSupply(this.accounts, token)
    return supply !== null && meets(condition, supply)
  }

  async prove(_market: Fetched<Market>): Promise<Proof> {
    return {}
  }

  /** The accounts to watch for a market that may be decided before it expires; none for most. */
  watches({ condition, token }: Market): PublicKey[] {
    if (condition.timing !== 'byExpiry' || !token) return []
    if (condition.type === 'supply' || condition.type === 'marketCap') return [token]
    if (condition.type !== 'migration') return []
    const address = this.#addresses.curve(token)
    // The address of the pool follows from the data of the curve.
    const curve = this.accounts.get(address)
    return curve ? [address, this.#addresses.pool(token, readQuoteMint(curve.data))] : [address]
  }

  #hasMigrated(token: PublicKey): boolean {
    const curve = this.accounts.get(this.#addresses.curve(token))
    const pool = curve && this.accounts.get(this.#addresses.pool(token, readQuoteMint(curve.data)))
    return hasMigrated(curve?.data, pool?.data)
  }
}

/** The supply of a watched mint, in whole tokens; `null` if it is not watched or not a mint. */
export function watchedSupply(accounts: WatchedAccounts, mint: PublicKey): Measured | null {
  const account = accounts.get(mint)
  return account ? readSupply(mint, account) : null
}
