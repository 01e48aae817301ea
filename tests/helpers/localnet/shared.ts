import type { Connection } from '@solana/web3.js'
import { after } from 'mocha'
import { type Localnet, startLocalnet } from '../../../app/src/localnet/localnet.ts'
import { closeConnection, openConnection } from './connection.ts'

/** A localnet and a connection to it. */
export interface TestLocalnet extends Localnet {
  connection: Connection
}

let shared: Promise<TestLocalnet> | undefined

async function start(): Promise<TestLocalnet> {
  const localnet = await startLocalnet({ rpcPort: 0, seed: 'tests', demo: false })
  return { ...localnet, connection: openConnection(localnet.node) }
}

/**
 * The localnet that all tests of a run share: started by the first that asks, on free ports, stopped after the
 * last test. Tests make wallets, mints and markets of their own on it and leave its clock alone.
 */
export function sharedLocalnet(): Promise<TestLocalnet> {
  shared ??= start()
  return shared
}

/** Sets a simulated price and holds it; returns once its account on the shared localnet has it. */
export async function setPrice(symbol: string, price: string): Promise<void> {
  await (await sharedLocalnet()).prices.set(symbol, price)
}

after('stop the shared localnet', async () => {
  const localnet = await shared
  if (!localnet) return
  await closeConnection(localnet.connection)
  await localnet.stop()
})
