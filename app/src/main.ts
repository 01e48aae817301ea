// The entry point of all commands: gateway and keeper together, or a keeper, attestor or localnet alone. Each command
// imports only the layers that it runs: a localnet alone starts sooner without the gateway's code.

import { nodesOf, requireNodes } from './chain/settings.ts'
import type { Gateway } from './gateway/gateway.ts'
import type { KeeperConfig } from './keeper/config.ts'
import type { KeeperOptions } from './keeper/keeper.ts'
import type { Localnet } from './localnet/localnet.ts'
import { HERMES_BUDGETS, hermesOf, requireApiKey } from './prices/settings.ts'
import { openLog } from './runtime/log.ts'
import { fail, type Service, startTogether, stopOnSignal } from './runtime/service.ts'
import { readSettings } from './runtime/settings.ts'
import { startTracing } from './runtime/tracing.ts'

/** A started command and the text that it prints. */
interface Running extends Service {
  banner: string
}

/** Where gateway and keeper read the chain, prices and attestations. */
type Sources = Pick<KeeperOptions, 'nodes' | 'prices' | 'proPrices' | 'unsignedPrices' | 'attestorUrls'>

const COMMANDS = new Map<string, () => Promise<Running>>([
  ['start', start],
  ['gateway', start],
  ['keeper', startKeeper],
  ['attestor', startAttestor],
  ['localnet', startLocalnet],
])

const HELP = `Runs a service until Ctrl-C.

  npm start            gateway and keeper: on the nodes of RPC_URL, or on a localnet with attestors
  npm run keeper       a keeper alone
  npm run attestor     an attestor alone
  npm run localnet     a localnet alone

Settings are environment variables: docs/settings.md lists them.`

async function main(args: readonly string[]): Promise<void> {
  if (args.includes('--help') || args.includes('-h')) return console.log(HELP)
  const [name = 'start', ...others] = args
  const command = COMMANDS.get(name)
  if (!command || others.length > 0) throw new Error(`Unknown arguments: ${args.join(' ')}; see --help`)
  const tracing = await startTracing(name === 'start' ? 'gateway' : name)
  const running = await command()
  // Before the banner, which says how to stop it.
  stopOnSignal({
    async stop() {
      await running.stop()
      await tracing.stop()
    },
  })
  console.log(running.banner)
}

/** Starts a gateway and a keeper on the nodes of `RPC_URL` or, if it is not set, on a localnet. */
async function start(): Promise<Running> {
  const { GatewaySettings, gatewayOptions, readCosigners } = await import('./gateway/settings.ts')
  const { startGateway } = await import('./gateway/gateway.ts')
  const { mountChannels } = await import('./channels/channels.ts')
  const { mountLocalnet } = await import('./localnet/routes.ts')
  const { KeeperSettings, readBurn, readPayers, readRounds } = await import('./keeper/config.ts')
  const { startKeeperService } = await import('./keeper/service.ts')
  const config = readSettings(GatewaySettings, process.env)
  const keeperConfig = readSettings(KeeperSettings, process.env)
  // Keypairs are read first, so that a missing file is reported before anything starts.
  const keypairs = keeperConfig.KEEPER_KEYPAIRS ? await readPayers(keeperConfig) : []
  const ownBurn = keeperConfig.BURN_KEYPAIR ? await readBurn(keeperConfig) : undefined
  const ownRounds = keeperConfig.ROUNDS_KEYPAIR ? await readRounds(keeperConfig) : undefined
  const cosigners = await readCosigners(config)
  const log = openLog(config.LOG_LEVEL)
  const { deployment, ...options } = gatewayOptions(config)
  return startTogether(async (add) => {
    const local = nodesOf(config) ? undefined : add(await startLocalnet())
    report('Starting the gateway…')
    const sources = local ? localnetSources(local) : await clusterSources(keeperConfig)
    const { nodes, attestorUrls } = sources
    const prices = local?.prices ?? hermesOf(config.HERMES_URL, config, HERMES_BUDGETS.gateway)
    const payers = local?.keepers ?? keypairs
    const gateway = add(
      await startGateway({
        ...options,
        nodes,
        prices,
        attestorUrls,
        localnet: local,
        mounts: [
          mountChannels({ allowPrivate: local !== undefined }),
          ...(local ? [mountLocalnet(local)] : []),
        ],
        cosigners,
        deployment: {
          ...deployment,
          cluster: local ? 'localnet' : config.CLUSTER,
          answersEvents: local ? local.attestorUrls.length > 0 : config.ATTESTORS_ANSWER_EVENTS,
          rpcUrl: config.PUBLIC_RPC_URL ?? local?.node.rpcUrl,
          feeds: local?.prices.feeds.map(({ symbol }) => `${symbol}/USD`),
          roundsOpener: config.ROUNDS_OPENER ?? (ownRounds ?? local?.rounds)?.wallet.publicKey.toBase58(),
        },
        log,
      }),
    )
    if (keeperConfig.KEEPER && payers.length > 0) {
      if (!local) requireApiKey(keeperConfig)
      const burn = ownBurn ?? (await readBurn(keeperConfig, local?.burn))
      const rounds = ownRounds ?? (await readRounds(keeperConfig, local?.rounds))
      add(
        await startKeeperService(keeperConfig, {
          ...sources,
          payers,
          burn,
          rounds,
          chain: gateway.chain,
          log,
        }),
      )
    }
    return { banner: banner(gateway, local) }
  })
}

