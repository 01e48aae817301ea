// pump.fun's bonding curves and the pools that migrations create: their addresses and their state. Layouts as in the
// program's `oracle/pump.rs`, which names its sources.

import type { Shown } from '../rules/decide.ts'
import { WRAPPED_SOL } from '../token-accounts.ts'
import type { AddressInput, Codec, Library } from '../wire.ts'

/** The offset of the flag of a bonding curve that says whether it is complete. */
const COMPLETE_AT = 48

/** The offset of the mint that a bonding curve trades against; zeros for SOL, absent in older curves. */
const QUOTE_MINT_AT = 83

/** The bytes of the mint that a token is traded against, from its bonding curve; `null` for SOL. */
function quoteMintBytes(curve: Uint8Array): Uint8Array | null {
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

// Programs and seeds as in the program's `oracle/pump.rs`, which names its sources.
const PUMP = '6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P'
const PUMP_AMM = 'pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA'
const CANONICAL_POOL_INDEX = /* @__PURE__ */ Uint8Array.of(0, 0)

/** The pump.fun bonding curve of a token. */
export function findBondingCurve<L extends Library>(codec: Codec<L>, token: AddressInput<L>): L['Address'] {
  return find(codec, PUMP, ['bonding-curve', codec.bytes(codec.address('token', token))])
}

/**
 * The PumpSwap pool that the migration of a token creates.
 *
 * @param quoteMint - the mint that the token is traded against; see {@link readQuoteMint}
 */
export function findMigrationPool<L extends Library>(
  codec: Codec<L>,
  token: AddressInput<L>,
  quoteMint: AddressInput<L> = WRAPPED_SOL,
): L['Address'] {
  const base = codec.bytes(codec.address('token', token))
  const quote = codec.bytes(codec.address('quoteMint', quoteMint))
  const authority = find(codec, PUMP, ['pool-authority', base])
  return find(codec, PUMP_AMM, ['pool', CANONICAL_POOL_INDEX, codec.bytes(authority), base, quote])
}

/** The mint that a token is traded against, from the data of its bonding curve: wrapped SOL for most. */
export function readQuoteMint<L extends Library>(codec: Codec<L>, curve: Uint8Array): L['Address'] {
  const bytes = quoteMintBytes(curve)
  return bytes ? codec.fromBytes(bytes) : codec.constant(WRAPPED_SOL)
}

function find<L extends Library>(
  codec: Codec<L>,
  program: string,
  [name, ...seeds]: readonly [string, ...Uint8Array[]],
): L['Address'] {
  return codec.derive([new TextEncoder().encode(name), ...seeds], codec.constant(program))[0]
}
