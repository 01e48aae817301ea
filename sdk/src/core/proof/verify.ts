// Verifies the decision of a market from the chain alone.

import { accountDecoders } from '../accounts/decoders.ts'
import type { MarketOf } from '../accounts/shapes.ts'
import { requireMarketId } from '../market-id.ts'
import { voidAt } from '../rules/dates.ts'
import { type Decision, decide } from '../rules/decide.ts'
import { lateStakes, periodOf } from '../rules/late.ts'
import { fees, unmatchedStake } from '../rules/odds.ts'
import { countedPools, isVoid } from '../rules/payouts.ts'
import { sides } from '../rules/stakes.ts'
import type { Stakes } from '../shapes.ts'
import type { ChainReader, Library } from '../wire.ts'
import { agrees, type DecisionProof, differences, isEqual } from './compare.ts'
import { findDecision, type MarketDecisionOf, ProofMissingError, readDecision } from './decision.ts'
import { type ReadAgain, readAgain, readReferenceAgain } from './observed.ts'

/** One check of a decision. */
export interface DecisionCheck {
  name: 'transactions' | 'answer' | 'account' | 'reference' | 'evidence' | 'rule' | 'lateStakes' | 'payouts'
  ok: boolean
  /** What was checked, or what is wrong. */
  detail: string
}

/** Whether a decision is right. */
export interface VerifiedDecisionOf<Address> {
  /** Whether every check has passed. */
  ok: boolean
  /** Whether the node does not have the transactions, which says nothing about the decision: ask another node. */
  isNotFound: boolean
  /** The decision as recorded on chain; `null` if its transactions could not be read. */
  decision: MarketDecisionOf<Address> | null
  checks: DecisionCheck[]
  /** What no check covers, because the chain alone does not prove it. */
  trusted: string[]
}

/**
 * Checks the decision of a market from the chain alone: it reads the transactions that created and decided the market
 * and the market's account, reads the evidence again, and decides by the SDK's rules. The gateway is not trusted.
 *
 * @param proof - the answer of the gateway, which is compared with the chain; or a market's id, for which the
 *   transactions are searched
 * @param onCheck - called after each check
 * @example
 * const proof = await (await fetch(`${url}/v1/markets/${id}/proof`)).json()
 * const { ok, checks, trusted } = await client.decisions.verify(proof)
 */
export async function verifyDecision<L extends Library>(
  wire: ChainReader<L>,
  proof: DecisionProof | string,
  onCheck?: (check: DecisionCheck) => void,
): Promise<VerifiedDecisionOf<L['Address']>> {
  const checks: DecisionCheck[] = []
  const check = (name: DecisionCheck['name'], objections: (string | false)[], detail: string) => {
    const wrong = objections.filter((objection) => objection !== false)
    const done = { name, ok: wrong.length === 0, detail: wrong.length === 0 ? detail : wrong.join('; ') }
    checks.push(done)
    onCheck?.(done)
  }
  let decision: MarketDecisionOf<L['Address']>
  try {
    decision = await read(wire, proof)
  } catch (error) {
    if (!(error instanceof ProofMissingError)) throw error
    check('transactions', [error.message], '')
    return { ok: false, isNotFound: error.isNotFound, decision: null, checks, trusted: [] }
  }
  check('transactions', [], 'successful transactions of the program created and decided the market')
  if (typeof proof !== 'string')
    check('answer', differences(proof, decision), 'the answer is what the chain says')

  const { market, observation } = decision
  const info = await wire.account(market, 'confirmed')
  const isOurs = info && wire.isSame(info.owner, wire.program)
  const account = isOurs ? accountDecoders(wire).market(info.data) : null
  check(
    'account',
    account ? [!agrees(account, decision) && 'the account of the market does not agree'] : [],
    account ? 'the account of the market agrees with the transactions' : 'the account was closed since',
  )
  const trusted = ['the node that was asked', `the program ${wire.program}, and whoever can upgrade it`]
  let asOf: bigint | null = null
  if (observation && decision.answer !== null) {
    const reference = await readReferenceAgain(wire, decision)
    if (reference) {
      check('reference', [...reference.objections, ...recording(decision, reference)], reference.checked)
      trusted.push(...reference.trusted)
    }
    const again = await readAgain(wire, decision, observation)
    check('evidence', again.objections, again.checked)
    trusted.push(...again.trusted.filter((one) => !trusted.includes(one)))
    const ruled = ruling(decision, again)
    asOf = 'asOf' in ruled.shown ? ruled.shown.asOf : null
    check('rule', ruled.objections, `the rule decides ${decision.answer} at the second ${decision.decidedAt}`)
  } else {
    const isInTime = decision.decidedAt >= voidAt(decision.created)
    check(
      'rule',
      [!isInTime && 'the market was voided too early'],
      'nothing decided it until it could be voided',
    )
  }
  checkStakes(decision, asOf, account, check)
  return { ok: checks.every(({ ok }) => ok), isNotFound: false, decision, checks, trusted }
}

