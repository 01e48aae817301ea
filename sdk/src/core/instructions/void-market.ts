// Builds `void_market`: voids a market that was not decided in time.

import type { TransactionInstruction } from '@solana/web3.js'
import { type AddressInput, requireAddress } from '../../web3/input.ts'
import { PROGRAM_ID } from '../../web3/program-id.ts'
import { buildInstruction } from './build.ts'

/** A market that was not decided in time. */
export interface VoidMarketInput {
  /** Signs, and earns the reward. Anyone can. */
  keeper: AddressInput
  market: AddressInput
}

/**
 * Voids a market whose void delay has passed: every stake is refunded. A recorded "not met" decides No instead. Anyone
 * can, and earns a reward.
 */
export function voidMarket(
  input: VoidMarketInput,
  programId: AddressInput = PROGRAM_ID,
): TransactionInstruction {
  const keeper = requireAddress('keeper', input.keeper)
  const market = requireAddress('market', input.market)
  return buildInstruction('voidMarket', { accounts: { keeper, market } }, programId)
}
