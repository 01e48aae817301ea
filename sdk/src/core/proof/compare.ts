// Compares the gateway's proof of a decision with the chain.

import type { MarketOf } from '../accounts/shapes.ts'
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
  const isSameRule =
    JSON.stringify(plain(account.condition)) === JSON.stringify(plain(created.condition)) &&
    JSON.stringify(plain(account.terms)) === JSON.stringify(plain(created.terms)) &&
    account.expireAt === created.expireAt &&
    account.closeAt === created.closeAt &&
    account.createdAt === created.createdAt
  return (
    isSameRule &&
    account.outcome === decision.outcome &&
    account.answer === decision.answer &&
    account.resolvedAt === decision.decidedAt &&
    account.latePeriod === decision.latePeriod &&
    isEqual(account.late, decision.late) &&
    account.unmatched === decision.unmatched &&
    isEqual(account.pools, decision.pools) &&
    isSameObservation(account.observation, decision.observation)
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
  if (!isSameObservation(observation && read(observation), decision.observation)) {
    objections.push('the observation differs')
  }
  const recorded = decision.recorded?.kind === 'reference' ? decision.recorded.observation : null
  const claimed = proof.reference ? read({ ...proof.reference, met: false }) : null
  if (!isSameObservation(claimed, recorded)) objections.push('the reference differs')
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

function isSameObservation(a: Observation | null, b: Observation | null): boolean {
  if (!a || !b) return a === b
  const isSameValue = a.value === b.value && a.exponent === b.exponent && a.hasValue === b.hasValue
  return isSameValue && a.observedAt === b.observedAt && a.isMet === b.isMet
}

/** Whether stakes are the same on both sides. */
export function isEqual(a: Stakes, b: Stakes): boolean {
  return a.Yes === b.Yes && a.No === b.No
}

/** Fields in one order, with values that JSON can hold. */
function plain(fields: object): [string, string][] {
  return Object.entries(fields)
    .map(([name, value]): [string, string] => [name, String(value)])
    .sort()
}
