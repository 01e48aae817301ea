// Lists the open positions of a market, which a settlement pays.

import { positionFilters } from '@prediction-market/sdk/accounts'
import { PublicKey } from '@solana/web3.js'
import type { NodeConnection } from '../chain/node-connection.ts'
import { programAccounts } from '../chain/program-accounts.ts'

/** The owner in the data of a position, after the discriminator, the version and the market. */
const OWNER = { offset: 48, length: 32 }

/** A position that has not been settled. */
export interface OpenPosition {
  address: PublicKey
  owner: PublicKey
}

/**
 * The open positions of a market, in chunks of `size`. Only their addresses and owners are fetched.
 *
 * They begin at a random one, so that several keepers that pay the same market begin at different ones.
 */
export async function* openPositions(
  connection: NodeConnection,
  programId: PublicKey,
  market: PublicKey,
  size: number,
): AsyncGenerator<OpenPosition[]> {
  const filters = positionFilters({ market })
  const { accounts } = await programAccounts(connection, programId, { filters, dataSlice: OWNER })
  const first = Math.floor(Math.random() * accounts.length)
  for (let start = 0; start < accounts.length; start += size) {
    const count = Math.min(size, accounts.length - start)
    yield Array.from({ length: count }, (_, index) => {
      const { address, data } = accounts[(first + start + index) % accounts.length] as (typeof accounts)[0]
      return { address: new PublicKey(address), owner: new PublicKey(data) }
    })
  }
}
