// Addresses of pump.fun bonding curves and of the pools that migrations create.

import { PublicKey } from '@solana/web3.js'
import { type AddressInput, requireAddress } from '../../web3/input.ts'
import { WRAPPED_SOL } from '../token-accounts.ts'
import { quoteMintBytes } from './pump-state.ts'

export { hasMigrated, isCurveComplete, showMigration } from './pump-state.ts'

// Programs and seeds as in the program's `oracle/pump.rs`, which names its sources.
const PUMP = /* @__PURE__ */ new PublicKey('6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P')
const PUMP_AMM = /* @__PURE__ */ new PublicKey('pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA')
const CANONICAL_POOL_INDEX = Uint8Array.of(0, 0)

/** The pump.fun bonding curve of a token. */
export function findBondingCurve(token: AddressInput): PublicKey {
  return find(['bonding-curve', requireAddress('token', token).toBytes()], PUMP)
}

/**
 * The PumpSwap pool that the migration of a token creates.
 *
 * @param quoteMint - the mint that the token is traded against; see {@link readQuoteMint}
 */
export function findMigrationPool(token: AddressInput, quoteMint: AddressInput = WRAPPED_SOL): PublicKey {
  const base = requireAddress('token', token).toBytes()
  const quote = requireAddress('quoteMint', quoteMint).toBytes()
  const authority = find(['pool-authority', base], PUMP)
  const seeds = [CANONICAL_POOL_INDEX, authority.toBytes(), base, quote]
  return find(['pool', ...seeds], PUMP_AMM)
}

/** The mint that a token is traded against, from the data of its bonding curve: wrapped SOL for most. */
export function readQuoteMint(curve: Uint8Array): PublicKey {
  return new PublicKey(quoteMintBytes(curve) ?? WRAPPED_SOL)
}

function find(seeds: (string | Uint8Array)[], programId: PublicKey): PublicKey {
  const bytes = seeds.map((seed) => (typeof seed === 'string' ? new TextEncoder().encode(seed) : seed))
  return PublicKey.findProgramAddressSync(bytes, programId)[0]
}
