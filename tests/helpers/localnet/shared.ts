// The localnet that all test files of a process share.

import type { Connection } from '@solana/web3.js'
import { type Localnet, startLocalnet } from '../../../app/src/localnet/localnet.ts'
import { afterRun } from '../run/cleanup.ts'
import { closeConnection, openConnection } from './connection.ts'

/** A localnet and a connection to it. */
export interface TestLocalnet extends Localnet {
  connection: Connection
}

/** Milliseconds of a slot of the tests' localnets; `LOCALNET_SLOT_MS` sets it. */
export function slotTimeMs(): number | undefined {
  const { LOCALNET_SLOT_MS: text } = process.env
  return text ? Number(text) : undefined
}

let shared: Promise<TestLocalnet> | undefined

async function start(): Promise<TestLocalnet> {
  const localnet = await startLocalnet({ rpcPort: 0, seed: 'tests', demo: false, slotTimeMs: slotTimeMs() })
  const connection = openConnection(localnet.node)
  afterRun(async () => {
    await closeConnection(connection)
    await localnet.stop()
  })
  return { ...localnet, connection }
}

/**
 * The localnet that all test files of a process share, on free ports: started by the first that calls this, stopped
 * after the last test. Tests create their own wallets, mints and markets on it, use its clock, and may move that clock
 * forward with `travelTo`.
 */
export function sharedLocalnet(): Promise<TestLocalnet> {
  shared ??= start()
  return shared
}

/** Sets a simulated price and holds it; returns once its account on the shared localnet has it. */
export async function setPrice(symbol: string, price: string): Promise<void> {
  await (await sharedLocalnet()).prices.set(symbol, price)
}