async function startKeeper(): Promise<Running> {
  const { KeeperSettings, readBurn, readPayers, readRounds } = await import('./keeper/config.ts')
  const { startKeeperService } = await import('./keeper/service.ts')
  const config = readSettings(KeeperSettings, process.env)
  requireApiKey(config)
  const options = {
    ...(await clusterSources(config)),
    payers: await readPayers(config),
    burn: await readBurn(config),
    rounds: await readRounds(config),
    log: openLog(config.LOG_LEVEL),
  }
  const { url, stop } = await startKeeperService(config, options, config.KEEPER_PORT ?? 8_920)
  return { stop, banner: `The keeper is running; its metrics are at ${url}/metrics. Ctrl-C stops it.` }
}

async function startAttestor(): Promise<Running> {
  const { AttestorSettings, startAttestorService } = await import('./attestor/service.ts')
  const { address, url, stop } = await startAttestorService(readSettings(AttestorSettings, process.env))
  return { stop, banner: `The attestor ${address} answers at ${url}; Ctrl-C stops it.` }
}

async function startLocalnet(): Promise<Running & Localnet> {
  const localnet = await import('./localnet/localnet.ts')
  const { localnetOptions } = await import('./localnet/settings.ts')
  const { localnetBanner } = await import('./localnet/banner.ts')
  const options = localnetOptions(process.env)
  report('Starting a Solana node with the program and simulated prices…')
  const started = await localnet.startLocalnet(options)
  return { ...started, banner: localnetBanner(started) }
}

function localnetSources({ node, prices, attestorUrls }: Localnet): Sources {
  return { nodes: [node], prices, unsignedPrices: prices, attestorUrls }
}

async function clusterSources(config: KeeperConfig): Promise<Sources> {
  const nodes = requireNodes(config)
  return {
    nodes,
    prices: hermesOf(config.HERMES_URL, config, HERMES_BUDGETS.keeper),
    // Benchmarks serves only updates that the first deployment signed.
    proPrices: hermesOf(
      config.HERMES_PRO_URL,
      { ...config, BENCHMARKS_URL: undefined },
      HERMES_BUDGETS.keeper,
    ),
    unsignedPrices: config.CLUSTER === 'localnet' ? await localnetPoster(nodes[0].rpcUrl) : undefined,
    attestorUrls: config.ATTESTOR_URLS,
  }
}

/** Posts the simulated prices of a localnet in another process. */
async function localnetPoster(rpcUrl: string) {
  const { createCheats } = await import('./localnet/cheats.ts')
  const { localnetPoster } = await import('./localnet/prices/accounts.ts')
  return localnetPoster(createCheats(rpcUrl), () => 0)
}

/** Prints what is being started, for a person who waits. */
function report(step: string): void {
  console.error(step)
}

/** The page first, then every server. The keys of a localnet are in the banner of `npm run localnet`. */
function banner({ url, book }: Gateway, local: Localnet | undefined): string {
  const rows: [string, string][] = [
    ['REST', `${url}/v1`],
    ['docs', `${url}/docs`],
    ['health', `${url}/health`],
    ['metrics', `${url}/metrics`],
  ]
  if (local) {
    const [first = 'not running', ...others] = local.attestorUrls
    rows.push(
      ['JSON-RPC', local.node.rpcUrl],
      ['websocket', local.node.wsUrl],
      ['prices', `${local.pricesUrl}/v2/updates/price/latest`],
      ['attestors', others.length > 0 ? `${first} and the next ${others.length}` : first],
    )
  }
  const table = rows.map(([name, value]) => `  ${name.padEnd(9)}  ${value}`).join('\n')
  return `
Open ${url} in a browser. Ctrl-C stops everything.

The gateway serves ${book.size} markets.

${table}

Watch it: curl -N '${url}/v1/events'
Try it: curl '${url}/v1/markets?status=open&limit=3'`
}

main(process.argv.slice(2)).catch(fail)
