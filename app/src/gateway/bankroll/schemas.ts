// The schemas of bankrolls and delegates.

import { z } from '@hono/zod-openapi'
import { byCurrency } from '@prediction-market/sdk/currency'
import {
  Address,
  AnsweredAmount,
  Currency,
  IsoTime,
  Moment,
  RequestedAmount,
} from '../http/fields/schemas.ts'
import { UnsignedTransaction } from '../http/fields/transaction.ts'

export const BankrollTransferBody = z
  .strictObject({ currency: Currency, amount: RequestedAmount })
  .openapi('BankrollTransfer')

const RequestedLimits = z
  .strictObject({ perBet: RequestedAmount, total: RequestedAmount })
  .openapi('RequestedLimits')

export const DelegateBody = z
  .strictObject({
    limits: z
      .strictObject(byCurrency(() => RequestedLimits.optional()))
      .refine((limits) => Object.values(limits).some(Boolean), 'must name a currency')
      .openapi({
        description:
          '`perBet`: the largest stake. `total`: the most that the delegate may spend since it was added; for SOL ' +
          'including rent and rewards of positions and network fees. A currency that is left out cannot be staked; if SOL ' +
          'is left out, its `total` covers rent, rewards and fees of twenty bets',
        minProperties: 1,
      }),
    maxFee: RequestedAmount.optional().openapi({
      description:
        'The most SOL that one bet may pay back for its network fee; at most 0.00005, by default the usual fee of the ' +
        'network',
      example: 0.00005,
    }),
    expiresAt: Moment.openapi({ description: 'At most 90 days from now' }),
  })
  .openapi('SetDelegate')

const Balances = z.strictObject(byCurrency(() => AnsweredAmount))
const Limits = z.strictObject({ perBet: AnsweredAmount, total: AnsweredAmount }).openapi('Limits')

const Delegate = z
  .strictObject({
    keyId: z
      .string()
      .nullable()
      .openapi({ description: 'The API key, by its public id; `null` if this gateway did not issue it' }),
    key: Address.openapi({ description: 'The key that is derived from the API key' }),
    cosigner: Address.openapi({
      description: 'The key of the gateway, which signs as well and pays the fee',
    }),
    limits: z.strictObject(byCurrency(() => Limits)),
    spent: Balances.openapi({
      description: 'Spent so far, at most `total`; for SOL including rent, rewards and fees',
    }),
    maxFee: AnsweredAmount.openapi({ description: 'In SOL' }),
    expiresAt: IsoTime,
  })
  .openapi('Delegate')

export const BankrollAnswer = z
  .strictObject({
    address: Address.openapi({ description: 'Its account; plain transfers of SOL to it count, too' }),
    balances: Balances,
    delegates: z.array(Delegate),
  })
  .openapi('Bankroll')

/** A bankroll as the transaction will make it. */
export const ProjectedBankroll = z
  .strictObject({ ...BankrollAnswer.shape, transaction: UnsignedTransaction })
  .openapi('ProjectedBankroll')
