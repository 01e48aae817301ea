// Fills the fee vault of a localnet.

import type { FeeVault } from '@prediction-market/sdk'
import { decodeFeeVault, findFeeVault } from '@prediction-market/sdk/accounts'
import { expect } from 'chai'
import type { TestLocalnet } from './shared.ts'

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
