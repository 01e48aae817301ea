// What a step earns and costs, and the most that it may pay in priority fees.

import type { Market } from '@prediction-market/sdk'
import { canBeEarly, isDated, kindOf, type ProofKind } from '@prediction-market/sdk/condition'
import { PYTH_PRO } from '@prediction-market/sdk/oracle/pyth'
import * as rules from '@prediction-market/sdk/rules'
import type { Rank } from '../book/market-value.ts'
import { most } from '../runtime/bigint.ts'
import { PROVING, type Step } from './due.ts'
import { LAMPORTS_PER_SIGNATURE } from './transactions/fee-offers.ts'

/** Signatures of a decision by each kind of proof: attestations need a quorum, a Pyth update that of its account. */
const PROOF_SIGNATURES: Record<ProofKind, number> = { accounts: 1, pyth: 2, attestors: 1 + rules.quorumOf(4) }

/** Signatures of a Pyth update for a receiver that takes it in three transactions. */
const LONG_SIGNATURES = 5

/** The part of a market's value that a step may cost in priority fees. */
const VALUE_PART = 100n

/**
 * Lamports that a step earns at the current pools. Stakes that a decision makes late may reduce it.
 *
 * @param now - the chain's time, in unix seconds
 */
export function rewardFor(step: Step, market: Market, now: bigint): bigint {
  const { terms, pools, openPositions } = market
  switch (step) {
    case 'close':
      return rules.closeReward(terms, pools)
    case 'collect':
      // Closing pays for it, with one of its two settle rewards.
      return rules.closeReward(terms, pools) / 2n
    case 'settle':
      return terms.settleReward * BigInt(openPositions)
    case 'record':
      return 'referenceAt' in market.condition
        ? rules.referenceReward(market)
        : rules.curveReward(market, now)
    case 'void':
      return rules.voidReward(market)
    default:
      return mayOnlyRecord(step, market) ? rules.recordReward(market) : rules.decisionReward(market)
  }
}

/** Lamports that a step costs at least: the network's fee for each signature. */
export function costOf(step: Step, market: Market): bigint {
  return LAMPORTS_PER_SIGNATURE * BigInt(PROVING.has(step) ? proofSignatures(market) : 1)
}

function proofSignatures({ condition, terms }: Market): number {
  const { proof } = kindOf(condition)
  const isLong = proof === 'pyth' && !terms.pythReceiver.equals(PYTH_PRO.receiver)
  return isLong ? LONG_SIGNATURES : PROOF_SIGNATURES[proof]
}

/** The most lamports that a step may pay in priority fees: enough to outbid someone who fills blocks to keep it out. */
export function feeBudget(reward: bigint, { value }: Rank): bigint {
  return most(value / VALUE_PART, reward)
}

/** Whether the observation at expiry is recorded if it is "not met", and decides later. */
function mayOnlyRecord(step: Step, { condition }: Market): boolean {
  return step === 'prove' && canBeEarly(condition) && isDated(condition)
}
