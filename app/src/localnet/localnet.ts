import { PRICE_FEEDS } from '@prediction-market/sdk'
import { type PriceServer, servePrices } from '../prices/server.ts'
import { SimulatedPrices } from '../prices/simulated.ts'
import { simulatedFeeds } from '../prices/simulated-feeds.ts'
import { DEFAULT_RPC_PORT, type LocalNode, type NodeOptions, startNode } from './node.ts'

/** How a localnet starts. */
export interface LocalnetOptions extends NodeOptions {
  /** Port of the price server, 0 for any; the one after the websocket's by default. */
  pricesPort?: number
  /** The same seed makes the same prices. */
  seed?: string
}

/** A Solana node with simulated Pyth feeds, in this process. */
export interface Localnet {
  readonly node: LocalNode
  readonly prices: SimulatedPrices
  /** Serves the simulated feeds in the shape of Hermes. */
  readonly pricesUrl: string
  /** Stops everything that was started; nothing stays open. */
  stop(): Promise<void>
}

/**
 * Starts a fresh localnet.
 *
 * @throws Error if it cannot start, such as for a port that is taken; it says what to do
 */
export async function startLocalnet(options: LocalnetOptions = {}): Promise<Localnet> {
  const { host = '127.0.0.1', rpcPort = DEFAULT_RPC_PORT, seed } = options
  const { wsPort = rpcPort && rpcPort + 1 } = options
  const { pricesPort = wsPort && wsPort + 1 } = options

  const node = await startNode({ ...options, rpcPort, wsPort })
  let prices: SimulatedPrices | undefined
  let server: PriceServer | undefined
  const stop = async () => {
    prices?.stop()
    await server?.close()
    await node.stop()
  }
  try {
    const feeds = simulatedFeeds(PRICE_FEEDS)
    prices = await SimulatedPrices.start({ chain: node, feeds, ...(seed !== undefined && { seed }) })
    const choice = { host, port: pricesPort, purpose: 'prices', setting: 'LOCALNET_PRICES_PORT' }
    server = await servePrices(prices, choice)
    return { node, prices, pricesUrl: server.url, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
