// The schemas of the proof of a decision.

import { z } from '@hono/zod-openapi'
import * as fields from '../../http/fields/schemas.ts'
import { Condition } from '../schemas.ts'

const Integer = z.string().openapi({ description: 'A whole number, as a string because it may be large' })

const ProofTransaction = z
  .strictObject({ transactionId: fields.TransactionId, slot: z.int() })
  .openapi('ProofTransaction')

const PriceUpdate = z
  .strictObject({
    feed: z.string(),
    price: Integer,
    confidence: Integer,
    exponent: z.int(),
    publishTime: fields.IsoTime,
    previousPublishTime: fields.IsoTime,
  })
  .openapi('PriceUpdate')

const PriceEvidence = z
  .strictObject({
    type: z.literal('price'),
    account: fields.Address.openapi({ description: 'The account of the price, of the receiver in `rule`' }),
    mint: fields.Address.nullable().openapi({ description: 'Of a market capitalisation: the mint' }),
    update: fields
      .orNull(PriceUpdate)
      .openapi({ description: 'The price, if the same transaction posted it' }),
  })
  .openapi('PriceEvidence')

const AttestationEvidence = z
  .strictObject({
    type: z.literal('attestation'),
    attestorSet: fields.Address,
    second: fields.IsoTime,
    met: z.boolean(),
    signatures: z.array(
      z.strictObject({ attestor: fields.Address, signature: z.string().openapi({ description: 'Base58' }) }),
    ),
  })
  .openapi('AttestationEvidence')

const StateEvidence = z
  .strictObject({ type: z.literal('state'), accounts: z.array(fields.Address) })
  .openapi('StateEvidence', { description: 'The state of accounts in the slot of the transaction' })

const Observation = z
  .strictObject({
    value: Integer.nullable().openapi({
      description: '`null` if the update could not be read: see `reason`',
    }),
    exponent: z.int(),
    observedAt: fields.IsoTime,
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
    observedAt: fields.IsoTime,
    evidence: fields.orNull(PriceEvidence),
  })
  .openapi('ProofReference')

/** Everything needed to check the decision of a market. */
export const DecisionProof = z
  .strictObject({
    marketId: fields.MarketId,
    programId: fields.Address,
    winningOutcome: fields.OutcomeName.nullable().openapi({ description: '`null` for a void market' }),
    answer: fields.OutcomeName.nullable().openapi({ description: 'The answer, if it was known' }),
    resolvedAt: fields.IsoTime,
    rule: z.strictObject({
      text: z.string(),
      condition: Condition,
      tokenAddress: fields.Address.nullable(),
      createdAt: fields.IsoTime,
      closeAt: fields.IsoTime,
      expireAt: fields.IsoTime,
      proofWindowSeconds: z.int(),
      voidDelaySeconds: z.int(),
      bettingPeriodSeconds: z.int(),
      pythReceiver: fields.Address,
      maxConfidenceBps: z.int(),
      attestorSet: z.int().openapi({ description: 'By number' }),
    }),
    observation: fields.orNull(Observation).openapi({
      description: 'Exactly value × 10^exponent; attestors and facts count 1 for met, 0 for not met',
    }),
    reference: fields.orNull(ProofReference).openapi({
      description: 'Of a change: its first price, exactly value × 10^exponent',
    }),
    evidence: z.union([PriceEvidence, AttestationEvidence, StateEvidence]).nullable(),
    shownIn: fields.TransactionId.nullable().openapi({
      description: 'The transaction that submitted the evidence',
    }),
    totalStake: fields.Stakes,
    refundedStake: fields.Stakes,
    transactions: z.strictObject({
      created: ProofTransaction,
      recorded: fields.orNull(ProofTransaction).openapi({
        description: 'Recorded "not met" at expiry, a complete bonding curve, or the reference',
      }),
      decided: ProofTransaction,
    }),
  })
  .openapi('DecisionProof')
