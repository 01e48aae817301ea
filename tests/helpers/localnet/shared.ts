// The localnet that all test files of a process share: its clock, its prices and its fee vault.

import type { FeeVault } from '@prediction-market/sdk'
import { decodeFeeVault, findFeeVault } from '@prediction-market/sdk/accounts'
import type { Connection } from '@solana/web3.js'
import { expect } from 'chai'
import { type Localnet, startLocalnet } from '../../../app/src/localnet/localnet.ts'
import { afterRun } from '../run/cleanup.ts'
import { closeConnection, openConnection } from './connection.ts'
import { chainTime, until, waitForTime } from './wait.ts'

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

/** Moves the clock of a localnet forward to a unix second, and waits until programs and prices see it. */
export async function travelTo({ node, connection }: TestLocalnet, second: bigint | number): Promise<void> {
  if ((await chainTime(connection)) >= Number(second)) return
  await node.cheats.timeTravel(Number(second))
  await waitForTime(connection, Number(second))
  await until('the clock of the prices', () => node.clock.now.unixSecond >= Number(second))
}

/** More seconds than a block needs to become final. */
const FINAL_SECONDS = 15

/** Moves the clock of a localnet forward until everything on the chain is final. */
export async function passSlots(localnet: TestLocalnet): Promise<void> {
  await travelTo(localnet, (await chainTime(localnet.connection)) + FINAL_SECONDS)
}

/** Offset of `received` in the fee vault's account; `for_sale` follows it. */
const RECEIVED_OFFSET = 29

/** Puts SOL up for sale by writing the fee vault's account, as if markets had paid it. */
export async function fillFeeVault(
  { connection, node }: Pick<TestLocalnet, 'connection' | 'node'>,
  lamports: bigint,
): Promise<FeeVault> {
  const address = findFeeVault()
  const account = (await connection.getAccountInfo(address, 'processed')) ?? expect.fail()
  const before = decodeFeeVault(account.data)
  const data = Buffer.from(account.data)
  data.writeBigUInt64LE(before.received + lamports, RECEIVED_OFFSET)
  data.writeBigUInt64LE(before.forSale + lamports, RECEIVED_OFFSET + 8)
  const slot = BigInt(await connection.getSlot('processed'))
  // The price starts from this slot, as if less than a lot had been for sale before.
  data.writeBigUInt64LE(slot, RECEIVED_OFFSET + 16 + 32)
  const state = { lamports: BigInt(account.lamports) + lamports, owner: account.owner, data }
  await node.cheats.setAccount(address, state)
  const after = decodeFeeVault(data)
  expect(after).to.deep.include({ forSale: before.forSale + lamports, pricedAt: slot, price: before.price })
  return after
}
