// Starts everything that `npm start` starts, for browsers that test the page.

import pino from 'pino'
import { mountChannels } from '../../app/src/channels/channels.ts'
import { type Gateway, startGateway } from '../../app/src/gateway/gateway.ts'
import { startKeeper } from '../../app/src/keeper/keeper.ts'
import { readSeries } from '../../app/src/keeper/rounds/series.ts'
import { LOCALNET_KEYS } from '../../app/src/localnet/keys.ts'
import { type Localnet, startLocalnet } from '../../app/src/localnet/localnet.ts'
import { mountLocalnet } from '../../app/src/localnet/routes.ts'
import { type Service, startTogether } from '../../app/src/runtime/service.ts'
import { buildWeb } from './build.mjs'

/** A localnet with keeper and gateway, which serves the page. */
export interface World extends Service {
  /** Of the page. */
  readonly url: string
  readonly localnet: Localnet
  readonly gateway: Gateway
}

/** How a world is started. */
export interface WorldOptions {
  demo: boolean
  seed: string
  /** Whether a keeper decides and pays; yes by default. */
  keeper?: boolean
  /** Whether the keeper opens rounds and the gateway lists them, as with `npm start`, or series of its own; no by default. */
  rounds?: boolean | string
}

/** Starts what `npm start` starts, on free ports. */
export function startWorld({ demo, seed, keeper = true, rounds = false }: WorldOptions): Promise<World> {
  const log = pino({ level: 'silent' })
  return startTogether(async (add) => {
    await buildWeb()
    // Short windows, so that a market is decided soon after its expiry.
    const settings = { proofWindow: 10, voidDelay: 600 }
    const localnet = add(
      await startLocalnet({ rpcPort: 0, pricesPort: 0, attestorsPort: 0, demo, seed, settings }),
    )
    const { node, prices, attestorUrls, keepers } = localnet
    const nodes = [node] as const
    const own = typeof rounds === 'string' && { wallet: LOCALNET_KEYS.opener, series: readSeries(rounds) }
    const opened = own || (rounds ? localnet.rounds : undefined)
    const gateway = add(
      await startGateway({
        nodes,
        prices,
        attestorUrls,
        localnet,
        mounts: [mountChannels({ allowPrivate: true }), mountLocalnet(localnet)],
        port: 0,
        log,
        progressMs: 500,
        deployment: { rpcUrl: node.rpcUrl, roundsOpener: opened?.wallet.publicKey.toBase58() },
      }),
    )
    const sources = { nodes, prices, unsignedPrices: prices, attestorUrls }
    if (keeper) {
      add(await startKeeper({ ...sources, payers: keepers, chain: gateway.chain, log, rounds: opened }))
    }
    return { url: gateway.url, localnet, gateway }
  })
}
