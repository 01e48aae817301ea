// Checks of a decision that need no node: against the gateway's proof, and by the rules of stakes.

import type { MarketOf } from '../accounts/shapes.ts'
import type { EventDataOf } from '../events/data.ts'
import { fees, unmatchedStake } from '../rules/odds.ts'
import { countedPools, isVoid } from '../rules/payouts.ts'
import { lateStakes, periodOf, sides } from '../rules/stakes.ts'
import type { Observation, Outcome, Stakes } from '../shapes.ts'
import type { MarketDecisionOf } from './decision.ts'

/** The fields of `GET /v1/markets/{id}/proof` that are compared with the chain. */
export interface DecisionProof {
  marketId: string
  winningOutcome: Outcome | null
  answer: Outcome | null
  /** ISO 8601. */
  resolvedAt: string
  /** `value` is `null` where nothing could be read. */
  observation: { value: string | null; exponent: number; observedAt: string; met: boolean } | null
  /** The reference price of a change; `null` or absent if there is none. */
  reference?: { value: string | null; exponent: number; observedAt: string } | null
  transactions: {
    created: { transactionId: string }
    recorded: { transactionId: string } | null
    decided: { transactionId: string }
  }
}

/** Whether a market's account agrees with the transactions of its decision. */
export function agrees<Address>(
  account: MarketOf<Address>,
  { created, ...decision }: MarketDecisionOf<Address>,
): boolean {
  const { outcome, answer, decidedAt, latePeriod, late, unmatched, pools, observation } = decision
  const { expireAt, closeAt, createdAt, condition, terms } = created
  const times = { expireAt, closeAt, createdAt, resolvedAt: decidedAt }
  const said = { outcome, answer, latePeriod, unmatched, ...times }
  return (
    isSame(condition, account.condition) &&
    isSame(terms, account.terms) &&
    Object.entries(said).every(([name, value]) => account[name as keyof typeof said] === value) &&
    isSame(late, account.late) &&
    isSame(pools, account.pools) &&
    isSame(observation, account.observation)
  )
}

/** One message per difference between the gateway's answer and the chain. */
export function differences(proof: DecisionProof, decision: MarketDecisionOf<unknown>): string[] {
  const { observation, winningOutcome, answer, resolvedAt } = proof
  const objections: string[] = []
  if (winningOutcome !== decision.outcome) objections.push(`the winning outcome is ${decision.outcome}`)
  if (answer !== decision.answer) objections.push(`the answer is ${decision.answer}`)
  if (BigInt(Date.parse(resolvedAt)) / 1_000n !== decision.decidedAt) {
    objections.push(`the market was decided at ${decision.decidedAt}`)
  }
  if (!isSame(observation && read(observation), decision.observation)) {
    objections.push('the observation differs')
  }
  const recorded = decision.recorded?.kind === 'reference' ? decision.recorded.observation : null
  const claimed = proof.reference ? read({ ...proof.reference, met: false }) : null
  if (!isSame(claimed, recorded)) objections.push('the reference differs')
  return objections
}

function read({ value, exponent, observedAt, met }: NonNullable<DecisionProof['observation']>): Observation {
  return {
    value: BigInt(value ?? 0),
    exponent,
    observedAt: BigInt(Date.parse(observedAt)) / 1_000n,
    isMet: met,
    hasValue: value !== null,
  }
}

/** Whether the fields of two values are the same. */
function isSame(one: object | null, other: object | null): boolean {
  return one && other ? JSON.stringify(plain(one)) === JSON.stringify(plain(other)) : one === other
}

/** Fields in one order, with values that JSON can hold. */
function plain(fields: object): [string, string][] {
  return Object.entries(fields)
    .map(([name, value]): [string, string] => [name, String(value)])
    .sort()
}

/** One check of a decision. */
export interface DecisionCheck {
  name: 'transactions' | 'answer' | 'account' | 'reference' | 'evidence' | 'rule' | 'lateStakes' | 'payouts'
  /** `null` if it could not be checked. */
  ok: boolean | null
  /** What was checked, what is wrong, or why it could not be checked. */
  detail: string
}

/** Makes a check: it fails by an objection, and is not made if `unchecked` says why. */
export type Check = (
  name: DecisionCheck['name'],
  objections: (string | false)[],
  detail: string,
  unchecked?: string,
) => void

/** Checks that an account that is gone was closed with the fees of the decision, and with all of its stakes paid. */
export function checkEnd(
  { fees: { burn, developer }, pools }: MarketDecisionOf<unknown>,
  end: EventDataOf<unknown>['MarketClosed'] | null,
  check: Check,
): void {
  const isPaid =
    end?.fees.burn === burn &&
    end.fees.developer === developer &&
    end.paid + burn + developer + end.dust === pools.Yes + pools.No
  check(
    'account',
    [end !== null && !isPaid && 'it was closed with other amounts'],
    'it was closed once all was paid',
    end ? undefined : 'the node has neither the account nor the transaction that closed it',
  )
}

/** Checks which stakes were late, who wins, and the fees. */
export function checkStakes(
  decision: MarketDecisionOf<unknown>,
  asOf: bigint | null,
  account: MarketOf<unknown> | null,
  check: Check,
): void {
  const { created, answer, outcome, pools } = decision
  const period = asOf === null ? 0n : periodOf(created, asOf)
  const none: Stakes = { Yes: 0n, No: 0n }
  // Only the account has the stakes of the last periods.
  const late = period === 0n ? none : account ? lateStakes(account.recent, period) : decision.late
  if (outcome !== null) {
    check(
      'lateStakes',
      [
        decision.latePeriod !== period &&
          `stakes are late as of the period ${period}, not ${decision.latePeriod}`,
        !isSame(late, decision.late) && `the late stakes are ${late.Yes} and ${late.No}`,
      ],
      'the late stakes follow from the rule',
      account || period === 0n ? undefined : 'only the account, which is closed, had the last stakes',
    )
  }
  if (answer === null) return
  const isOwedToNobody = isVoid({ pools, late }, answer)
  const { winning, losing } = sides(countedPools({ pools, late }), answer)
  const unmatched = isOwedToNobody ? 0n : unmatchedStake(winning, losing, created.terms)
  const { burn, developer } = fees(losing - unmatched, created.terms.burnBps, created.terms.developerBps)
  const isFeeRight =
    outcome === null || (decision.fees.burn === burn && decision.fees.developer === developer)
  check(
    'payouts',
    [
      isOwedToNobody !== (outcome === null) && 'winner and stakes do not agree',
      decision.unmatched !== unmatched && `${unmatched} of the losing stakes found no opponent`,
      !isFeeRight && `the fees are ${burn} and ${developer}`,
    ],
    outcome === null ? 'no stake counted on the answer: all are refunded' : 'the fees follow from the rule',
  )
}
