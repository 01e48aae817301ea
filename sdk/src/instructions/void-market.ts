import type { TransactionInstruction } from '@solana/web3.js'
import { type AddressInput, requireAddress } from '../input.ts'
import { PROGRAM_ID } from '../program.ts'
import { buildInstruction } from './build.ts'

/** A market that was not decided in time. */
export interface VoidMarketInput {
  market: AddressInput
}

/** Voids a market whose void delay has passed: every stake is refunded. Anyone can. */
export function voidMarket(
  input: VoidMarketInput,
  programId: AddressInput = PROGRAM_ID,
): TransactionInstruction {
  return buildInstruction(
    'voidMarket',
    { accounts: { market: requireAddress('market', input.market) } },
    programId,
  )
}
