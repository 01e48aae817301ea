import './quick-ticks.ts'
import type { Logger } from 'pino'
import { hermesOf, nodesOf } from './chain/settings.ts'
import { type AppConfig, gatewayOptions, readConfig } from './gateway/config.ts'
import { type Gateway, startGateway } from './gateway/gateway.ts'
import { type KeeperConfig, readKeeperConfig, readPayers } from './keeper/config.ts'
import { startEmbeddedKeeper } from './keeper/embedded.ts'
import { banner } from './localnet/banner.ts'
import { LOCALNET_KEYS } from './localnet/keys.ts'
import { startLocalnet } from './localnet/localnet.ts'
import { localnetOptions } from './localnet/settings.ts'
import { openLog } from './runtime/log.ts'
import { fail, stopWhenAsked } from './runtime/shutdown.ts'

/** Something that runs until it is stopped. */
interface Running {
  banner: string
  stop(): Promise<void>
}

/** Starts what the environment asks for: a world of its own, or a gateway to a cluster. */
async function main(): Promise<void> {
  const config = readConfig(process.env)
  const keeping = readKeeperConfig(process.env)
  const log = openLog(config.LOG_LEVEL)
  const start = nodesOf(config) ? startOnCluster : startWorld
  const running = await start(config, keeping, log)
  console.log(running.banner)
  stopWhenAsked(() => running.stop(), 'Stopping: requests that are under way are finished.')
}

/** Localnet, keeper and gateway in one process. */
async function startWorld(config: AppConfig, keeping: KeeperConfig, log: Logger): Promise<Running> {
  const localnet = await startLocalnet(localnetOptions(process.env))
  const { node, prices } = localnet
  const feeds = prices.feeds.map(({ symbol }) => `${symbol}/USD`)
  const options = gatewayOptions(config)
  const deployment = { ...options.deployment, cluster: 'localnet', rpcUrl: node.rpcUrl, feeds }
  let gateway: Gateway | undefined
  try {
    gateway = await startGateway({ ...options, nodes: [node], prices, localnet, deployment, log })
    const { stop } = await startEmbeddedKeeper(keeping, {
      ...{ nodes: [node], chain: gateway.chain, payers: LOCALNET_KEYS.keepers, log },
      ...{ prices, unsignedPrices: prices, attestorUrls: localnet.attestorUrls },
    })
    return {
      banner: `${banner(localnet)}\n\n${gatewayBanner(gateway)}`,
      async stop() {
        // The keeper uses the gateway's book, and both listen to the node.
        await stop()
        await gateway?.stop()
        await localnet.stop()
      },
    }
  } catch (error) {
    await gateway?.stop()
    await localnet.stop()
    throw error
  }
}

/** A gateway to nodes that are there, and a keeper where it has keys to pay with. */
async function startOnCluster(config: AppConfig, keeping: KeeperConfig, log: Logger): Promise<Running> {
  const nodes = nodesOf(config)
  if (!nodes) throw new Error('RPC_URL: is missing')
  const { CLUSTER: cluster } = config
  const options = gatewayOptions(config)
  const prices = hermesOf(config)
  const deployment = { ...options.deployment, cluster }
  // The keys are read first: a file that is not there should be said before anything has started.
  const payers = keeping.KEEPER_KEYPAIRS ? await readPayers(keeping) : []
  const gateway = await startGateway({ ...options, nodes, prices, deployment, log })
  if (payers.length === 0) return { banner: gatewayBanner(gateway), stop: () => gateway.stop() }
  try {
    const { chain } = gateway
    const attestorUrls = config.ATTESTOR_URLS
    const keeper = await startEmbeddedKeeper(keeping, { nodes, chain, payers, prices, attestorUrls, log })
    const stop = () => keeper.stop().then(() => gateway.stop())
    return { banner: gatewayBanner(gateway), stop }
  } catch (error) {
    await gateway.stop()
    throw error
  }
}

function gatewayBanner({ url, book }: Gateway): string {
  return `The gateway serves ${book.size} markets.

  REST       ${url}/v1
  docs       ${url}/docs
  health     ${url}/health
  metrics    ${url}/metrics

Watch it: curl -N '${url}/v1/events'
Try it: curl '${url}/v1/markets?status=open&limit=3'`
}

main().catch(fail)
