// Writes pump.fun's accounts on the localnet: bonding curves and pools. Programs and layouts are those of the IDLs
// `pump.json` and `pump_amm.json` of the npm package `@pump-fun/pump-sdk` 2.0.0, the same as in the program.

import { findBondingCurve, findMigrationPool } from '@prediction-market/sdk/oracle'
import { NATIVE_MINT } from '@solana/spl-token'
import { PublicKey } from '@solana/web3.js'
import type { Cheats } from './cheats.ts'

const PUMP = new PublicKey('6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P')
const PUMP_AMM = new PublicKey('pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA')

/** The first 8 bytes of sha256("account:BondingCurve") and of sha256("account:Pool"). */
const CURVE_DISCRIMINATOR = Buffer.from([23, 183, 248, 55, 96, 216, 172, 96])
const POOL_DISCRIMINATOR = Buffer.from([241, 154, 109, 4, 17, 177, 109, 188])

const CURVE_SIZE = 125
const POOL_SIZE = 271

/** Reserves of a new curve, in base units and lamports. */
const VIRTUAL_TOKENS = 1_073_000_000_000_000n
const VIRTUAL_LAMPORTS = 30_000_000_000n
const TOKENS_FOR_SALE = 793_100_000_000_000n

/** Base units that pump.fun mints of each token: one billion tokens of six decimals. */
export const PUMP_SUPPLY = 1_000_000_000_000_000n

/**
 * Writes the bonding curve of a token.
 *
 * @param sold - percent of the tokens for sale that are sold; 100 completes the curve
 */
export async function setCurve(
  cheats: Pick<Cheats, 'setAccount'>,
  token: PublicKey,
  sold: number,
): Promise<void> {
  await cheats.setAccount(findBondingCurve(token), { owner: PUMP, data: encodeCurve(sold) })
}

/** Migrates a token to PumpSwap: completes its curve and creates its pool. */
export async function migrateToken(cheats: Pick<Cheats, 'setAccount'>, token: PublicKey): Promise<void> {
  await setCurve(cheats, token, 100)
  await cheats.setAccount(findMigrationPool(token), { owner: PUMP_AMM, data: encodePool(token) })
}

function encodeCurve(sold: number): Buffer {
  const tokensSold = (TOKENS_FOR_SALE * BigInt(sold)) / 100n
  const virtualTokens = VIRTUAL_TOKENS - tokensSold
  const virtualLamports = (VIRTUAL_LAMPORTS * VIRTUAL_TOKENS) / virtualTokens
  const data = Buffer.alloc(CURVE_SIZE)
  let at = CURVE_DISCRIMINATOR.copy(data)
  at = data.writeBigUInt64LE(virtualTokens, at)
  at = data.writeBigUInt64LE(virtualLamports, at)
  at = data.writeBigUInt64LE(TOKENS_FOR_SALE - tokensSold, at)
  at = data.writeBigUInt64LE(virtualLamports - VIRTUAL_LAMPORTS, at)
  at = data.writeBigUInt64LE(PUMP_SUPPLY, at)
  // The rest stays zero: no creator fee, traded against SOL.
  data.writeUInt8(sold === 100 ? 1 : 0, at)
  return data
}

function encodePool(token: PublicKey): Buffer {
  const data = Buffer.alloc(POOL_SIZE)
  // Bump, index and creator stay zero; the two mints of the pool follow.
  let at = POOL_DISCRIMINATOR.copy(data) + 3 + 32
  at += Buffer.from(token.toBytes()).copy(data, at)
  Buffer.from(NATIVE_MINT.toBytes()).copy(data, at)
  return data
}
