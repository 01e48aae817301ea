// The schemas of results and claims.

import { z } from '@hono/zod-openapi'
import * as fields from '../../http/fields/schemas.ts'
import { NotSent, UnsignedTransaction } from '../../http/fields/transaction.ts'

export const MarketResult = z
  .strictObject({
    marketId: fields.MarketId,
    winningOutcome: fields.OutcomeName.nullable().openapi({ description: '`null` for a void market' }),
    resolvedAt: fields.IsoTime,
    yourWinnings: fields.AnsweredAmount.openapi({
      description: 'Winnings of stakes that counted, paid or still to be paid',
    }),
    yourRefund: fields.AnsweredAmount.openapi({
      description:
        'Refund of late and unmatched stakes, or of all stakes of a void market, paid or still to be paid',
    }),
    claimable: z.boolean().openapi({ description: 'Whether winnings or a refund are still to be paid' }),
    yourStake: fields.Stakes,
    settled: z.boolean(),
    transactionId: fields.TransactionId.nullable().openapi({
      description: 'The transaction that paid the winnings and the refund',
    }),
  })
  .openapi('MarketResult')

/** The result of a market as the transaction will make it. */
export const ProjectedClaim = z
  .strictObject({ ...MarketResult.shape, transactionId: NotSent, transaction: UnsignedTransaction })
  .openapi('ProjectedClaim')