async function read<L extends Library>(wire: ChainReader<L>, proof: DecisionProof | string) {
  const market = requireMarketId(wire, typeof proof === 'string' ? proof : proof.marketId, 'marketId')
  if (typeof proof !== 'string') {
    const { created, recorded, decided } = proof.transactions
    const signatures = {
      created: created.transactionId,
      recorded: recorded?.transactionId ?? null,
      decided: decided.transactionId,
    }
    return readDecision(wire, market, signatures)
  }
  const found = await findDecision(wire, market)
  if (!found) throw new ProofMissingError('The node has no transaction that decided the market', true)
  return readDecision(wire, market, found)
}

/** Why the reference price of a change should not have been recorded. */
function recording({ created, recorded }: MarketDecisionOf<unknown>, { shown }: ReadAgain): string[] {
  const rules = { ...created, observation: null, reference: null }
  const decision = decide(rules, null, recorded?.recordedAt ?? 0n, shown)
  return decision.kind === 'recordReference' ? [] : [`the rule says ${nameOf(decision)}`]
}

/** Decides again: by the evidence of the deciding transaction, or by the observation that was recorded. */
function ruling(
  decision: MarketDecisionOf<unknown>,
  { shown }: ReadAgain,
): { shown: Decision; objections: string[] } {
  const { created, recorded, answer, decidedAt, transactions, shownIn } = decision
  const isNotMet = recorded?.kind === 'notMet'
  const isRecorded = isNotMet && shownIn === transactions.recorded?.signature
  const observation = isNotMet ? recorded.observation : null
  const reference = isNotMet ? null : (recorded?.observation ?? null)
  const first = isRecorded
    ? decide({ ...created, observation: null, reference }, shown, recorded.recordedAt)
    : decide({ ...created, observation, reference }, shown, decidedAt)
  if (!isRecorded) {
    const isRight = first.kind === 'resolve' && first.outcome === answer
    return { shown: first, objections: isRight ? [] : [`the rule says ${nameOf(first)}`] }
  }
  const last = decide({ ...created, observation, reference }, null, decidedAt)
  const isRight = first.kind === 'record' && last.kind === 'resolveRecorded' && answer === 'No'
  return { shown: first, objections: isRight ? [] : [`the rule says ${nameOf(first)}, then ${nameOf(last)}`] }
}

function nameOf(decision: Decision): string {
  if (decision.kind === 'resolve') return decision.outcome
  return decision.kind === 'refuse' ? decision.error : decision.kind
}

/** Checks which stakes were late, who wins, and the fees. */
function checkStakes(
  decision: MarketDecisionOf<unknown>,
  asOf: bigint | null,
  account: MarketOf<unknown> | null,
  check: (name: DecisionCheck['name'], objections: (string | false)[], detail: string) => void,
): void {
  const { created, answer, outcome, pools } = decision
  const period = asOf === null ? 0n : periodOf(created, asOf)
  const none: Stakes = { Yes: 0n, No: 0n }
  // Only the account has the stakes of the last periods.
  const late =
    period === 0n || answer === null ? none : account ? lateStakes(account.recent, period) : decision.late
  if (outcome !== null) {
    check(
      'lateStakes',
      [
        decision.latePeriod !== period &&
          `stakes are late as of the period ${period}, not ${decision.latePeriod}`,
        !isEqual(late, decision.late) && `the late stakes are ${late.Yes} and ${late.No}`,
      ],
      account
        ? 'the late stakes follow from the rule'
        : 'the period follows from the rule; the account is closed',
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
