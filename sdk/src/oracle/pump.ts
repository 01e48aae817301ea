import { NATIVE_MINT } from '@solana/spl-token'
import { PublicKey } from '@solana/web3.js'
import { type AddressInput, requireAddress } from '../input.ts'
import type { Shown } from '../rules/decide.ts'

// Programs, seeds and layouts as in the program's `oracle/pump.rs`, which names its sources.
const PUMP = /* @__PURE__ */ new PublicKey('6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P')
const PUMP_AMM = /* @__PURE__ */ new PublicKey('pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA')
const CANONICAL_POOL_INDEX = Uint8Array.of(0, 0)

/** The offset of the flag of a bonding curve that says whether it is complete. */
const COMPLETE_AT = 48

/** The offset of the mint that a bonding curve trades against; empty for SOL, and absent in older curves. */
const QUOTE_MINT_AT = 83

/** The pump.fun bonding curve of a token. */
export function findBondingCurve(token: AddressInput): PublicKey {
  return find(['bonding-curve', requireAddress('token', token).toBytes()], PUMP)
}

/**
 * The PumpSwap pool that the migration of a token creates.
 *
 * @param quoteMint - the mint that the token is traded against; see {@link readQuoteMint}
 */
export function findMigrationPool(token: AddressInput, quoteMint: AddressInput = NATIVE_MINT): PublicKey {
  const base = requireAddress('token', token).toBytes()
  const quote = requireAddress('quoteMint', quoteMint).toBytes()
  const authority = find(['pool-authority', base], PUMP)
  const seeds = [CANONICAL_POOL_INDEX, authority.toBytes(), base, quote]
  return find(['pool', ...seeds], PUMP_AMM)
}

/** The mint that a token is traded against, from the data of its bonding curve: wrapped SOL for most. */
export function readQuoteMint(curve: Uint8Array): PublicKey {
  const bytes = curve.subarray(QUOTE_MINT_AT, QUOTE_MINT_AT + 32)
  const isNamed = bytes.length === 32 && bytes.some((byte) => byte !== 0)
  return isNamed ? new PublicKey(bytes) : NATIVE_MINT
}

/** Whether a bonding curve is complete, from its data. Betting on a migration ends then. */
export function isCurveComplete(curve: Uint8Array | undefined): boolean {
  return curve?.[COMPLETE_AT] === 1
}

/** What bonding curve and pool say of a migration, as the rules of decisions see it. */
export function showMigration(
  curve: Uint8Array | undefined,
  pool: Uint8Array | undefined,
  now: bigint,
): Shown {
  const reading = hasMigrated(curve, pool) ? 'met' : isCurveComplete(curve) ? 'complete' : 'notMet'
  return { at: now, previous: null, reading, isSure: false }
}

/** Whether a token has migrated, from the data of its bonding curve and of its PumpSwap pool. */
export function hasMigrated(curve: Uint8Array | undefined, pool: Uint8Array | undefined): boolean {
  // Lamports that somebody sent to the pool's address are no pool: only PumpSwap can put data there.
  return isCurveComplete(curve) && pool !== undefined && pool.length > 0
}

function find(seeds: (string | Uint8Array)[], programId: PublicKey): PublicKey {
  const bytes = seeds.map((seed) => (typeof seed === 'string' ? new TextEncoder().encode(seed) : seed))
  return PublicKey.findProgramAddressSync(bytes, programId)[0]
}
