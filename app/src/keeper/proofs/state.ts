import { type Fetched, type Market, readQuoteMint } from '@prediction-market/sdk'
import { unpackMint } from '@solana/spl-token'
import type { PublicKey } from '@solana/web3.js'
import { meets } from '../../compare.ts'
import type { WatchedAccounts } from '../watched-accounts.ts'
import type { Proof, ProofSource } from './proof.ts'
import { PumpAddresses } from './pump-addresses.ts'

/** Where a bonding curve says whether it is complete. */
const CURVE_COMPLETE = 48

/**
 * Supplies and migrations: the accounts themselves are the proof, and the program reads them when it decides.
 * Those of conditions by expiry are watched.
 */
export class StateProofs implements ProofSource {
  readonly #addresses = new PumpAddresses()

  constructor(private readonly accounts: WatchedAccounts) {}

  holds({ condition, token }: Market): boolean {
    if (!token) return false
    if (condition.type === 'migration') return this.#hasMigrated(token)
    if (condition.type !== 'supply') return false
    const supply = readSupply(this.accounts, token)
    return supply !== undefined && meets(condition, supply)
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
    // Where the pool is, the curve says.
    const curve = this.accounts.get(address)
    return curve ? [address, this.#addresses.pool(token, readQuoteMint(curve.data))] : [address]
  }

  #hasMigrated(token: PublicKey): boolean {
    const curve = this.accounts.get(this.#addresses.curve(token))
    if (curve?.data.at(CURVE_COMPLETE) !== 1) return false
    const pool = this.accounts.get(this.#addresses.pool(token, readQuoteMint(curve.data)))
    return (pool?.data.length ?? 0) > 0
  }
}

/** The supply of a mint that is watched, in whole tokens; `undefined` if it is not known to be a mint. */
export function readSupply(accounts: WatchedAccounts, mint: PublicKey) {
  const account = accounts.get(mint)
  if (!account) return undefined
  try {
    const { supply, decimals } = unpackMint(mint, account, account.owner)
    return { value: supply, exponent: -decimals }
  } catch {
    // Anything can be at an address that somebody asks a question about.
    return undefined
  }
}
