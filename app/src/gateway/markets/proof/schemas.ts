// The schemas of the proof of a decision.

import { z } from '@hono/zod-openapi'
import {
  Address,
  IsoTime,
  MarketId,
  OutcomeName,
  orNull,
  Stakes,
  TransactionId,
} from '../../http/fields/schemas.ts'
import { Condition } from '../schemas.ts'

const Integer = z.string().openapi({ description: 'A whole number, as a string because it may be large' })

const ProofTransaction = z
  .strictObject({ transactionId: TransactionId, slot: z.int() })
  .openapi('ProofTransaction')

const PriceUpdate = z
  .strictObject({
    feed: z.string(),
    price: Integer,
    confidence: Integer,
    exponent: z.int(),
    publishTime: IsoTime,
    previousPublishTime: IsoTime,
  })
  .openapi('PriceUpdate')

const PriceEvidence = z
  .strictObject({
    type: z.literal('price'),
    account: Address.openapi({ description: 'The account of the price, of the receiver in `rule`' }),
    mint: Address.nullable().openapi({ description: 'Of a market capitalisation: the mint' }),
    update: orNull(PriceUpdate).openapi({ description: 'The price, if the same transaction posted it' }),
  })
  .openapi('PriceEvidence')

const AttestationEvidence = z
  .strictObject({
    type: z.literal('attestation'),
    attestorSet: Address,
    second: IsoTime,
    met: z.boolean(),
    signatures: z.array(
      z.strictObject({ attestor: Address, signature: z.string().openapi({ description: 'Base58' }) }),
    ),
  })
  .openapi('AttestationEvidence')

const StateEvidence = z
  .strictObject({ type: z.literal('state'), accounts: z.array(Address) })
  .openapi('StateEvidence', { description: 'The state of accounts in the slot of the transaction' })

const Observation = z
  .strictObject({
    value: Integer.nullable().openapi({
      description: '`null` if the update could not be read: see `reason`',
    }),
    exponent: z.int(),
    observedAt: IsoTime,
    met: z.boolean(),
    reason: z.string().nullable().openapi({
      description: 'Why there is no value, which counts as "not met" by expiry; `null` if there is one',
    }),
  })
  .openapi('Observation')

const ProofReference = z
  .strictObject({
    value: Integer,
    exponent: z.int(),
    observedAt: IsoTime,
    evidence: orNull(PriceEvidence),
  })
  .openapi('ProofReference')

/** Everything needed to check the decision of a market. */
export const DecisionProof = z
  .strictObject({
    marketId: MarketId,
    programId: Address,
    winningOutcome: OutcomeName.nullable().openapi({ description: '`null` for a void market' }),
    answer: OutcomeName.nullable().openapi({ description: 'The answer, if it was known' }),
    resolvedAt: IsoTime,
    rule: z.strictObject({
      text: z.string(),
      condition: Condition,
      tokenAddress: Address.nullable(),
      createdAt: IsoTime,
      closeAt: IsoTime,
      expireAt: IsoTime,
      proofWindowSeconds: z.int(),
      voidDelaySeconds: z.int(),
      bettingPeriodSeconds: z.int(),
      pythReceiver: Address,
      maxConfidenceBps: z.int(),
      attestorSet: z.int().openapi({ description: 'By number' }),
    }),
    observation: orNull(Observation).openapi({
      description: 'Exactly value × 10^exponent; attestors and facts count 1 for met, 0 for not met',
    }),
    reference: orNull(ProofReference).openapi({
      description: 'Of a change: its first price, exactly value × 10^exponent',
    }),
    evidence: z.union([PriceEvidence, AttestationEvidence, StateEvidence]).nullable(),
    shownIn: TransactionId.nullable().openapi({ description: 'The transaction that submitted the evidence' }),
    totalStake: Stakes,
    refundedStake: Stakes,
    transactions: z.strictObject({
      created: ProofTransaction,
      recorded: orNull(ProofTransaction).openapi({
        description: 'Recorded "not met" at expiry, a complete bonding curve, or the reference',
      }),
      decided: ProofTransaction,
    }),
  })
  .openapi('DecisionProof')
