// The routes that read a bankroll and build deposits and withdrawals.

import { createRoute, z } from '@hono/zod-openapi'
import { type CurrencyId, formatMoney, parseAmount } from '@prediction-market/sdk'
import { CURRENCIES } from '@prediction-market/sdk/currency'
import { PublicKey } from '@solana/web3.js'
import { requireScope } from '../auth/require.ts'
import { requireWalletHolds } from '../bets/checks.ts'
import type { GatewayApp } from '../http/context.ts'
import { ApiError, refusal } from '../http/errors/api-error.ts'
import { answer } from '../http/respond.ts'
import {
  AUTHENTICATED,
  bodyErrors,
  errors,
  IdempotencyHeaders,
  jsonAnswer,
  jsonBody,
} from '../http/responses.ts'
import type { Services } from '../services.ts'
import { bankrollView, projectedView, readBankroll, type ViewedBankroll } from './read-bankroll.ts'
import { BankrollAnswer, BankrollTransferBody, ProjectedBankroll } from './schemas.ts'

const getRoute = createRoute({
  method: 'get',
  path: '/v1/bankroll',
  operationId: 'getBankroll',
  tags: ['Bankroll'],
  summary: 'Get the bankroll of the caller',
  description:
    'The money that the caller deposited for bets by API keys, and the keys that may bet with it. Read from the chain.',
  security: AUTHENTICATED,
  middleware: requireScope('read'),
  request: { query: z.strictObject({}) },
  responses: { 200: jsonAnswer('The bankroll', BankrollAnswer), ...errors(403) },
})

const transfer = {
  method: 'post' as const,
  tags: ['Bankroll'],
  security: AUTHENTICATED,
  middleware: requireScope('build'),
  request: { headers: IdempotencyHeaders, body: jsonBody(BankrollTransferBody) },
  responses: {
    202: jsonAnswer('The bankroll after the transaction, and the transaction', ProjectedBankroll),
    ...bodyErrors(402, 403),
  },
}

const depositRoute = createRoute({
  ...transfer,
  path: '/v1/bankroll/deposits',
  operationId: 'buildDeposit',
  summary: 'Build a deposit',
  description: 'The first deposit opens the bankroll; its rent is returned when it is closed.',
})

const withdrawalRoute = createRoute({
  ...transfer,
  path: '/v1/bankroll/withdrawals',
  operationId: 'buildWithdrawal',
  summary: 'Build a withdrawal',
  description: 'Only the owner can withdraw, at any time; no API key can, and neither can the gateway.',
})

/** Routes that read a bankroll and build transfers into and out of it. */
export function bankrollRoutes(app: GatewayApp, services: Services): void {
  const { client, callerClient, state, history } = services
  const sources = { client: callerClient, db: history.db, config: () => state.config }

  app.openapi(getRoute, async (c) => {
    const owner = new PublicKey(c.get('caller').wallet)
    return answer(c, bankrollView(await readBankroll(sources, owner)), 200)
  })

  app.openapi(depositRoute, async (c) => {
    const owner = new PublicKey(c.get('caller').wallet)
    const { currency, amount, decimals } = parseTransfer(c.req.valid('json'))
    const mint = CURRENCIES[currency].mint(state.config)
    await requireWalletHolds(client, { wallet: owner, mint, amount, decimals })
    const bankroll = await readBankroll(sources, owner)
    const after = withBalance(bankroll, currency, bankroll.balances[currency] + amount)
    const instructions = await client.bankroll.buildDeposit({ owner, currency, amount })
    return answer(c, await projectedView(client, after, instructions, owner), 202)
  })

  app.openapi(withdrawalRoute, async (c) => {
    const owner = new PublicKey(c.get('caller').wallet)
    const { currency, amount, decimals } = parseTransfer(c.req.valid('json'))
    const bankroll = await readBankroll(sources, owner)
    const held = bankroll.balances[currency]
    if (held < amount) {
      const text = (units: bigint) => formatMoney(units, currency, decimals)
      const message = `amount: the bankroll holds ${text(held)}, less than ${text(amount)}`
      throw refusal('BankrollTooLow', message)
    }
    const after = withBalance(bankroll, currency, held - amount)
    const instructions = await client.bankroll.buildWithdraw({ owner, currency, amount })
    return answer(c, await projectedView(client, after, instructions, owner), 202)
  })

  function parseTransfer(body: { currency: CurrencyId; amount: string }) {
    const { currency } = body
    const decimals = CURRENCIES[currency].decimals(state.config)
    const amount = parseAmount(body.amount, decimals)
    if (amount === 0n) throw new ApiError(400, 'amount: must be more than 0')
    return { currency, amount, decimals }
  }
}

function withBalance(bankroll: ViewedBankroll, currency: CurrencyId, units: bigint): ViewedBankroll {
  return { ...bankroll, balances: { ...bankroll.balances, [currency]: units } }
}
