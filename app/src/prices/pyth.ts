// Addresses of accounts with Pyth's prices.

import { PYTH_PRO, PYTH_RECEIVER } from '@prediction-market/sdk/oracle/pyth'
import { PublicKey } from '@solana/web3.js'
import { normalizeFeedId } from './source.ts'

/** The account with the latest update of a feed, on clusters and on the localnet. */
export function feedAddress(feedId: string, { pushOracle } = PYTH_PRO, shard = 0): PublicKey {
  const seed = Buffer.alloc(2)
  seed.writeUInt16LE(shard)
  return PublicKey.findProgramAddressSync([seed, Buffer.from(normalizeFeedId(feedId), 'hex')], pushOracle)[0]
}

/** The localnet's account for one past update. On a cluster the poster of an update chooses its account. */
export function proofAddress(feedId: string, publishTime: number, receiver = PYTH_RECEIVER): PublicKey {
  const time = Buffer.alloc(8)
  time.writeBigInt64LE(BigInt(publishTime))
  const seeds = [Buffer.from('localnet'), Buffer.from(normalizeFeedId(feedId), 'hex'), time]
  return PublicKey.findProgramAddressSync(seeds, receiver)[0]
}
