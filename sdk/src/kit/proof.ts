// The SDK's entry `/kit/proof`: verifies the decision of a market from the chain, for Kit. It is apart from the client,
// so that a page that only verifies loads nothing that builds or sends transactions.

import type { Address } from '@solana/kit'
import type { DecisionCheck, DecisionProof } from '../core/proof/compare.ts'
import * as verify from '../core/proof/verify.ts'
import { chainOver } from './chain.ts'
import { codecOf } from './codec.ts'
import type { ClientRpc } from './library.ts'

export type { DecisionCheck, DecisionProof } from '../core/proof/compare.ts'

/** Whether a decision is right. */
export type VerifiedDecision = verify.VerifiedDecisionOf<Address>

/**
 * Checks the decision of a market from the chain alone.
 *
 * @param proof - the answer of the gateway, which is compared with the chain; or a market's id, for which the
 *   transactions are searched
 * @param options - `onCheck` is called after each check
 */
export function verifyDecision(
  rpc: ClientRpc,
  proof: DecisionProof | string,
  { programId, onCheck }: { programId?: string; onCheck?: (check: DecisionCheck) => void } = {},
): Promise<VerifiedDecision> {
  const codec = codecOf(programId)
  const chain = chainOver({ rpc }, codec.program, 'confirmed')
  return verify.verifyDecision({ ...codec, ...chain }, proof, onCheck)
}
