// Times at which the rules of decisions change, and what the independent model expects at them.

import type { Timing } from '@prediction-market/sdk/condition'
import { periodOf } from '@prediction-market/sdk/rules'
import { type DecisionSituation, type Metric, modelDecision } from '../../../tools/vectors/decision-model.ts'
import { readMarket } from './market.ts'
import type { GivenMarket, World } from './world.ts'

/** Seconds at which a market is decided, and seconds that are observed: around every boundary of the rules. */
export async function turns(
  world: World,
  market: GivenMarket,
): Promise<Record<'moments' | 'observed', bigint[]>> {
  const { createdAt, closeAt, expireAt, terms } = await readMarket(world, market)
  const proofDeadline = expireAt + BigInt(terms.proofWindow)
  const voidAt = expireAt + BigInt(terms.voidDelay)
  const [long, grace] = [createdAt + 1_500n, expireAt + 60n]
  return {
    moments: [
      ...[createdAt, createdAt + 1n, long, closeAt - 1n, closeAt, expireAt - 1n, expireAt, expireAt + 1n],
      ...[grace, grace + 1n, proofDeadline - 1n, proofDeadline, voidAt - 1n, voidAt],
    ],
    observed: [createdAt, createdAt + 1n, long, expireAt - 1n, expireAt, expireAt + 1n, grace, grace + 1n],
  }
}

/** A submitted observation: its second, and for a price the second of the update before. */
export interface Showing {
  at: bigint
  previous: bigint | null
  isMet: boolean
  /** Whether both bounds of the supply agree. */
  isSure?: boolean
}

/**
 * The expected result for a market with bets of its first second, by the independent model of the rules: its winner,
 * `void`, `recorded`, or the name of the error.
 */
export async function expectation(
  world: World,
  market: GivenMarket,
  { metric, timing }: { metric: Metric; timing: Timing },
  shown: Showing | null,
  now: bigint,
): Promise<string> {
  const state = await readMarket(world, market)
  const situation: DecisionSituation = {
    metric,
    timing,
    createdAt: Number(state.createdAt),
    closeAt: Number(state.closeAt),
    expireAt: Number(state.expireAt),
    proofWindow: state.terms.proofWindow,
    voidDelay: state.terms.voidDelay,
    recorded: state.observation === null ? null : 'notMet',
    shown: shown && {
      at: Number(shown.at),
      previous: shown.previous === null ? null : Number(shown.previous),
      reading: shown.isMet ? 'met' : 'notMet',
      isSure: shown.isSure ?? false,
    },
    now: Number(now),
  }
  const result = modelDecision(situation)
  if ('refuse' in result) return result.refuse
  if ('record' in result || 'recordCurve' in result || 'recordReference' in result) return 'recorded'
  if ('resolveRecorded' in result) return 'No'
  // All bets are of the first period: an answer of the first two periods makes them late.
  const isLate = result.asOf !== null && periodOf(state, BigInt(result.asOf)) <= 2n
  return isLate ? 'void' : result.resolve
}
