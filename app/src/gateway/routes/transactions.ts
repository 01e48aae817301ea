import { createRoute, z } from '@hono/zod-openapi'
import bs58 from 'bs58'
import { writeJson } from '../../json/write.ts'
import { ApiError } from '../errors.ts'
import { BetConfirmation, PendingTransaction, TransactionStatus } from '../schemas/answers.ts'
import { OpenMarket } from '../schemas/market.ts'
import { SubmitBody } from '../schemas/requests.ts'
import type { Services } from '../services.ts'
import { validBody } from '../validate.ts'
import { answer, define, described, errors, type GatewayApp } from './define.ts'

const submitRoute = createRoute({
  method: 'post',
  path: '/v1/transactions',
  summary: 'Sends a signed transaction',
  description:
    'Takes transactions made of instructions of the program, compute budget and token-account creation. ' +
    'They are simulated first. The same one sent twice has one effect and the same answer. It needs no other ' +
    'credentials than the signatures that it carries.',
  request: { body: { content: { 'application/json': { schema: SubmitBody } }, required: true } },
  responses: {
    201: described(
      'Confirmed: the market that it opened, the bet that it placed, or its status',
      z.union([OpenMarket, BetConfirmation, TransactionStatus]),
    ),
    202: described('Not confirmed within ten seconds', PendingTransaction),
    ...errors(400, 402, 409, 413, 415, 429, 503),
  },
})

const statusRoute = createRoute({
  method: 'get',
  path: '/v1/transactions/{id}',
  summary: 'Says what became of a transaction',
  request: { params: z.object({ id: z.string().openapi({ description: 'Its first signature in base58' }) }) },
  responses: { 200: described('Its status', TransactionStatus), ...errors(400, 429, 503) },
})

/** The longest signature in base58. */
const MAX_LENGTH = 88

/** Sending transactions and following them. */
export function transactionRoutes(app: GatewayApp, { relay }: Services): void {
  define(app, submitRoute, async (c) => {
    const { signedTransaction } = validBody(c, SubmitBody)
    const submitted = await relay.submit(signedTransaction)
    if (!submitted.isPending) return answer(c, submitted.text, 201)
    // Not the last word: whoever asks again, by whichever key, is to get that.
    c.env.exchange.headers['cache-control'] = 'no-store'
    return answer(c, writeJson({ transactionId: submitted.signature, status: 'pending' }), 202)
  })

  define(app, statusRoute, async (c) => {
    const id = c.req.param('id') ?? ''
    const bytes = id.length <= MAX_LENGTH ? bs58.decodeUnsafe(id) : undefined
    if (bytes?.length !== 64) throw new ApiError(400, 'id: must be the signature of a transaction in base58')
    return answer(c, writeJson({ ...(await relay.fate(id)) }))
  })
}
