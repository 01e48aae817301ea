import { z } from '@hono/zod-openapi'
import { Address, AnsweredAmount, Currency, IsoTime, MarketId, OutcomeName } from './common.ts'
import { Odds, Stakes } from './market.ts'

const Common = {
  id: z.int().openapi({ description: 'Increasing; gaps mean nothing' }),
  marketId: MarketId,
  question: z.string(),
  currency: Currency,
  time: IsoTime,
  transactionId: z.string(),
}

/** A market was opened. */
export const MarketEvent = z
  .strictObject({
    ...Common,
    type: z.literal('market'),
    wallet: Address.openapi({ description: 'Who opened it' }),
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
    wallet: Address.openapi({ description: 'Who bet' }),
    outcome: OutcomeName,
    amount: AnsweredAmount,
    stake: Stakes.openapi({ description: 'All stakes of the wallet in this market' }),
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
    payoutRatio: z.strictObject({ Yes: z.number().min(0), No: z.number().min(0) }),
    feesCollected: z.strictObject({ burned: z.string(), developer: z.string() }),
  })
  .openapi('ResolutionEvent')

/** A position was settled. */
export const PayoutEvent = z
  .strictObject({
    ...Common,
    type: z.literal('payout'),
    wallet: Address.openapi({ description: 'Whose position it was' }),
    stake: Stakes,
    winnings: AnsweredAmount.openapi({ description: 'All that was credited; 0 for who lost' }),
    refund: z.boolean().openapi({ description: 'Whether the market was void' }),
  })
  .openapi('PayoutEvent')

/** Something that happened. */
export const MarketplaceEvent = z
  .discriminatedUnion('type', [MarketEvent, BetEvent, ResolutionEvent, PayoutEvent])
  .openapi('Event')

/** Something that a wallet did or was paid. */
export const WalletEvent = z
  .discriminatedUnion('type', [MarketEvent, BetEvent, PayoutEvent])
  .openapi('WalletEvent')

/** Which events are told, and from where on. */
export const EventsQuery = z.strictObject({
  market: MarketId.optional(),
  wallet: Address.optional(),
  lastEventId: z
    .string()
    .regex(/^\d{1,15}$/, 'must be the id of an event')
    .optional()
    .openapi({
      description: 'Continues behind this event, like the header Last-Event-ID, which goes before; 0 for all',
    }),
})
