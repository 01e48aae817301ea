// The channels beside the REST interface: webhooks, tools for agents, Solana Actions, pictures of markets and the page.

import type { Mount } from '../gateway/options.ts'
import { actionHeaders, actionRoutes } from './actions/routes.ts'
import { PngRenderer } from './cards/renderer.ts'
import { cardRoutes } from './cards/routes.ts'
import { mcpRoutes } from './mcp/routes.ts'
import { marketPageRoute } from './page/market-page.ts'
import { pageRoutes } from './page/routes.ts'
import { DEFAULT_DELIVERY, type DeliveryOptions, WebhookDelivery } from './webhooks/delivery.ts'
import { webhookRoutes } from './webhooks/routes.ts'

export interface ChannelOptions {
  /** Whether webhooks may use plain HTTP and private addresses, for integrators to test beside a localnet. */
  allowPrivate?: boolean | undefined
  webhooks?: Partial<DeliveryOptions> | undefined
}

export function mountChannels({ allowPrivate = false, webhooks }: ChannelOptions = {}): Mount {
  return async (services) => {
    const { client, history, hub, log, metrics } = services
    const genesisHash = await client.connection.getGenesisHash()
    const onError = (error: Error) => log.warn({ err: error }, 'could not deliver events to webhooks')
    const send = { ...DEFAULT_DELIVERY.send, allowPrivate }
    const delivery = new WebhookDelivery(
      { history, hub, registry: metrics.registry, onError },
      { ...DEFAULT_DELIVERY, send, ...webhooks },
    )
    const renderer = new PngRenderer()
    return {
      middleware: actionHeaders(genesisHash),
      addRoutes(app) {
        webhookRoutes(app, { history, hub, send })
        mcpRoutes(app)
        actionRoutes(app, services)
        cardRoutes(app, services, renderer)
        marketPageRoute(app, services)
        pageRoutes(app)
      },
      start: () => delivery.start(),
      async stop() {
        await delivery.stop()
        await renderer.stop()
      },
    }
  }
}
