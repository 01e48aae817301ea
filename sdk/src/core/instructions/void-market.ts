// Builds `void_market`: voids a market that was not decided in time.

import type { AddressInput, Codec, Library } from '../wire.ts'
import { buildInstruction } from './build.ts'

/** A market that was not decided in time. */
export interface VoidMarketInput<L extends Library> {
  /** Signs, and earns the reward. Anyone can. */
  keeper: AddressInput<L>
  market: AddressInput<L>
}

/**
 * Voids a market whose void delay has passed: every stake is refunded. A recorded "not met" decides No instead. Anyone
 * can, and earns a reward.
 */
export function voidMarket<L extends Library>(codec: Codec<L>, input: VoidMarketInput<L>): L['Instruction'] {
  const keeper = codec.address('keeper', input.keeper)
  const market = codec.address('market', input.market)
  return buildInstruction(codec, 'voidMarket', { accounts: { keeper, market } })
}
