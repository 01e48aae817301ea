import { z } from '@hono/zod-openapi'
import { Address, AnsweredAmount, Currency, Fraction, IsoTime, MarketId, OutcomeName } from './common.ts'
import { Odds, OpenMarket, Stakes } from './market.ts'

/** A transaction to sign. */
export const UnsignedTransaction = z
  .strictObject({
    base64: z.string().openapi({ description: 'An unsigned versioned transaction' }),
    lastValidBlockHeight: z.int(),
    signers: z.array(Address).openapi({ description: 'Who must sign it' }),
  })
  .openapi('UnsignedTransaction')

/** A market as it will be once the transaction has been signed and sent. */
export const ProjectedMarket = z
  .strictObject({ ...OpenMarket.shape, transaction: UnsignedTransaction })
  .openapi('ProjectedMarket')

/** A bet that has been placed. */
export const BetConfirmation = z
  .strictObject({
    marketId: MarketId,
    outcome: OutcomeName,
    amountStaked: AnsweredAmount,
    newTotalStake: Stakes,
    newOdds: Odds,
    transactionId: z.string(),
    message: z.string(),
  })
  .openapi('BetConfirmation')

/** A bet as it will be once the transaction has been signed and sent. */
export const ProjectedBet = z
  .strictObject({ ...BetConfirmation.shape, transactionId: z.null(), transaction: UnsignedTransaction })
  .openapi('ProjectedBet')

/** What a bet would do. */
export const Quote = z
  .strictObject({
    marketId: MarketId,
    outcome: OutcomeName,
    amount: AnsweredAmount,
    currency: Currency,
    odds: Odds,
    newOdds: Odds,
    newTotalStake: Stakes,
    payout: AnsweredAmount.openapi({ description: 'If this outcome wins with the pools as they then stand' }),
    payoutRatio: z.number().min(0),
    priceImpact: Fraction.openapi({ description: 'How far the bet moves the odds of its outcome' }),
  })
  .openapi('Quote')

/** What a market means for one wallet. */
export const MarketResult = z
  .strictObject({
    marketId: MarketId,
    winningOutcome: OutcomeName.nullable().openapi({ description: '`null` for a void market' }),
    resolvedAt: IsoTime,
    yourWinnings: AnsweredAmount.openapi({ description: 'All that was or will be credited' }),
    claimable: z.boolean().openapi({ description: 'Whether winnings are still to be transferred' }),
    yourStake: Stakes,
    settled: z.boolean(),
    transactionId: z.string().nullable().openapi({ description: 'What paid the winnings' }),
  })
  .openapi('MarketResult')

/** What became of a transaction. */
export const TransactionStatus = z
  .strictObject({
    transactionId: z.string(),
    status: z.enum(['pending', 'confirmed', 'finalized', 'failed', 'expired', 'unknown']),
    slot: z.int().nullable(),
    error: z.string().nullable(),
  })
  .openapi('TransactionStatus')

/** A transaction that takes longer than this answer could. */
export const PendingTransaction = z
  .strictObject({ transactionId: z.string(), status: z.literal('pending') })
  .openapi('PendingTransaction')

/** What clients need to know of this deployment. */
export const ConfigAnswer = z
  .strictObject({
    cluster: z.string(),
    rpcUrl: z.string().optional().openapi({ description: 'On the localnet' }),
    programId: Address,
    currencies: z.array(
      z.strictObject({
        id: Currency,
        mint: Address.nullable(),
        decimals: z.int(),
        minimumStake: AnsweredAmount,
      }),
    ),
    feePercentage: z.strictObject({ burn: Fraction, developer: Fraction }),
    limits: z.strictObject({
      questionBytes: z.int(),
      durationSeconds: z.int(),
      proofWindowSeconds: z.int(),
      voidDelaySeconds: z.int(),
      pageSize: z.int(),
      bodyBytes: z.int(),
      paused: z.boolean(),
    }),
    feeds: z.array(z.string()).openapi({ example: ['SOL/USD'] }),
  })
  .openapi('Config')

/** Whether the gateway can be relied on. */
export const Health = z
  .strictObject({
    status: z.enum(['ok', 'stale']),
    slot: z.int(),
    slotLag: z.int(),
    markets: z.int(),
  })
  .openapi('Health')
