import { Keypair, type PublicKey } from '@solana/web3.js'
import { encodePriceUpdate } from '../../../app/src/prices/price-update.ts'
import { PYTH } from '../../../app/src/prices/pyth.ts'
import type { Genesis } from './validator.ts'

/** A price update that a validator has from the start. */
export interface PreparedPrice {
  address: PublicKey
  /** The second that it proves the price of, in unix time. */
  second: number
}

/**
 * Updates of a feed for seconds to come, one every so often. What is on a validator must be there from its
 * start: whoever needs the price at expiry lets a market expire at one of these.
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
    return { address, lamports: BigInt(128 + data.length) * 6960n, owner: PYTH.receiver, data }
  })
  return { prices, accounts }
}
