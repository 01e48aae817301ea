// Fetches supplies and migrations from the accounts of tokens.

import type { AccountInfo, Commitment, Connection, PublicKey } from '@solana/web3.js'
import type { Buffer } from 'buffer'
import type { StateReading } from '../condition/kinds/index.ts'
import type { Measured } from '../rules/compare.ts'
import { readSupply } from './mint.ts'
import { findBondingCurve, findMigrationPool, hasMigrated, readQuoteMint } from './pump.ts'

/** The most accounts of one call. */
const BATCH = 100

type Account = AccountInfo<Buffer> | null
type Fetch = (addresses: readonly PublicKey[]) => Promise<Account[]>

/** Fetch the accounts of tokens and read their values; `null` if there is none. */
const READERS: Record<
  StateReading,
  (tokens: readonly PublicKey[], fetch: Fetch) => Promise<(Measured | null)[]>
> = {
  /** Whole tokens. */
  async mintSupply(tokens, fetch) {
    const mints = await fetch(tokens)
    return tokens.map((_, index) => {
      const mint = mints[index]
      return mint ? readSupply(mint) : null
    })
  },
  /** Whether tokens have left their bonding curves. */
  async hasMigrated(tokens, fetch) {
    const curves = await fetch(tokens.map(findBondingCurve))
    const pools = await fetch(
      tokens.map((token, index) => {
        const curve = curves[index]
        return findMigrationPool(token, curve ? readQuoteMint(curve.data) : undefined)
      }),
    )
    return tokens.map((_, index) => {
      const isMigrated = hasMigrated(curves[index]?.data, pools[index]?.data)
      return { value: isMigrated ? 1n : 0n, exponent: 0 }
    })
  },
}

/** Fetches values from the accounts of tokens, by token in base58. Tokens without a value are left out. */
export async function fetchState(
  reading: StateReading,
  tokens: readonly PublicKey[],
  connection: Connection,
  commitment?: Commitment,
): Promise<Map<string, Measured>> {
  const values = await READERS[reading](tokens, async (addresses) => {
    const accounts: Account[] = []
    for (let start = 0; start < addresses.length; start += BATCH) {
      const batch = addresses.slice(start, start + BATCH)
      accounts.push(...(await connection.getMultipleAccountsInfo(batch, commitment)))
    }
    return accounts
  })
  return new Map(
    tokens.flatMap((token, index) => {
      const value = values[index]
      return value ? [[token.toBase58(), value] as const] : []
    }),
  )
}

/** Fetches the supply of a token, in whole tokens; `null` if there is no such mint. */
export async function fetchSupply(
  connection: Connection,
  mint: PublicKey,
  commitment: Commitment,
): Promise<Measured | null> {
  return (await fetchState('mintSupply', [mint], connection, commitment)).get(mint.toBase58()) ?? null
}

/** Fetches the data of a token's bonding curve and of the pool that its migration creates. Two calls. */
export async function fetchMigration(
  connection: Connection,
  token: PublicKey,
  commitment: Commitment,
): Promise<{ curve: Uint8Array | undefined; pool: Uint8Array | undefined }> {
  const curve = (await connection.getAccountInfo(findBondingCurve(token), commitment))?.data
  if (!curve) return { curve, pool: undefined }
  const pool = findMigrationPool(token, readQuoteMint(curve))
  return { curve, pool: (await connection.getAccountInfo(pool, commitment))?.data }
}
