// Verifies the decision of a market from the chain alone.

import { accountDecoders } from '../accounts/decoders.ts'
import { requireMarketId } from '../addresses.ts'
import { voidAt } from '../rules/dates.ts'
import { type Decision, decide } from '../rules/decide.ts'
import type { ChainReader, Library } from '../wire.ts'
import * as compare from './compare.ts'
import * as decisions from './decision.ts'
import { type ReadAgain, readAgain, readReferenceAgain } from './observed.ts'

/** Whether a decision is right. */
export interface VerifiedDecisionOf<Address> {
  /** Whether every check has passed; `null` if none has failed, but not all could be made. */
  ok: boolean | null
  /** What the node does not have, which says nothing about the decision: ask another node. */
  missing: decisions.Missing | null
  /** The decision as recorded on chain; `null` if its transactions could not be read. */
  decision: decisions.MarketDecisionOf<Address> | null
  checks: compare.DecisionCheck[]
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
  proof: compare.DecisionProof | string,
  onCheck?: (check: compare.DecisionCheck) => void,
): Promise<VerifiedDecisionOf<L['Address']>> {
  const checks: compare.DecisionCheck[] = []
  const check: compare.Check = (name, objections, detail, unchecked) => {
    const wrong = objections.filter((objection) => objection !== false).join('; ')
    const done = { name, ok: wrong ? false : unchecked ? null : true, detail: wrong || unchecked || detail }
    checks.push(done)
    onCheck?.(done)
  }
  let decision: decisions.MarketDecisionOf<L['Address']>
  try {
    decision = await read(wire, proof)
  } catch (error) {
    if (!(error instanceof decisions.ProofMissingError)) throw error
    const { message, missing } = error
    check('transactions', [!missing && message], '', message)
    return { ok: missing ? null : false, missing, decision: null, checks, trusted: [] }
  }
  check('transactions', [], 'successful transactions of the program created and decided the market')
  if (typeof proof !== 'string')
    check('answer', compare.differences(proof, decision), 'the answer is what the chain says')

  const { market, observation } = decision
  const account = await readMarket(wire, market)
  if (account)
    check('account', [!compare.agrees(account, decision) && 'it holds something else'], 'it holds the same')
  else compare.checkEnd(decision, await new decisions.DecisionReader(wire, market).end(), check)
  const trusted = ['the node that was asked', `the program ${wire.program}, and whoever can upgrade it`]
  let asOf: bigint | null = null
  if (observation && decision.answer !== null) {
    const reference = await readReferenceAgain(wire, decision)
    if (reference) {
      check(
        'reference',
        [...reference.objections, ...recording(decision, reference)],
        reference.checked,
        reference.unchecked,
      )
      trusted.push(...reference.trusted)
    }
    const again = await readAgain(wire, decision, observation)
    check('evidence', again.objections, again.checked, again.unchecked)
    trusted.push(...again.trusted.filter((one) => !trusted.includes(one)))
    const ruled = ruling(decision, again)
    asOf = 'asOf' in ruled.shown ? ruled.shown.asOf : null
    check('rule', ruled.objections, `the rule decides ${decision.answer} at the second ${decision.decidedAt}`)
  } else {
    const isInTime = decision.decidedAt >= voidAt(decision.created)
    check(
      'rule',
      [
        !isInTime && 'the market was voided too early',
        decision.answer !== null && 'nothing was observed that the answer follows from',
      ],
      'nothing decided it until it could be voided',
    )
  }
  compare.checkStakes(decision, asOf, account, check)
  const results = checks.map(({ ok }) => ok)
  const ok = results.includes(false) ? false : results.includes(null) ? null : true
  return { ok, missing: null, decision, checks, trusted }
}

async function read<L extends Library>(wire: ChainReader<L>, proof: compare.DecisionProof | string) {
  const market = requireMarketId(wire, typeof proof === 'string' ? proof : proof.marketId, 'marketId')
  const reader = new decisions.DecisionReader(wire, market)
  if (typeof proof !== 'string') {
    const { created, recorded, decided } = proof.transactions
    const signatures = {
      created: created.transactionId,
      recorded: recorded?.transactionId ?? null,
      decided: decided.transactionId,
    }
    return reader.read(signatures)
  }
  const account = await readMarket(wire, market)
  if (account?.resolvedAt === null)
    throw new decisions.ProofMissingError('The market is not decided yet', 'decision')
  const found = await reader.find()
  if (found) return reader.read(found)
  const isKnown = account !== null || (await wire.signatures(market, { limit: 1 })).length > 0
  throw isKnown
    ? new decisions.ProofMissingError('The node has no transaction that decided the market', 'transactions')
    : new decisions.ProofMissingError(
        'The node has neither an account nor a transaction of this market',
        'market',
      )
}

/** The account of a market; `null` if there is none. */
async function readMarket<L extends Library>(wire: ChainReader<L>, market: L['Address']) {
  const info = await wire.account(market, 'confirmed')
  return info && wire.isSame(info.owner, wire.program) ? accountDecoders(wire).market(info.data) : null
}

/** Why the reference price of a change should not have been recorded. */
function recording({ created, recorded }: decisions.MarketDecisionOf<unknown>, { shown }: ReadAgain) {
  const rules = { ...created, observation: null, reference: null }
  const decision = decide(rules, null, recorded?.recordedAt ?? 0n, shown)
  return decision.kind === 'recordReference' ? [] : [`the rule says ${nameOf(decision)}`]
}

/** Decides again: by the evidence of the deciding transaction, or by the observation that was recorded. */
function ruling(decision: decisions.MarketDecisionOf<unknown>, { shown }: ReadAgain) {
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
