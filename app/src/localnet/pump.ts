import { findBondingCurve, findMigrationPool } from '@prediction-market/sdk'
import { NATIVE_MINT } from '@solana/spl-token'
import { PublicKey } from '@solana/web3.js'
import type { AccountState, Cheats } from './cheats.ts'

// Programs and layouts after the IDLs `pump.json` and `pump_amm.json` of the npm package
// `@pump-fun/pump-sdk` 2.0.0, which is where the program has them from.
const PUMP = new PublicKey('6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P')
const PUMP_AMM = new PublicKey('pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA')

/** sha256("account:BondingCurve") and sha256("account:Pool"), the first 8 bytes. */
const CURVE_DISCRIMINATOR = Buffer.from([23, 183, 248, 55, 96, 216, 172, 96])
const POOL_DISCRIMINATOR = Buffer.from([241, 154, 109, 4, 17, 177, 109, 188])

const CURVE_SIZE = 125
const POOL_SIZE = 271

/** What a new curve begins with, in base units and lamports. */
const VIRTUAL_TOKENS = 1_073_000_000_000_000n
const VIRTUAL_LAMPORTS = 30_000_000_000n
const TOKENS_FOR_SALE = 793_100_000_000_000n

/** What pump.fun mints of each token, in base units: one billion tokens of six decimals. */
export const PUMP_SUPPLY = 1_000_000_000_000_000n

/** How far a token is on its bonding curve. */
export interface CurveState {
  /** Percent of what is for sale that has been sold; 100 completes the curve. */
  sold: number
}

/** Writes the bonding curve of a token as pump.fun would leave it. */
export async function setCurve(
  cheats: Pick<Cheats, 'setAccount'>,
  token: PublicKey,
  { sold }: CurveState,
): Promise<void> {
  await cheats.setAccount(findBondingCurve(token), account(PUMP, encodeCurve(sold)))
}

/** Migrates a token to PumpSwap: its curve is complete, and the pool that follows is there. */
export async function migrateToken(cheats: Pick<Cheats, 'setAccount'>, token: PublicKey): Promise<void> {
  await setCurve(cheats, token, { sold: 100 })
  await cheats.setAccount(findMigrationPool(token), account(PUMP_AMM, encodePool(token)))
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
  // What follows is empty: no creator's fee, and traded against SOL.
  data.writeUInt8(sold === 100 ? 1 : 0, at)
  return data
}

function encodePool(token: PublicKey): Buffer {
  const data = Buffer.alloc(POOL_SIZE)
  // After the bump and the index, which are 0, the creator; then the two sides of the pool.
  let at = POOL_DISCRIMINATOR.copy(data) + 3 + 32
  at += Buffer.from(token.toBytes()).copy(data, at)
  Buffer.from(NATIVE_MINT.toBytes()).copy(data, at)
  return data
}

function account(owner: PublicKey, data: Buffer): AccountState {
  return { lamports: BigInt(128 + data.length) * 6960n, owner, data }
}
