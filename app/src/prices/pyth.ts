import { PYTH_RECEIVER } from '@prediction-market/sdk'
import { PublicKey } from '@solana/web3.js'
import { normalizeFeedId } from './source.ts'

/** The addresses of a deployment of Pyth's programs. */
export interface PythDeployment {
  /** Owns every `PriceUpdateV2` account. */
  receiver: PublicKey
  /** Owns one account per feed and shard. */
  pushOracle: PublicKey
}

/** Pyth's first deployment, the same on mainnet and devnet. */
export const PYTH: PythDeployment = {
  receiver: PYTH_RECEIVER,
  pushOracle: new PublicKey('pythWSnswVUd12oZpeFP8e9CVaEqJg25g1Vtc2biRsT'),
}

/** Pyth's second deployment, for the price feeds of 2026 ("pro-compatible"). Both are in use. */
export const PYTH_PRO: PythDeployment = {
  receiver: new PublicKey('rec2HHDDnjLfj4kE7VyEtFA1HPGQLK33259532cRyHp'),
  pushOracle: new PublicKey('pyt2F414BA6dPttK6RddPZUdHfapoBN24GL5wbrPCou'),
}

/** The account with the latest update of a feed, on clusters and on the localnet. */
export function feedAddress(feedId: string, { pushOracle } = PYTH, shard = 0): PublicKey {
  const seed = Buffer.alloc(2)
  seed.writeUInt16LE(shard)
  return PublicKey.findProgramAddressSync([seed, Buffer.from(normalizeFeedId(feedId), 'hex')], pushOracle)[0]
}

/** The localnet's account for one past update. On a cluster the poster of an update chooses its account. */
export function proofAddress(feedId: string, publishTime: number, { receiver } = PYTH): PublicKey {
  const time = Buffer.alloc(8)
  time.writeBigInt64LE(BigInt(publishTime))
  const seeds = [Buffer.from('localnet'), Buffer.from(normalizeFeedId(feedId), 'hex'), time]
  return PublicKey.findProgramAddressSync(seeds, receiver)[0]
}
