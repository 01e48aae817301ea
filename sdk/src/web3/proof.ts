// The SDK's entry `/proof`: reads and verifies the decision of a market from the chain, for web3.js.

import type { Connection, PublicKey } from '@solana/web3.js'
import type { DecisionCheck, DecisionProof } from '../core/proof/compare.ts'
import * as decision from '../core/proof/decision.ts'
import type { DecisionEvidenceOf } from '../core/proof/evidence.ts'
import * as verify from '../core/proof/verify.ts'
import { web3Wire } from './wire.ts'

export type { DecisionCheck, DecisionProof } from '../core/proof/compare.ts'
export { type DecisionTransactions, ProofMissingError } from '../core/proof/decision.ts'

/** A decision as recorded on chain. Times are unix seconds, amounts base units. */
export type MarketDecision = decision.MarketDecisionOf<PublicKey>
/** The evidence that was passed to `resolve_market`. */
export type DecisionEvidence = DecisionEvidenceOf<PublicKey>
/** Whether a decision is right. */
export type VerifiedDecision = verify.VerifiedDecisionOf<PublicKey>

/** Reads a decision from its transactions. @throws ProofMissingError if one of them is not what it should be */
export function readDecision(
  connection: Connection,
  market: PublicKey,
  signatures: decision.DecisionTransactions,
  programId?: PublicKey,
): Promise<MarketDecision> {
  return new decision.DecisionReader(web3Wire(connection, { programId }), market).read(signatures)
}

/** Finds the transactions of a decision; `null` if the market is not decided, or the node no longer has them. */
export function findDecision(
  connection: Connection,
  market: PublicKey,
  programId?: PublicKey,
): Promise<decision.DecisionTransactions | null> {
  return new decision.DecisionReader(web3Wire(connection, { programId }), market).find()
}

/**
 * Checks the decision of a market from the chain alone.
 *
 * @param proof - the answer of the gateway, which is compared with the chain; or a market's id, for which the
 *   transactions are searched
 * @param options - `onCheck` is called after each check
 */
export function verifyDecision(
  connection: Connection,
  proof: DecisionProof | string,
  {
    programId,
    onCheck,
  }: { programId?: PublicKey | undefined; onCheck?: (check: DecisionCheck) => void } = {},
): Promise<VerifiedDecision> {
  return verify.verifyDecision(web3Wire(connection, { programId }), proof, onCheck)
}
