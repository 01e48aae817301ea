import { positionFilters } from '@prediction-market/sdk'
import { type Connection, PublicKey } from '@solana/web3.js'
import { programAccounts } from '../chain/program-accounts.ts'

/** Where a position names its owner, after the discriminator and the market. */
const OWNER = { offset: 40, length: 32 }

/** A position that has not been settled. */
export interface OpenPosition {
  address: PublicKey
  owner: PublicKey
}

/**
 * The open positions of a market, a few at a time. All that is kept of those that are still to come is their
 * addresses and owners.
 *
 * They begin at a random one: where several keepers pay the same market, each begins elsewhere.
 */
export async function* openPositions(
  connection: Connection,
  programId: PublicKey,
  market: PublicKey,
  size: number,
): AsyncGenerator<OpenPosition[]> {
  const accounts = await programAccounts(connection, programId, positionFilters({ market }), OWNER)
  const first = Math.floor(Math.random() * accounts.length)
  for (let start = 0; start < accounts.length; start += size) {
    const count = Math.min(size, accounts.length - start)
    yield Array.from({ length: count }, (_, index) => {
      const { address, data } = accounts[(first + start + index) % accounts.length] as (typeof accounts)[0]
      return { address: new PublicKey(address), owner: new PublicKey(data) }
    })
  }
}
