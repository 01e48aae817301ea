// The routes that name and remove the delegates of a bankroll.

import { createRoute, z } from '@hono/zod-openapi'
import { type DelegateLimits, formatAmount, parseAmount, SOL_DECIMALS } from '@prediction-market/sdk'
import type { Delegate } from '@prediction-market/sdk/accounts'
import { byCurrency, CURRENCIES } from '@prediction-market/sdk/currency'
import { MAX_BET_FEE, MAX_DELEGATE_SECONDS } from '@prediction-market/sdk/rules'
import { PublicKey } from '@solana/web3.js'
import { findApiKey } from '../../store/api-keys.ts'
import type { ApiKeyRow } from '../../store/schema/gateway.ts'
import { requireScope } from '../auth/require.ts'
import type { Cosigners } from '../bets/one-call/cosigners.ts'
import { usualFee } from '../bets/one-call/sign.ts'
import type { GatewayApp } from '../http/context.ts'
import { ApiError, errorCode, refusal } from '../http/errors/api-error.ts'
import { ErrorBody } from '../http/fields/schemas.ts'
import { answer } from '../http/respond.ts'
import { AUTHENTICATED, bodyErrors, jsonAnswer, jsonBody } from '../http/responses.ts'
import type { Services } from '../services.ts'
import { projectedView, type ReadBankroll, readBankroll } from './read-bankroll.ts'
import { DelegateBody, ProjectedBankroll } from './schemas.ts'

/** Bets whose rent, rewards and fees a delegate without a limit of SOL may spend. */
const COVERED_BETS = 20n

const KeyParams = z.object({ keyId: z.string().openapi({ example: '9f86d081884c7d65' }) })

const responses = {
  202: jsonAnswer('The bankroll after the transaction, and the transaction', ProjectedBankroll),
  ...bodyErrors(402, 403),
  404: jsonAnswer('The wallet has no such API key, or the key is not a delegate', ErrorBody),
}

const setRoute = createRoute({
  method: 'put',
  path: '/v1/bankroll/delegates/{keyId}',
  operationId: 'buildDelegate',
  tags: ['Bankroll'],
  summary: 'Build the transaction that lets an API key bet, or changes its limits',
  description:
    'The API key must have the scope `bet`. A bankroll has at most four delegates. The sum that a delegate has spent ' +
    'is kept when its limits change. The delegate gets the current co-signing key of the gateway.',
  security: AUTHENTICATED,
  middleware: requireScope('build'),
  request: { params: KeyParams, body: jsonBody(DelegateBody) },
  responses,
})

const endRoute = createRoute({
  method: 'delete',
  path: '/v1/bankroll/delegates/{keyId}',
  operationId: 'buildDelegateEnd',
  tags: ['Bankroll'],
  summary: 'Build the transaction that ends the bets of an API key',
  description:
    'To stop a key at once, revoke it: the gateway then signs nothing for it. This transaction removes it on the chain.',
  security: AUTHENTICATED,
  middleware: requireScope('build'),
  request: { params: KeyParams },
  responses,
})

