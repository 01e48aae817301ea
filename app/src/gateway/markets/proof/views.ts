// The answer with the proof of a decision.

import { describeCondition, toMarketId } from '@prediction-market/sdk'
import type { DecisionEvidence, MarketDecision } from '@prediction-market/sdk/proof'
import { MAX_PRICE_DELAY, refundedStakes } from '@prediction-market/sdk/rules'
import type { PublicKey } from '@solana/web3.js'
import bs58 from 'bs58'
import type { Answered } from '../../http/fields/answered.ts'
import { isoTime, stakesView } from '../../http/fields/views.ts'
import { conditionView, countedStakes } from '../views.ts'
import type { DecisionProof } from './schemas.ts'

type Proof = Answered<typeof DecisionProof>

/** Everything needed to check a decision. */
export function proofView(decision: MarketDecision, programId: PublicKey, decimals: number): Proof {
  const { created, observation, evidence, transactions } = decision
  const { condition, terms, expireAt } = created
  const tokenAddress = created.token?.toBase58() ?? null
  return {
    marketId: toMarketId(decision.market),
    programId: programId.toBase58(),
    winningOutcome: decision.outcome,
    answer: decision.answer,
    resolvedAt: isoTime(decision.decidedAt),
    rule: {
      text: describeCondition(condition, { tokenAddress, expireAt }),
      condition: conditionView(condition),
      tokenAddress,
      createdAt: isoTime(created.createdAt),
      closeAt: isoTime(created.closeAt),
      expireAt: isoTime(expireAt),
      proofWindowSeconds: terms.proofWindow,
      voidDelaySeconds: terms.voidDelay,
      bettingPeriodSeconds: terms.period,
      pythReceiver: terms.pythReceiver.toBase58(),
      maxConfidenceBps: terms.maxConfidenceBps,
      attestorSet: terms.attestorSet,
    },
    observation: observation && {
      value: observation.hasValue ? observation.value.toString() : null,
      exponent: observation.exponent,
      observedAt: isoTime(observation.observedAt),
      met: observation.isMet,
      reason: observation.hasValue ? null : unreadable(observation.observedAt, created),
    },
    reference: referenceView(decision),
    evidence: evidence && evidenceView(evidence),
    shownIn: decision.shownIn,
    totalStake: stakesView(countedStakes(decision), decimals),
    refundedStake: stakesView(refundedStakes(decision), decimals),
    transactions: {
      created: transactionView(transactions.created),
      recorded: transactions.recorded && transactionView(transactions.recorded),
      decided: transactionView(transactions.decided),
    },
  }
}

/** Why the program read no price in the update at expiry. */
function unreadable(
  publishedAt: bigint,
  { expireAt, terms }: Pick<MarketDecision['created'], 'expireAt' | 'terms'>,
): string {
  const delay = publishedAt - expireAt
  if (delay > MAX_PRICE_DELAY) {
    return (
      `The first price from the expiry on was published ${delay} seconds after it, ` +
      `but only a price within ${MAX_PRICE_DELAY} seconds counts: nothing met the condition by the expiry`
    )
  }
  const widest = terms.maxConfidenceBps / 100
  return (
    `The price at expiry was too uncertain: its confidence interval was wider than ${widest} % of it, ` +
    'or it was not above zero'
  )
}

/** The first price of a change, and its evidence. */
function referenceView({ recorded, referenceEvidence: evidence }: MarketDecision): Proof['reference'] {
  if (recorded?.kind !== 'reference') return null
  const { value, exponent, observedAt } = recorded.observation
  return {
    value: value.toString(),
    exponent,
    observedAt: isoTime(observedAt),
    evidence: evidence?.type === 'price' ? priceEvidenceView(evidence) : null,
  }
}

function priceEvidenceView(evidence: Extract<DecisionEvidence, { type: 'price' }>) {
  const { type, account, mint, price } = evidence
  const update = price && {
    feed: price.feedId,
    price: price.price.toString(),
    confidence: price.conf.toString(),
    exponent: price.exponent,
    publishTime: isoTime(price.publishTime),
    previousPublishTime: isoTime(price.prevPublishTime),
  }
  return { type, account: account.toBase58(), mint: mint?.toBase58() ?? null, update }
}

function evidenceView(evidence: DecisionEvidence): NonNullable<Proof['evidence']> {
  const { type } = evidence
  switch (type) {
    case 'price':
      return priceEvidenceView(evidence)
    case 'attestation':
      return {
        type,
        attestorSet: evidence.attestorSet.toBase58(),
        second: isoTime(evidence.second),
        met: evidence.isMet,
        signatures: evidence.signatures.map(({ attestor, signature }) => ({
          attestor: attestor.toBase58(),
          signature: bs58.encode(signature),
        })),
      }
    case 'state':
      return { type, accounts: evidence.accounts.map((account) => account.toBase58()) }
  }
}

function transactionView({ signature, slot }: { signature: string; slot: number }) {
  return { transactionId: signature, slot }
}
