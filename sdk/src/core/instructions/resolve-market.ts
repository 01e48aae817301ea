// Builds `resolve_market`: decides a market by evidence, or records an observation.

import type { TransactionInstruction } from '@solana/web3.js'
import { type AddressInput, requireAddress, requireAddresses } from '../../web3/input.ts'
import { PROGRAM_ID } from '../../web3/program-id.ts'
import { buildInstruction, readOnly } from './build.ts'

/** A decision. `resolutionEvidence` lists the accounts that prove the answer. */
export interface ResolveMarketInput {
  /** Signs, and earns the reward. Anyone can. */
  keeper: AddressInput
  market: AddressInput
  /** The market's attestor set, if attestors decide it. Their signatures are verified by the instruction before. */
  attestorSet?: AddressInput | null | undefined
  /** The other accounts that prove the answer. Empty once a recorded observation decides. */
  evidence: readonly AddressInput[]
}

/**
 * Decides a market by its evidence, or records "not met" at expiry, a complete bonding curve or the reference price of
 * a change. Anyone can, and earns a reward.
 */
export function resolveMarket(
  input: ResolveMarketInput,
  programId: AddressInput = PROGRAM_ID,
): TransactionInstruction {
  const { attestorSet } = input
  return buildInstruction(
    'resolveMarket',
    {
      accounts: {
        keeper: requireAddress('keeper', input.keeper),
        market: requireAddress('market', input.market),
        attestorSet: attestorSet == null ? null : requireAddress('attestorSet', attestorSet),
      },
      remaining: requireAddresses('evidence', input.evidence).map(readOnly),
    },
    programId,
  )
}
