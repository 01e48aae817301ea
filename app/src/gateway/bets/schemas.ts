// The schemas of bets and quotes.

import { z } from '@hono/zod-openapi'
import * as fields from '../http/fields/schemas.ts'
import { CostFields, NotSent, UnsignedTransaction } from '../http/fields/transaction.ts'

export const PlaceBetBody = z
  .strictObject({
    outcome: fields.OutcomeName,
    amount: fields.RequestedAmount,
    currency: fields.Currency.nullish(),
    minPayout: fields.RequestedAmount.optional().openapi({
      description:
        'The lowest payout to accept, at the pools after the bet: a bet with a lower one is refused. Later bets can still ' +
        'change it',
    }),
    from: z
      .enum(['wallet', 'bankroll'], 'must be wallet or bankroll')
      .optional()
      .openapi({
        description:
          'Where a built bet takes its stake from; `wallet` by default. The wallet signs either way. A bet that an API key ' +
          'places is always from the bankroll',
      }),
  })
  .openapi('PlaceBet')

/** Whether a bet is built for the wallet to sign. */
export const BetQuery = z.strictObject({
  build: z
    .enum(['true', 'false'], 'must be true or false')
    .optional()
    .openapi({
      description:
        '`true`: builds the bet instead of placing it; the default for a key with the scope `build` and without ' +
        '`bet`',
    }),
})

export const QuoteQuery = z.strictObject({
  outcome: fields.OutcomeName,
  amount: z.string().openapi({ pattern: fields.DECIMAL_PATTERN, example: '1.5' }),
})

/** A confirmed bet. */
export const BetConfirmation = z
  .strictObject({
    marketId: fields.MarketId,
    outcome: fields.OutcomeName,
    amountStaked: fields.AnsweredAmount,
    newTotalStake: fields.Stakes,
    newOdds: fields.Odds,
    transactionId: fields.TransactionId,
    message: z.string(),
  })
  .openapi('BetConfirmation')

/** A bet as the transaction will place it. */
export const ProjectedBet = z
  .strictObject({
    ...BetConfirmation.shape,
    transactionId: NotSent,
    ...CostFields,
    transaction: UnsignedTransaction,
  })
  .openapi('ProjectedBet')

/** The effect of a bet. */
export const Quote = z
  .strictObject({
    marketId: fields.MarketId,
    outcome: fields.OutcomeName,
    amount: fields.AnsweredAmount,
    currency: fields.Currency,
    odds: fields.Odds,
    newOdds: fields.Odds,
    newTotalStake: fields.Stakes,
    payout: fields.AnsweredAmount.openapi({
      description: 'Payout if this outcome wins at the pools after the bet',
    }),
    payoutRatio: fields.Ratio,
    atRisk: fields.AnsweredAmount.openapi({
      description:
        'What is lost if the other outcome wins at the pools after the bet; the rest finds no opponent and is refunded. ' +
        'Later bets can raise it, at most to `amount`',
    }),
    payoutIfMatched: fields.Stakes.openapi({
      description: 'The payout if the same amount is staked on Yes, or on No, after this bet',
    }),
    deposit: CostFields.deposit.openapi({
      description:
        'SOL for the rent of the position, paid with the first bet in this market and returned with the payout',
    }),
    reward: CostFields.reward.openapi({
      description: 'SOL for the keeper who settles the position, paid with the first bet in this market',
    }),
    countsFrom: fields.IsoTime.openapi({
      description:
        'When a stake placed now starts to count. A decision as of an earlier second refunds it in full',
    }),
    returnedBy: z.array(fields.OutcomeName).openapi({
      description: 'The answers that can be known early and would refund a stake that does not count yet',
    }),
    priceImpact: fields.Fraction.openapi({ description: 'Change of the odds of its outcome' }),
  })
  .openapi('Quote')
