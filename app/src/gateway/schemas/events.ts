import { z } from '@hono/zod-openapi'
import {
  Address,
  AnsweredAmount,
  Currency,
  FeesCollected,
  IsoTime,
  MarketId,
  Odds,
  OutcomeName,
  PayoutRatio,
  Stakes,
  TransactionId,
} from './common.ts'

const Common = {
  id: z.int().openapi({ description: 'Increasing, with gaps' }),
  marketId: MarketId,
  question: z.string(),
  currency: Currency,
  time: IsoTime,
  transactionId: TransactionId,
}

/** A market was created. */
export const MarketEvent = z
  .strictObject({
    ...Common,
    type: z.literal('market'),
    wallet: Address.openapi({ description: 'The creator' }),
    tokenAddress: Address.nullable(),
    closeAt: IsoTime,
    expireAt: IsoTime,
  })
  .openapi('MarketEvent')

/** A bet was placed. */
export const BetEvent = z
  .strictObject({
    ...Common,
    type: z.literal('bet'),
    wallet: Address.openapi({ description: 'The bettor' }),
    outcome: OutcomeName,
    amount: AnsweredAmount,
    stake: Stakes.openapi({ description: 'The stakes of the wallet in this market after the bet' }),
    newTotalStake: Stakes,
    newOdds: Odds,
  })
  .openapi('BetEvent')

/** A market was decided, or voided. */
export const ResolutionEvent = z
  .strictObject({
    ...Common,
    type: z.literal('resolution'),
    status: z.enum(['resolved', 'void']),
    winningOutcome: OutcomeName.nullable(),
    totalStake: Stakes,
    payoutRatio: PayoutRatio,
    feesCollected: FeesCollected,
  })
  .openapi('ResolutionEvent')

/** A position was settled. */
export const PayoutEvent = z
  .strictObject({
    ...Common,
    type: z.literal('payout'),
    wallet: Address.openapi({ description: 'The owner of the position' }),
    stake: Stakes,
    winnings: AnsweredAmount.openapi({ description: 'Credited; 0 for a loser' }),
    refund: z.boolean().openapi({ description: 'Whether the market was void' }),
  })
  .openapi('PayoutEvent')

/** An event of the stream. */
export const MarketplaceEvent = z
  .discriminatedUnion('type', [MarketEvent, BetEvent, ResolutionEvent, PayoutEvent])
  .openapi('Event')

/** An event of a wallet. */
export const WalletEvent = z
  .discriminatedUnion('type', [MarketEvent, BetEvent, PayoutEvent])
  .openapi('WalletEvent')

/** The id of an event, as text. */
const EventId = z.string().regex(/^\d{1,15}$/, 'must be the id of an event')

/** Filters and starting point of the stream. */
export const EventsQuery = z.strictObject({
  market: MarketId.optional(),
  wallet: Address.optional(),
  lastEventId: EventId.optional().openapi({
    description: 'Resumes after this event; 0 for all. The header Last-Event-ID takes precedence',
  }),
})

/** Where a client that reconnects resumes; browsers send an empty value for none. */
export const EventsHeaders = z.object({
  'Last-Event-ID': z.union([z.literal(''), EventId], 'must be the id of an event').optional(),
})
