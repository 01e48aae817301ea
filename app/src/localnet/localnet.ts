import { PRICE_FEEDS, type Settings } from '@prediction-market/sdk'
import { Connection } from '@solana/web3.js'
import type { Deployment } from '../deploy/set-up.ts'
import type { Attestors } from './attestors.ts'
import { fundDemo, type OpenedMarket, openDemo, prepareDemo } from './demo/open.ts'
import { LocalnetEvents } from './events.ts'
import { createFaucet, type Faucet } from './faucet.ts'
import { LOCALNET_KEYS } from './keys.ts'
import { setUpProgram } from './market-program.ts'
import { DEFAULT_RPC_PORT, type LocalNode, type NodeOptions, startNode } from './node.ts'
import { simulatedFeeds } from './prices/feeds.ts'
import { type PriceServer, servePrices } from './prices/server.ts'
import { SimulatedPrices } from './prices/simulated.ts'

/** How a localnet starts. */
export interface LocalnetOptions extends NodeOptions {
  /** Port of the price server, 0 for any; the one after the websocket's by default. */
  pricesPort?: number
  /** Port of the first attestor, the others follow; 0 for any; the one after the price server's by default. */
  attestorsPort?: number
  /** Whether there are attestors; yes by default. */
  attestors?: boolean
  /** The same seed makes the same prices, and the same bets on the demonstration markets. */
  seed?: string
  /** Whether there are demonstration markets; yes by default. */
  demo?: boolean
  /** What the program's settings are besides the localnet's own. */
  settings?: Partial<Settings>
}

/** A Solana node with the program, its configuration, simulated Pyth feeds and attestors, in this process. */
export interface Localnet {
  readonly node: LocalNode
  /** The program, ready for markets; whose keys are in {@link LOCALNET_KEYS}. */
  readonly program: Deployment
  readonly faucet: Faucet
  /** The demonstration markets. */
  readonly demo: readonly OpenedMarket[]
  readonly prices: SimulatedPrices
  /** Serves the simulated feeds in the shape of Hermes. */
  readonly pricesUrl: string
  /** What the attestors are told of events. */
  readonly events: LocalnetEvents
  /** The attestors, in the order of their keys. */
  readonly attestorUrls: readonly string[]
  /** Stops everything that was started; nothing stays open. */
  stop(): Promise<void>
}

/**
 * Starts a fresh localnet.
 *
 * @throws Error if it cannot start, such as for a port that is taken; it says what to do
 */
export async function startLocalnet(options: LocalnetOptions = {}): Promise<Localnet> {
  const { host = '127.0.0.1', rpcPort = DEFAULT_RPC_PORT, seed = 'localnet' } = options
  const { wsPort = rpcPort && rpcPort + 1 } = options
  const { pricesPort = wsPort && wsPort + 1 } = options
  const { attestorsPort = pricesPort && pricesPort + 1 } = options

  const node = await startNode({ payer: LOCALNET_KEYS.faucet, ...options, rpcPort, wsPort })
  let prices: SimulatedPrices | undefined
  let server: PriceServer | undefined
  let attestors: Promise<Attestors> | undefined
  const stop = async () => {
    // They listen to the node: they go first, also where they were still starting.
    await attestors?.then(
      (started) => started.stop(),
      () => {},
    )
    prices?.stop()
    await server?.close()
    await node.stop()
  }
  try {
    const connection = new Connection(node.rpcUrl, 'confirmed')
    const feeds = simulatedFeeds(PRICE_FEEDS)
    prices = await SimulatedPrices.start({ chain: node, feeds, seed })
    const choice = { host, port: pricesPort, purpose: 'prices', setting: 'LOCALNET_PRICES_PORT' }
    server = await servePrices(prices, choice)

    // What the demonstration is made of is computed while the node is busy.
    const now = node.clock.now.unixSecond
    const [program, prepared, { startAttestors }] = await Promise.all([
      setUpProgram(node, connection, options.settings),
      options.demo === false ? undefined : prepareDemo(seed, LOCALNET_KEYS.mint.publicKey, now),
      // So is the code of the attestors loaded.
      import('./attestors.ts'),
      options.demo === false ? undefined : fundDemo(node.cheats),
    ])
    const faucet = createFaucet(connection, program.utilityMint)
    const events = new LocalnetEvents(() => node.clock.now.unixSecond)
    events.plan(seed, prepared?.markets ?? [])
    const demo = prepared ? await openDemo(connection, prepared) : []
    // Only now: they read all markets at once, and need not follow every bet until then.
    const { programId } = program
    if (options.attestors !== false) {
      attestors = startAttestors({ node, programId, events, host, port: attestorsPort })
    }
    const attestorUrls = (await attestors)?.urls ?? []
    return { node, program, faucet, demo, prices, pricesUrl: server.url, events, attestorUrls, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
