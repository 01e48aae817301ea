// Addresses of pump.fun bonding curves and of the pools that migrations create.

import { WRAPPED_SOL } from '../token-accounts.ts'
import type { AddressInput, Codec, Library } from '../wire.ts'
import { quoteMintBytes } from './pump-state.ts'

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
