// The routes that submit transactions and read their status.

import { createRoute, z } from '@hono/zod-openapi'
import bs58 from 'bs58'
import type { GatewayApp } from '../http/context.ts'
import { PendingTransaction } from '../http/fields/transaction.ts'
import { answer, submittedAnswer } from '../http/respond.ts'
import { bodyErrors, errors, IdempotencyHeaders, jsonAnswer, jsonBody } from '../http/responses.ts'
import type { TransactionRelay } from './relay.ts'
import { SubmitBody, TransactionResult, TransactionStatus } from './schemas.ts'

/** The longest signature in base58. */
const MAX_LENGTH = 88

const TransactionParams = z.object({
  id: z.string().refine(isSignature, 'must be the signature of a transaction in base58').openapi({
    description: 'The first signature of the transaction in base58',
    pattern: '^[1-9A-HJ-NP-Za-km-z]{64,88}$',
  }),
})

const submitRoute = createRoute({
  method: 'post',
  path: '/v1/transactions',
  operationId: 'submitTransaction',
  tags: ['Transactions'],
  summary: 'Submit a signed transaction',
  description:
    'Accepts transactions made of instructions of the program, compute budget, memo, token-account creation, and the ' +
    'assertions (Lighthouse) that wallets append. They are simulated first. The same transaction sent twice, however ' +
    'much later, has one effect and the same answer. The signatures of the transaction are the only credentials needed.',
  request: { headers: IdempotencyHeaders, body: jsonBody(SubmitBody) },
  responses: {
    201: jsonAnswer(
      'Confirmed: the market that it created, the bet that it placed, the payout that it claimed, what it bought in the ' +
        'burn auction, the bankroll that it changed, or its status',
      z.union([...TransactionResult.options, TransactionStatus]),
    ),
    202: jsonAnswer('Not confirmed within ten seconds', PendingTransaction),
    ...bodyErrors(402),
  },
})

const statusRoute = createRoute({
  method: 'get',
  path: '/v1/transactions/{id}',
  operationId: 'getTransaction',
  tags: ['Transactions'],
  summary: 'Get the status of a transaction',
  description: 'Of any transaction, also of one that was not sent by this gateway.',
  request: { params: TransactionParams },
  responses: { 200: jsonAnswer('The status', TransactionStatus), ...errors() },
})

/** Routes that submit and follow transactions. */
export function transactionRoutes(app: GatewayApp, { relay }: { relay: TransactionRelay }): void {
  app.openapi(submitRoute, async (c) => {
    return submittedAnswer(c, await relay.submit(c.req.valid('json').signedTransaction))
  })

  app.openapi(statusRoute, async (c) => {
    return answer(c, await relay.fate(c.req.valid('param').id), 200)
  })
}

function isSignature(text: string): boolean {
  return text.length <= MAX_LENGTH && bs58.decodeUnsafe(text)?.length === 64
}
