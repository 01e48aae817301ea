import type { PublicKey, TransactionInstruction } from '@solana/web3.js'
import { requireAddress, requireAddresses } from '../input.ts'
import { PROGRAM_ID } from '../program.ts'
import { buildInstruction, readOnly } from './build.ts'

/** A decision. */
export interface ResolveMarketInput {
  market: PublicKey
  /**
   * The accounts that prove the answer, as `resolutionEvidence` names them. Empty to decide No once the proof
   * window has passed. Attestors' signatures go into the instruction before, by `verifySignatures`.
   */
  evidence: readonly PublicKey[]
}

/** Decides a market by what the evidence shows. Anyone can. */
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
