// The schemas of webhooks.

import { z } from '@hono/zod-openapi'
import { Address, IsoTime, MarketId } from '../../gateway/http/fields/schemas.ts'
import { MarketplaceEvent } from '../../gateway/stream/schemas.ts'
import { STREAMED_KINDS } from '../../history/queries/events.ts'

/** The most markets that a webhook can be limited to. */
const MAX_MARKETS = 30

const MAX_URL = 2_000

const EventType = z.enum(STREAMED_KINDS, `must be one of ${STREAMED_KINDS.join(', ')}`)

const AfterEvent = z
  .int('must be the id of an event')
  .min(0, 'must be the id of an event')
  .max(999_999_999_999_999, 'must be the id of an event')

const Filters = {
  markets: z.array(MarketId).max(MAX_MARKETS, `must be at most ${MAX_MARKETS} markets`),
  wallet: Address,
  types: z.array(EventType),
}

export const WebhookBody = z
  .strictObject({
    url: z
      .url({ protocol: /^https?$/, error: 'must be a URL such as https://example.com/events' })
      .max(MAX_URL, `must be at most ${MAX_URL} characters`)
      .openapi({
        format: 'uri',
        example: 'https://example.com/events',
        description: 'Public and https, except on a localnet; redirects are not followed',
      }),
    markets: Filters.markets.optional().openapi({ description: 'Only events of these markets' }),
    wallet: Filters.wallet.optional().openapi({ description: 'Only events of this wallet' }),
    types: Filters.types.optional().openapi({ description: 'Only events of these types' }),
    lastEventId: AfterEvent.optional().openapi({
      description: 'Sends the events after this one; 0 for all. By default only new events',
    }),
  })
  .openapi('CreateWebhook')

export const ReplayBody = z
  .strictObject({ lastEventId: AfterEvent.openapi({ description: 'Begins after this event; 0 for all' }) })
  .openapi('ReplayWebhook')

/** A webhook without its secret. */
export const Webhook = z
  .strictObject({
    id: z.string().openapi({ example: 'wh_9f86d081884c7d65' }),
    url: z.string(),
    markets: Filters.markets,
    wallet: Filters.wallet.nullable(),
    types: Filters.types,
    status: z.enum(['active', 'failing', 'disabled']).openapi({
      description:
        '`failing`: the last attempt failed, the next one is at `nextAttemptAt`. `disabled`: it failed for three days, or ' +
        'answered 410; a replay enables it',
    }),
    lastEventId: z
      .int()
      .openapi({ description: 'The last event that was delivered, or that a filter left out' }),
    failingSince: IsoTime.nullable(),
    nextAttemptAt: IsoTime.nullable().openapi({
      description: 'When the next attempt is, for a webhook that is failing',
    }),
    createdAt: IsoTime,
  })
  .openapi('Webhook')

export const NewWebhook = z
  .strictObject({
    ...Webhook.shape,
    secret: z.string().openapi({
      description: 'The key that signs deliveries, in the form of Standard Webhooks; it is shown only here',
      example: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
    }),
  })
  .openapi('CreatedWebhook')

/** What is sent to the URL of a webhook, with the headers of Standard Webhooks. */
export const Message = z
  .strictObject({ type: EventType, timestamp: IsoTime, data: MarketplaceEvent })
  .openapi('WebhookMessage')

export const MessageHeaders = z.object({
  'webhook-id': z.string().openapi({ example: 'evt_17', description: 'The same if the event is repeated' }),
  'webhook-timestamp': z.string().openapi({ description: 'Unix seconds of this attempt' }),
  'webhook-signature': z.string().openapi({
    description: '`v1,` and HMAC-SHA256 over id, timestamp and body, joined by dots, in base64',
  }),
})

export const Delivery = z
  .strictObject({
    eventId: z.int(),
    attemptedAt: IsoTime,
    delivered: z.boolean(),
    status: z.int().nullable().openapi({ description: 'The status of the answer; `null` if there was none' }),
    error: z.string().nullable(),
    milliseconds: z.int(),
  })
  .openapi('Delivery')
