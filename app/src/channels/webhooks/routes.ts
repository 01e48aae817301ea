// The routes that register, list, replay and delete webhooks.

import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import { createRoute, z } from '@hono/zod-openapi'
import { marketAddressOf, marketIdOf } from '@prediction-market/sdk/accounts'
import { requireScope } from '../../gateway/auth/require.ts'
import type { GatewayApp } from '../../gateway/http/context.ts'
import { ApiError, refusal } from '../../gateway/http/errors/api-error.ts'
import type { Answered } from '../../gateway/http/fields/answered.ts'
import { ErrorBody } from '../../gateway/http/fields/schemas.ts'
import { answer } from '../../gateway/http/respond.ts'
import { AUTHENTICATED, bodyErrors, errors, jsonAnswer, jsonBody } from '../../gateway/http/responses.ts'
import type { Services } from '../../gateway/services.ts'
import type { EventHub } from '../../gateway/stream/hub.ts'
import { newestEvent, type StreamedKind } from '../../history/queries/events.ts'
import type { WebhookDeliveryRow, WebhookRow } from '../../store/schema/gateway.ts'
import {
  deleteWebhook,
  findWebhook,
  insertWebhook,
  listDeliveries,
  listWebhooks,
  replayWebhook,
} from '../../store/webhooks.ts'
import { isPublicAddress } from './public-address.ts'
import { Delivery, Message, MessageHeaders, NewWebhook, ReplayBody, Webhook, WebhookBody } from './schemas.ts'
import { newSecret, requireEcho, type SendOptions } from './send.ts'

/** The most webhooks of a wallet. */
const MAX_OWN = 10

/** Milliseconds that a receiver may take to answer its challenge. */
const CHALLENGE_MS = 5_000

/** The most attempts in a log. */
const MAX_LISTED = 100

const NO_STORE = { 'cache-control': 'no-store' }

const params = z.object({ id: z.string().openapi({ example: 'wh_9f86d081884c7d65' }) })
const notFound = { 404: jsonAnswer('Webhook not found', ErrorBody) }
const common = { tags: ['Webhooks'], security: AUTHENTICATED }

const createWebhookRoute = createRoute({
  ...common,
  method: 'post',
  path: '/v1/webhooks',
  operationId: 'createWebhook',
  summary: 'Register a webhook: events are sent to a URL',
  description:
    'Sends the events of `GET /v1/events` as POST requests by Standard Webhooks: `{ type, timestamp, data }`, where `data` ' +
    'is the event, with `webhook-id`, `webhook-timestamp` and `webhook-signature`. They are sent in the order of their ' +
    'ids, each after a 2xx to the one before within ten seconds; an event may be repeated with the ' +
    'same `webhook-id`. Failed attempts are repeated after 5 s, then after twice as long each time, at most after an hour. ' +
    'Before it is registered, the URL receives an event of type `challenge` and must answer it with its `data.challenge`, ' +
    'as text or as `{ "challenge": … }`. ' +
    'The secret is shown in this answer and never again. Idempotency-Key is not accepted.',
  middleware: requireScope('build'),
  request: { body: jsonBody(WebhookBody) },
  responses: { 201: jsonAnswer('The webhook', NewWebhook), ...bodyErrors(403) },
})

const listRoute = createRoute({
  ...common,
  method: 'get',
  path: '/v1/webhooks',
  operationId: 'listWebhooks',
  summary: 'List the webhooks of the caller, oldest first',
  description: 'Without their secrets.',
  middleware: requireScope('read'),
  request: { query: z.strictObject({}) },
  responses: { 200: jsonAnswer('The webhooks', z.array(Webhook)), ...errors(403) },
})

const deleteRoute = createRoute({
  ...common,
  method: 'delete',
  path: '/v1/webhooks/{id}',
  operationId: 'deleteWebhook',
  summary: 'Delete a webhook and its log',
  description: 'An event that is being sent may still arrive.',
  middleware: requireScope('build'),
  request: { params },
  responses: { 200: jsonAnswer('The deleted webhook', Webhook), ...errors(403), ...notFound },
})

const deliveriesRoute = createRoute({
  ...common,
  method: 'get',
  path: '/v1/webhooks/{id}/deliveries',
  operationId: 'listDeliveries',
  summary: 'List the last attempts to deliver events, newest first',
  description: `The last ${MAX_LISTED} of seven days.`,
  middleware: requireScope('read'),
  request: { params },
  responses: { 200: jsonAnswer('The attempts', z.array(Delivery)), ...errors(403), ...notFound },
})

const replayRoute = createRoute({
  ...common,
  method: 'post',
  path: '/v1/webhooks/{id}/replay',
  operationId: 'replayWebhook',
  summary: 'Replay the events after one, and enable the webhook',
  description: 'They have the same `webhook-id` as the first time.',
  middleware: requireScope('build'),
  request: { params, body: jsonBody(ReplayBody) },
  responses: { 200: jsonAnswer('The webhook', Webhook), ...bodyErrors(403), ...notFound },
})

