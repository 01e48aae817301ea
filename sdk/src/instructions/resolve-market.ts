import type { PublicKey, TransactionInstruction } from '@solana/web3.js'
import { requireAddress, requireAddresses } from '../input.ts'
import { PROGRAM_ID } from '../program.ts'
import { buildInstruction, readOnly } from './build.ts'

/** A decision. */
export interface ResolveMarketInput {
  market: PublicKey
  /**
   * The accounts of `resolutionEvidence`, which prove the answer. Empty to decide No once the proof window has
   * passed. Signatures of attestors go into the instruction before, by `verifySignatures`.
   */
  evidence: readonly PublicKey[]
}

/** Decides a market by its evidence. Anyone can. */
export function resolveMarket(
  input: ResolveMarketInput,
  programId: PublicKey = PROGRAM_ID,
): TransactionInstruction {
  return buildInstruction(
    'resolveMarket',
    {
      accounts: { market: requireAddress('market', input.market) },
      remaining: requireAddresses('evidence', input.evidence).map(readOnly),
    },
    programId,
  )
}
