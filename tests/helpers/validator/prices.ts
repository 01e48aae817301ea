// Price accounts in the genesis of a validator.

import { PYTH_RECEIVER } from '@prediction-market/sdk/oracle/pyth'
import { Keypair, type PublicKey } from '@solana/web3.js'
import { encodePriceUpdate } from '../../../app/src/prices/price-update.ts'
import type { Genesis } from './validator.ts'

/** A price update in the validator's genesis. */
export interface PreparedPrice {
  address: PublicKey
  /** The unix second whose price it proves. */
  second: number
}

/**
 * Price updates of a feed for future seconds, one every `every` seconds. A validator has no way to add accounts
 * later, so markets expire at one of these seconds.
 */
export function preparePrices(input: {
  feed: string
  /** Whole dollars. */
  dollars: bigint
  from: number
  every: number
  count: number
}): { prices: PreparedPrice[]; accounts: Genesis['accounts'][number][] } {
  const { feed, dollars, from, every, count } = input
  const price = dollars * 10n ** 8n
  const prices = Array.from({ length: count }, (_, index) => ({
    address: Keypair.generate().publicKey,
    second: from + index * every,
  }))
  const accounts = prices.map(({ address, second }) => {
    const data = encodePriceUpdate({
      writeAuthority: address,
      verification: 'full',
      postedSlot: 1n,
      update: {
        feedId: feed,
        price,
        conf: price / 2_000n,
        exponent: -8,
        emaPrice: price,
        emaConf: price / 2_000n,
        publishTime: second,
        prevPublishTime: second - 1,
      },
    })
    return { address, lamports: BigInt(128 + data.length) * 6960n, owner: PYTH_RECEIVER, data }
  })
  return { prices, accounts }
}