/** The request that this gateway sends, for the OpenAPI document. */
const delivered = createRoute({
  tags: ['Webhooks'],
  security: [],
  method: 'post',
  path: 'event',
  operationId: 'receiveEvent',
  summary: 'What happened, as it is sent to your URL',
  description: 'Signed with the secret of the webhook. `POST /v1/webhooks` says when it is repeated.',
  request: { headers: MessageHeaders, body: jsonBody(Message) },
  responses: {
    200: { description: 'Received, as every 2xx within ten seconds says' },
    410: { description: 'Not wanted any more: the webhook is disabled' },
  },
})

export type WebhookServices = Pick<Services, 'history'> & {
  hub: EventHub
  /** How challenges are sent. */
  send: SendOptions
}

export function webhookRoutes(app: GatewayApp, { history, hub, send }: WebhookServices): void {
  const { db } = history

  app.openAPIRegistry.registerWebhook(delivered)
  app.openapi(createWebhookRoute, async (c) => {
    const { url, markets = [], wallet = null, types = [], lastEventId } = c.req.valid('json')
    if (!send.allowPrivate) requirePublic(url)
    const now = new Date()
    const row: WebhookRow = {
      id: `wh_${randomBytes(8).toString('hex')}`,
      owner: c.get('caller').wallet,
      url: new URL(url).href,
      secret: newSecret(),
      markets: markets.map(marketAddressOf),
      wallet,
      types: [...new Set(types)],
      position: lastEventId === undefined ? hub.position : await requireEvent(lastEventId),
      failures: 0,
      failingSince: null,
      nextAttemptAt: now,
      // Until its first event is answered soon.
      isSlow: true,
      disabledAt: null,
      run: null,
      claimedUntil: now,
      createdAt: now,
    }
    // The limit comes first, so that no challenge is sent for a webhook that would be refused.
    if ((await listWebhooks(db, row.owner)).length >= MAX_OWN) throw tooMany()
    await requireEcho(row, { ...send, timeoutMs: Math.min(send.timeoutMs, CHALLENGE_MS) })
    if (!(await insertWebhook(db, row, MAX_OWN))) throw tooMany()
    return answer(c, { ...webhookView(row), secret: row.secret }, 201, NO_STORE)
  })

  app.openapi(listRoute, async (c) => {
    const rows = await listWebhooks(db, c.get('caller').wallet)
    return answer(c, rows.map(webhookView), 200, NO_STORE)
  })

  app.openapi(deleteRoute, async (c) => {
    const row = found(await deleteWebhook(db, c.get('caller').wallet, c.req.valid('param').id))
    return answer(c, webhookView(row), 200, NO_STORE)
  })

  app.openapi(deliveriesRoute, async (c) => {
    const { id } = found(await findWebhook(db, c.get('caller').wallet, c.req.valid('param').id))
    const rows = await listDeliveries(db, id, MAX_LISTED)
    return answer(c, rows.map(deliveryView), 200, NO_STORE)
  })

  app.openapi(replayRoute, async (c) => {
    const position = await requireEvent(c.req.valid('json').lastEventId)
    const { wallet } = c.get('caller')
    const row = found(await replayWebhook(db, wallet, c.req.valid('param').id, position, new Date()))
    return answer(c, webhookView(row), 200, NO_STORE)
  })

  /** Requires an id that the log has reached: with a later one, the events up to it would never be sent. */
  async function requireEvent(id: number): Promise<number> {
    const newest = id <= hub.position ? hub.position : await newestEvent(db)
    if (id <= newest) return id
    throw refusal('EventUnknown', `lastEventId: ${id} is newer than the newest event, ${newest}`)
  }
}

function tooMany(): ApiError {
  return refusal('LimitReached', `This wallet has ${MAX_OWN} webhooks: delete one first`)
}

/** Refuses a URL that is clearly not public; names are resolved when something is sent. */
function requirePublic(text: string): void {
  const { protocol, hostname, username, password } = new URL(text)
  if (protocol !== 'https:') throw new ApiError(400, 'url: must begin with https://')
  if (username || password) throw new ApiError(400, 'url: must not contain a name or a password')
  const host = hostname.replace(/^\[|\]$/g, '')
  const isLocal = host === 'localhost' || host.endsWith('.localhost')
  if (isLocal || (isIP(host) && !isPublicAddress(host))) {
    throw new ApiError(400, 'url: must have a public address')
  }
}

function found(row: WebhookRow | undefined): WebhookRow {
  if (!row) throw new ApiError(404, 'Webhook not found')
  return row
}

function webhookView(row: WebhookRow): Answered<typeof Webhook> {
  const { id, url, markets, wallet, types, position, failingSince, disabledAt } = row
  const status = disabledAt ? 'disabled' : failingSince ? 'failing' : 'active'
  return {
    id,
    url,
    markets: markets.map(marketIdOf),
    wallet,
    types: types as StreamedKind[],
    status,
    lastEventId: position,
    failingSince: failingSince?.toISOString() ?? null,
    nextAttemptAt: status === 'failing' ? row.nextAttemptAt.toISOString() : null,
    createdAt: row.createdAt.toISOString(),
  }
}

function deliveryView({
  event,
  at,
  status,
  error,
  milliseconds,
}: WebhookDeliveryRow): Answered<typeof Delivery> {
  return {
    eventId: event,
    attemptedAt: at.toISOString(),
    delivered: error === null,
    status,
    error,
    milliseconds,
  }
}
