import type { Commitment, Connection, PublicKey } from '@solana/web3.js'
import { readSupply } from '../oracle/mint.ts'
import { findBondingCurve, findMigrationPool, hasMigrated, readQuoteMint } from '../oracle/pump.ts'
import type { Measured } from '../rules/compare.ts'

/** Fetches the supply of a token, in whole tokens; `null` if there is no such mint. */
export async function fetchSupply(
  connection: Connection,
  mint: PublicKey,
  commitment: Commitment,
): Promise<Measured | null> {
  const account = await connection.getAccountInfo(mint, commitment)
  return account && readSupply(mint, account)
}

/** Fetches whether a token has left its bonding curve. Two calls. */
export async function fetchMigrated(
  connection: Connection,
  token: PublicKey,
  commitment: Commitment,
): Promise<boolean> {
  const curve = await connection.getAccountInfo(findBondingCurve(token), commitment)
  if (!curve) return false
  const pool = findMigrationPool(token, readQuoteMint(curve.data))
  return hasMigrated(curve.data, (await connection.getAccountInfo(pool, commitment))?.data)
}
