import { hermesOf, nodesOf } from '../chain/settings.ts'
import { createCheats } from '../localnet/cheats.ts'
import { localnetPoster } from '../localnet/prices/accounts.ts'
import { openLog } from '../runtime/log.ts'
import { fail, stopWhenAsked } from '../runtime/shutdown.ts'
import { type KeeperConfig, keeperOptions, readKeeperConfig, readPayers } from './config.ts'
import { startKeeper } from './keeper.ts'
import { serveKeeper } from './server.ts'

/** Starts a keeper alone and stops it when asked to. */
async function main(): Promise<void> {
  const config = readKeeperConfig(process.env)
  const nodes = requireNodes(config)
  const [{ rpcUrl }] = nodes
  const payers = await readPayers(config)
  // Prices that nobody has signed come from a localnet, and its node takes them as they are; no other would.
  const unsignedPrices = localnetPoster(createCheats(rpcUrl), () => 0)
  const { ATTESTOR_URLS: attestorUrls, KEEPER_HOST: host, KEEPER_PORT: port = 8_920 } = config
  const keeper = await startKeeper({
    ...keeperOptions(config),
    ...{ nodes, payers, attestorUrls, unsignedPrices, prices: hermesOf(config) },
    log: openLog(config.LOG_LEVEL),
  })
  try {
    const server = await serveKeeper(keeper, { host, port })
    console.log(`The keeper works; its metrics are at ${server.url}/metrics. Ctrl-C stops it.`)
    stopWhenAsked(() => server.close().then(() => keeper.stop()))
  } catch (error) {
    await keeper.stop()
    throw error
  }
}

function requireNodes(config: KeeperConfig) {
  const nodes = nodesOf(config)
  if (!nodes) throw new Error('RPC_URL: is missing; the localnet of npm start has a keeper of its own')
  return nodes
}

main().catch(fail)
