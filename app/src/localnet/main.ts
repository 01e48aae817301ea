import { startLocalnet } from './localnet.ts'
import { localnetOptions } from './settings.ts'

/** Starts the localnet alone, says what is where, and stops it when asked to. */
async function main(): Promise<void> {
  const localnet = await startLocalnet(localnetOptions(process.env))
  const { node, prices, pricesUrl } = localnet
  const symbols = prices.feeds.map(({ symbol }) => symbol).join(', ')
  console.log(`The localnet is ready; Ctrl-C stops it.

  JSON-RPC    ${node.rpcUrl}
  websocket   ${node.wsUrl}
  prices      ${pricesUrl}/v2/updates/price/latest (${symbols} in USD, simulated)
  payer       ${node.payer.publicKey.toBase58()} (100,000 SOL)`)

  const stop = () => {
    console.log('Stopping.')
    localnet.stop().catch(fail)
  }
  process.once('SIGINT', stop).once('SIGTERM', stop)
}

function fail(error: unknown): void {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

main().catch(fail)
