import { z } from '@hono/zod-openapi'
import { BankrollAnswer } from '../bankroll/schemas.ts'
import {
  Address,
  AnsweredAmount,
  Currency,
  FeePercentage,
  Fraction,
  IsoTime,
  MarketId,
  Odds,
  OutcomeName,
  Stakes,
  TransactionId,
} from '../fields/schemas.ts'
import { OpenMarket } from '../markets/schemas.ts'

/** A transaction to sign. */
export const UnsignedTransaction = z
  .strictObject({
    base64: z.string().openapi({ description: 'An unsigned versioned transaction' }),
    lastValidBlockHeight: z.int(),
    signers: z.array(Address).openapi({ description: 'The wallets that must sign it' }),
  })
  .openapi('UnsignedTransaction')

/** A market as the transaction will create it. */
export const ProjectedMarket = z
  .strictObject({ ...OpenMarket.shape, transaction: UnsignedTransaction })
  .openapi('ProjectedMarket')

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
  .strictObject({ ...BetConfirmation.shape, transactionId: z.null(), transaction: UnsignedTransaction })
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
    payoutRatio: z.number().min(0),
    payoutIfMatched: Stakes.openapi({
      description: 'The same payout, had the same amount again been staked on Yes or on No after it',
    }),
    priceImpact: Fraction.openapi({ description: 'Change of the odds of its outcome' }),
  })
  .openapi('Quote')

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
  .strictObject({ ...MarketResult.shape, transactionId: z.null(), transaction: UnsignedTransaction })
  .openapi('ProjectedClaim')

/** A bankroll as the transaction will make it. */
export const ProjectedBankroll = z
  .strictObject({ ...BankrollAnswer.shape, transaction: UnsignedTransaction })
  .openapi('ProjectedBankroll')

/** Who can mint UTILITY. */
export const MintAuthority = Address.nullable().openapi({
  description:
    'Who can mint UTILITY, and so buy the reserved SOL of `GET /v1/burns` for nothing; `null` if nobody can',
})

/** The configuration of this deployment, for clients. */
export const ConfigAnswer = z
  .strictObject({
    cluster: z.string(),
    rpcUrl: z.string().optional().openapi({ description: 'Only on the localnet' }),
    programId: Address,
    currencies: z.array(
      z.strictObject({
        id: Currency,
        mint: Address.nullable(),
        decimals: z.int(),
        minimumStake: AnsweredAmount,
      }),
    ),
    mintAuthority: MintAuthority,
    feePercentage: FeePercentage,
    limits: z.strictObject({
      questionBytes: z.int(),
      durationSeconds: z.int(),
      proofWindowSeconds: z.int(),
      voidDelaySeconds: z.int(),
      bettingPeriodSeconds: z
        .strictObject({
          shortest: z.int(),
          longest: z.int(),
          shortestAttested: z.int(),
          longestAttested: z.int(),
        })
        .openapi({
          description:
            'A betting period is a 64th of the duration of a market, within these limits. Whoever wins by an early ' +
            'answer had bet at least one whole period before it',
        }),
      pageSize: z.int(),
      bodyBytes: z.int(),
      paused: z.boolean(),
    }),
    feeds: z.array(z.string()).openapi({ example: ['SOL/USD'] }),
  })
  .openapi('Config')

/** Whether book and history are current. */
export const Health = z
  .strictObject({
    status: z.enum(['ok', 'stale']),
    slot: z.int(),
    slotLag: z.int(),
    markets: z.int(),
    history: z.strictObject({
      slotLag: z.int().openapi({ description: 'Slots of the chain that are not in the history yet' }),
      secondsLag: z.int().openapi({ description: 'Seconds since the history was last complete' }),
      unreadTransactions: z.int().openapi({
        description: 'Transactions that no node can show; what they changed is read from accounts',
      }),
    }),
    payers: z
      .array(z.strictObject({ address: Address, balance: AnsweredAmount.nullable(), isLow: z.boolean() }))
      .openapi({
        description:
          'The co-signing keys, which pay the network fees of one-call bets, and what they have in SOL',
      }),
  })
  .openapi('Health')
