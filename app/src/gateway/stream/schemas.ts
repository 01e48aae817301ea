// The schemas of events.

import { z } from '@hono/zod-openapi'
import { Bought } from '../burns/schemas.ts'
import * as fields from '../http/fields/schemas.ts'
import { Answer, Cancelled, Condition, QuestionAgrees, Reference } from '../markets/schemas.ts'

/** The fields of every event in the stream. */
const Streamed = {
  id: z.int().openapi({ description: 'Increasing, with gaps' }),
  marketId: fields.MarketId,
  time: fields.IsoTime,
  transactionId: fields.TransactionId,
  slot: z.int().openapi({ description: 'The slot of its transaction' }),
}

const Common = {
  ...Streamed,
  question: z.string(),
  questionAgrees: QuestionAgrees,
  condition: Condition,
  currency: fields.Currency,
  finality: z.enum(['confirmed', 'finalized']).openapi({
    description:
      'Whether the chain could still drop it when it was read; a `dropped` event follows if it does',
  }),
}

export const MarketEvent = z
  .strictObject({
    ...Common,
    type: z.literal('market'),
    wallet: fields.Address.openapi({ description: 'The creator' }),
    tokenAddress: fields.Address.nullable(),
    closeAt: fields.IsoTime,
    expireAt: fields.IsoTime,
  })
  .openapi('MarketEvent')

export const BetEvent = z
  .strictObject({
    ...Common,
    type: z.literal('bet'),
    wallet: fields.Address.openapi({ description: 'The bettor' }),
    outcome: fields.OutcomeName,
    amount: fields.AnsweredAmount,
    stake: fields.Stakes.openapi({ description: 'The stakes of the wallet in this market after the bet' }),
    newTotalStake: fields.Stakes,
    newOdds: fields.Odds,
  })
  .openapi('BetEvent')

/** The first price of a change was recorded, which ends betting. */
export const ReferenceEvent = z
  .strictObject({ ...Common, type: z.literal('reference'), ...Reference.shape })
  .openapi('ReferenceEvent')

export const ResolutionEvent = z
  .strictObject({
    ...Common,
    type: z.literal('resolution'),
    status: z.enum(['resolved', 'void']),
    winningOutcome: fields.OutcomeName.nullable(),
    answer: Answer.optional(),
    cancelled: Cancelled.optional(),
    totalStake: fields.Stakes.openapi({
      description: 'The stakes that counted, or all stakes of a void market',
    }),
    refundedStake: fields.Stakes.openapi({
      description: 'Late stakes and losing ones without an opponent, or all stakes of a void market',
    }),
    payoutRatio: fields.PayoutRatio,
    feesCollected: fields.FeesCollected,
  })
  .openapi('ResolutionEvent')

export const PayoutEvent = z
  .strictObject({
    ...Common,
    type: z.literal('payout'),
    wallet: fields.Address.openapi({ description: 'The owner of the position' }),
    stake: fields.Stakes,
    winnings: fields.AnsweredAmount.openapi({ description: 'Paid for stakes that counted; 0 if they lost' }),
    refund: fields.AnsweredAmount.openapi({
      description: 'Refund of late and unmatched stakes, or of all stakes of a void market',
    }),
  })
  .openapi('PayoutEvent')

export const BurnEvent = z
  .strictObject({
    id: Common.id,
    type: z.literal('burn'),
    ...Bought,
    time: fields.IsoTime,
    transactionId: fields.TransactionId,
  })
  .openapi('BurnEvent')

/** The chain dropped an event, and with it those after it in its market. */
export const DroppedEvent = z
  .strictObject({
    ...Streamed,
    type: z.literal('dropped'),
    eventId: z.int().openapi({
      description:
        'The id of the first dropped event, which a disconnected client may not have received. All events of the ' +
        'market from it on, up to this announcement, are dropped; those that are still on the chain follow again',
    }),
  })
  .openapi('DroppedEvent')

/** Every event of the stream, by its type. */
const EVENTS = [
  MarketEvent,
  BetEvent,
  ReferenceEvent,
  ResolutionEvent,
  PayoutEvent,
  BurnEvent,
  DroppedEvent,
] as const

export const MarketplaceEvent = z.discriminatedUnion('type', EVENTS).openapi('Event')

/** The message of one type of event. The library's types lack `contentSchema` of JSON Schema. */
function messageOf(event: (typeof EVENTS)[number]) {
  const type = event.shape.type.value
  const name = `${type.charAt(0).toUpperCase()}${type.slice(1)}`
  const data: object = {
    description: 'The event as JSON',
    contentMediaType: 'application/json',
    contentSchema: { $ref: `#/components/schemas/${name}Event` },
  }
  return z
    .strictObject({
      event: z.literal(type),
      id: z
        .string()
        .regex(/^[0-9]+$/)
        .openapi({ description: 'The id of the event, for `Last-Event-ID`' }),
      data: z.string().openapi(data),
    })
    .openapi(`${name}Message`)
}

/** A message of the stream in the format of server-sent events: `event` names the type of its `data`. */
export const StreamMessage = z
  .discriminatedUnion('event', [messageOf(MarketEvent), ...EVENTS.slice(1).map(messageOf)])
  .openapi('StreamMessage')

export const WalletEvent = z
  .discriminatedUnion('type', [MarketEvent, BetEvent, PayoutEvent, BurnEvent])
  .openapi('WalletEvent')

/** The id of an event, as text. */
const EventId = z.string().regex(/^\d{1,15}$/, 'must be the id of an event')

const isMarketId = (text: string) => fields.MarketId.safeParse(text).success

/** The most markets that one stream can be limited to; a query is not longer. */
const MAX_MARKETS = 30

/** Filters and starting point of the stream. */
export const EventsQuery = z.strictObject({
  market: z
    .preprocess(
      (value) => (typeof value === 'string' ? [value] : value),
      z
        .array(z.string())
        .max(MAX_MARKETS, `must be at most ${MAX_MARKETS} markets`)
        .refine((ids) => ids.every(isMarketId), 'must be a market id: market_ and an address'),
    )
    .optional()
    .openapi({
      type: 'array',
      items: { type: 'string', pattern: fields.MARKET_ID_PATTERN },
      description: 'Only events of this market; repeat it for several',
    }),
  wallet: fields.Address.optional(),
  lastEventId: EventId.optional().openapi({
    description: 'Resumes after this event; 0 for all. The header Last-Event-ID takes precedence',
  }),
})

/** Where a client that reconnects resumes; browsers send an empty value for none. */
export const EventsHeaders = z.object({
  'Last-Event-ID': z.union([z.literal(''), EventId], 'must be the id of an event').optional(),
})