export function delegateRoutes(app: GatewayApp, services: Services & { cosigners: Cosigners }): void {
  const { client, state, history, cosigners } = services
  const { db } = history
  const sources = { client, db, config: () => state.config }

  app.openapi(setRoute, async (c) => {
    const owner = new PublicKey(c.get('caller').wallet)
    const key = delegateOf(await requireKey(owner, c.req.valid('param').keyId))
    const limits = await parseLimits(c.req.valid('json'), owner)
    const cosigner = cosigners.current().publicKey
    const bankroll = await readBankroll(sources, owner)
    if (!bankroll.isOpen) {
      const message = 'The wallet has no bankroll yet: deposit first, with POST /v1/bankroll/deposits'
      throw refusal('BankrollNotOpen', message)
    }
    const known = bankroll.delegates.find((delegate) => delegate.key.equals(key))
    const spent = known?.spent ?? byCurrency(() => 0n)
    const named: Delegate = { key, cosigner, limits, spent }
    const delegates = known
      ? bankroll.delegates.map((delegate) => (delegate === known ? named : delegate))
      : [...bankroll.delegates, named]
    return answer(c, await projected({ ...bankroll, delegates }, owner, { key, cosigner, limits }), 202)
  })

  app.openapi(endRoute, async (c) => {
    const owner = new PublicKey(c.get('caller').wallet)
    const { delegate } = await requireKey(owner, c.req.valid('param').keyId)
    const bankroll = await readBankroll(sources, owner)
    const known = bankroll.delegates.find(({ key }) => key.toBase58() === delegate)
    if (!known) {
      throw new ApiError(404, 'The API key is no delegate of the bankroll', errorCode('NotDelegate'))
    }
    const { key, cosigner } = known
    const delegates = bankroll.delegates.filter((other) => other !== known)
    return answer(c, await projected({ ...bankroll, delegates }, owner, { key, cosigner, limits: null }), 202)
  })

  async function requireKey(owner: PublicKey, id: string): Promise<ApiKeyRow> {
    const row = await findApiKey(db, id)
    if (row?.wallet !== owner.toBase58()) throw new ApiError(404, 'API key not found')
    return row
  }

  async function parseLimits(
    { limits, maxFee, expiresAt }: z.output<typeof DelegateBody>,
    owner: PublicKey,
  ): Promise<DelegateLimits> {
    const fee =
      maxFee === undefined ? await usualFee(client, owner) : parseAmount(maxFee, SOL_DECIMALS, 'maxFee')
    if (fee > BigInt(MAX_BET_FEE)) {
      throw new ApiError(
        400,
        `maxFee: must be at most ${formatAmount(BigInt(MAX_BET_FEE), SOL_DECIMALS)} SOL`,
      )
    }
    const parsed = (name: 'perBet' | 'total') =>
      byCurrency((currency) => {
        const decimals = CURRENCIES[currency].decimals(state.config)
        return parseAmount(limits[currency]?.[name] ?? '0', decimals, `limits.${currency}.${name}`)
      })
    const total = parsed('total')
    if (!limits.SOL) total.SOL = COVERED_BETS * (fee + (await costOfPosition()))
    const left = BigInt(expiresAt) - state.now()
    if (left <= 0n) throw new ApiError(400, 'expiresAt: must not be in the past')
    if (left > BigInt(MAX_DELEGATE_SECONDS))
      throw new ApiError(400, 'expiresAt: must be at most 90 days from now')
    return {
      perBet: parsed('perBet'),
      total,
      maxFee: fee,
      expiresAt: BigInt(expiresAt),
    }
  }

  /** Lamports of rent and reward that the first bet in a market takes. */
  async function costOfPosition(): Promise<bigint> {
    return (await client.bets.rent()) + state.config.settings.settleReward
  }

  async function projected(
    after: ReadBankroll,
    owner: PublicKey,
    change: Pick<Delegate, 'key' | 'cosigner'> & { limits: DelegateLimits | null },
  ) {
    const instructions = await client.bankroll.buildSetDelegate({ owner, ...change })
    return projectedView(client, after, instructions, owner)
  }
}

/**
 * The delegate key of an API key that may bet.
 *
 * @throws ApiError 409
 */
function delegateOf({ delegate, revokedAt, expiresAt }: ApiKeyRow): PublicKey {
  if (revokedAt || expiresAt.getTime() <= Date.now()) {
    const message = 'The API key was revoked or has expired: issue a new one'
    throw refusal('ApiKeyEnded', message)
  }
  if (delegate === null) {
    const message =
      'The API key does not have the scope bet: issue one with POST /v1/keys { "scopes": ["bet"] }'
    throw new ApiError(409, message, errorCode('ScopeMissing'))
  }
  return new PublicKey(delegate)
}
