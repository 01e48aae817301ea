import { z } from '@hono/zod-openapi'
import {
  AnsweredAmount,
  Currency,
  DECIMAL_PATTERN,
  Fraction,
  IsoTime,
  MarketId,
  Odds,
  OutcomeName,
  Ratio,
  RequestedAmount,
  Stakes,
  TransactionId,
} from '../fields/schemas.ts'
import { CostFields, NotSent, UnsignedTransaction } from '../fields/transaction.ts'

/** A bet to place. */
export const PlaceBetBody = z
  .strictObject({
    outcome: OutcomeName,
    amount: RequestedAmount,
    currency: Currency.optional(),
    minPayout: RequestedAmount.optional().openapi({
      description:
        'The least that this stake must be paid if its outcome wins with the pools as they are after the bet, itself ' +
        'included; later bets can still change it',
    }),
    from: z
      .enum(['wallet', 'bankroll'], 'must be wallet or bankroll')
      .optional()
      .openapi({
        description:
          'Whose money a bet that is built stakes: the wallet signs either way; `wallet` by default. A bet that an API key ' +
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
        '`true`: an API key has the bet built, and places none; the default for a key with the scope `build` and without ' +
        '`bet`',
    }),
})

/** A bet to quote. */
export const QuoteQuery = z.strictObject({
  outcome: OutcomeName,
  amount: z.string().openapi({ pattern: DECIMAL_PATTERN, example: '1.5' }),
})

/** A confirmed bet. */
export const BetConfirmation = z
  .strictObject({
    marketId: MarketId,
    outcome: OutcomeName,
    amountStaked: AnsweredAmount,
    newTotalStake: Stakes,
    newOdds: Odds,
    transactionId: TransactionId,
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
    marketId: MarketId,
    outcome: OutcomeName,
    amount: AnsweredAmount,
    currency: Currency,
    odds: Odds,
    newOdds: Odds,
    newTotalStake: Stakes,
    payout: AnsweredAmount.openapi({
      description: 'Payout if this outcome wins with the pools as they are after the bet',
    }),
    payoutRatio: Ratio,
    payoutIfMatched: Stakes.openapi({
      description: 'The same payout, had the same amount again been staked on Yes or on No after it',
    }),
    deposit: CostFields.deposit.openapi({
      description:
        'SOL for the rent of the position, with the first bet in this market. It comes back with the payout',
    }),
    reward: CostFields.reward.openapi({
      description: 'SOL for whoever pays the position out, with the first bet in this market',
    }),
    countsFrom: IsoTime.openapi({
      description:
        'From when on a stake placed now counts. A decision as of an earlier second returns it in full',
    }),
    returnedBy: z.array(OutcomeName).openapi({
      description: 'The answers that can come early, and would return a stake that does not count yet',
    }),
    priceImpact: Fraction.openapi({ description: 'Change of the odds of its outcome' }),
  })
  .openapi('Quote')
