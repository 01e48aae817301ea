import type { Logger } from 'pino'
import { type AppConfig, gatewayOptions, nodesOf, readConfig } from './config.ts'
import { type Gateway, startGateway } from './gateway/gateway.ts'
import { banner } from './localnet/banner.ts'
import { startLocalnet } from './localnet/localnet.ts'
import { localnetOptions } from './localnet/settings.ts'
import { openLog } from './log.ts'
import { HermesPrices } from './prices/hermes.ts'

/** Something that runs until it is stopped. */
interface Running {
  banner: string
  stop(): Promise<void>
}

/** Starts what the environment asks for: a world of its own, or a gateway to a cluster. */
async function main(): Promise<void> {
  const config = readConfig(process.env)
  const log = openLog(config.LOG_LEVEL)
  const running = nodesOf(config) ? await startOnCluster(config, log) : await startWorld(config, log)
  console.log(running.banner)
  const stop = () => {
    console.log('Stopping: requests that are under way are finished.')
    running.stop().catch(fail)
  }
  process.once('SIGINT', stop).once('SIGTERM', stop)
}

/** Localnet and gateway in one process. */
async function startWorld(config: AppConfig, log: Logger): Promise<Running> {
  const localnet = await startLocalnet(localnetOptions(process.env))
  const { node, prices } = localnet
  const feeds = prices.feeds.map(({ symbol }) => `${symbol}/USD`)
  const options = gatewayOptions(config)
  const deployment = { ...options.deployment, cluster: 'localnet', rpcUrl: node.rpcUrl, feeds }
  try {
    const gateway = await startGateway({ ...options, nodes: [node], prices, localnet, deployment, log })
    return {
      banner: `${banner(localnet)}\n\n${gatewayBanner(gateway)}`,
      async stop() {
        // The gateway listens to the node: it goes first.
        await gateway.stop()
        await localnet.stop()
      },
    }
  } catch (error) {
    await localnet.stop()
    throw error
  }
}

/** A gateway to nodes that are there. */
async function startOnCluster(config: AppConfig, log: Logger): Promise<Running> {
  const nodes = nodesOf(config)
  if (!nodes) throw new Error('RPC_URL: is missing')
  const { HERMES_URL, HERMES_API_KEY: apiKey, CLUSTER: cluster } = config
  const options = gatewayOptions(config)
  const [url] = HERMES_URL ?? []
  const prices = url === undefined ? undefined : new HermesPrices({ url, ...(apiKey && { apiKey }) })
  const deployment = { ...options.deployment, cluster }
  const gateway = await startGateway({ ...options, nodes, prices, deployment, log })
  return { banner: gatewayBanner(gateway), stop: () => gateway.stop() }
}

function gatewayBanner({ url, book }: Gateway): string {
  return `The gateway serves ${book.size} markets.

  REST       ${url}/v1
  docs       ${url}/docs
  health     ${url}/health
  metrics    ${url}/metrics

Try it: curl '${url}/v1/markets?status=open&limit=3'`
}

function fail(error: unknown): void {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

main().catch(fail)
