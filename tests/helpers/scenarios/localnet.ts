// A localnet as a chain for scenarios.

import { findFeed } from '@prediction-market/sdk/feeds'
import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import { startLocalnet } from '../../../app/src/localnet/localnet.ts'
import { chainTime, closeConnection, openConnection, travelTo, until } from '../localnet/index.ts'
import { slotTimeMs, type TestLocalnet } from '../localnet/shared.ts'
import { type ScenarioChain, SOL_PRICE } from './chain.ts'

const SOL_FEED = findFeed('SOL')?.id ?? expect.fail()

/** Seconds from now to the next expiry; the clock is moved there. */
const EXPIRES_IN = 100

/** A localnet for scenarios, with access to its own features. */
export interface LocalnetChain extends ScenarioChain {
  readonly localnet: TestLocalnet
}

/** Starts a localnet for scenarios. */
export async function startLocalnetChain(): Promise<LocalnetChain> {
  const started = await startLocalnet({
    rpcPort: 0,
    demo: false,
    seed: 'scenarios',
    slotTimeMs: slotTimeMs(),
  })
  const connection = openConnection(started.node)
  const localnet = { ...started, connection }
  const { node, prices, faucet } = localnet
  await prices.set('SOL', `${SOL_PRICE}`)
  return {
    localnet,
    node,
    connection,
    hasMovableClock: true,
    async wallets(count) {
      const wallets = Array.from({ length: count }, () => Keypair.generate())
      await Promise.all(
        wallets.map(async ({ publicKey: wallet }) => {
          await node.cheats.setLamports(wallet, 100_000_000_000n)
          await faucet.pay({ wallet, currency: 'UTILITY', amount: 100_000_000_000n })
        }),
      )
      return wallets
    },
    nextExpiry: async () => (await chainTime(connection)) + EXPIRES_IN,
    reach: (second) => travelTo(localnet, second),
    async postedPrice(second) {
      return prices.post(await until(`the price at ${second}`, () => prices.updateAt(SOL_FEED, second)))
    },
    async stop() {
      await closeConnection(connection)
      await localnet.stop()
    },
  }
}
