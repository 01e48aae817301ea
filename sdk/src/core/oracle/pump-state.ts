// Reads the state of pump.fun bonding curves and pools from their bytes. Layouts as in the program's `oracle/pump.rs`,
// which names its sources.

import type { Shown } from '../rules/decide.ts'

/** The offset of the flag of a bonding curve that says whether it is complete. */
const COMPLETE_AT = 48

/** The offset of the mint that a bonding curve trades against; zeros for SOL, absent in older curves. */
const QUOTE_MINT_AT = 83

/** The bytes of the mint that a token is traded against, from its bonding curve; `null` for SOL. */
export function quoteMintBytes(curve: Uint8Array): Uint8Array | null {
  const bytes = curve.slice(QUOTE_MINT_AT, QUOTE_MINT_AT + 32)
  return bytes.length === 32 && bytes.some((byte) => byte !== 0) ? bytes : null
}

/** Whether a bonding curve is complete, from its data. Betting on a migration ends then. */
export function isCurveComplete(curve: Uint8Array | undefined): boolean {
  return curve?.[COMPLETE_AT] === 1
}

/** The state of a migration, from bonding curve and pool, as input for the rules of decisions. */
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
  // Lamports sent to the pool's address are not a pool: only PumpSwap can write data there.
  return isCurveComplete(curve) && pool !== undefined && pool.length > 0
}
