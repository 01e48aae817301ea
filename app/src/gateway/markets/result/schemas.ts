import { z } from '@hono/zod-openapi'
import {
  AnsweredAmount,
  IsoTime,
  MarketId,
  OutcomeName,
  Stakes,
  TransactionId,
} from '../../fields/schemas.ts'
import { NotSent, UnsignedTransaction } from '../../fields/transaction.ts'

/** The result of a market for one wallet. */
export const MarketResult = z
  .strictObject({
    marketId: MarketId,
    winningOutcome: OutcomeName.nullable().openapi({ description: '`null` for a void market' }),
    resolvedAt: IsoTime,
    yourWinnings: AnsweredAmount.openapi({
      description: 'For stakes that counted, credited or still to be credited',
    }),
    yourRefund: AnsweredAmount.openapi({
      description: 'Of late stakes, or of all stakes of a void market, credited or still to be credited',
    }),
    claimable: z
      .boolean()
      .openapi({ description: 'Whether winnings or a refund have yet to be transferred' }),
    yourStake: Stakes,
    settled: z.boolean(),
    transactionId: TransactionId.nullable().openapi({
      description: 'The transaction that paid the winnings and the refund',
    }),
  })
  .openapi('MarketResult')

/** The result of a market as the transaction will make it. */
export const ProjectedClaim = z
  .strictObject({ ...MarketResult.shape, transactionId: NotSent, transaction: UnsignedTransaction })
  .openapi('ProjectedClaim')
