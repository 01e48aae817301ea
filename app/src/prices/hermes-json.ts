import type { PriceUpdate } from './source.ts'

/** Writes updates as Hermes does, without a signed blob. */
export function toHermes(updates: readonly PriceUpdate[]) {
  return {
    binary: { encoding: 'base64', data: [] as string[] },
    parsed: updates.map((update) => {
      const { exponent: expo, publishTime: publish_time } = update
      return {
        id: update.feedId,
        price: { price: `${update.price}`, conf: `${update.conf}`, expo, publish_time },
        ema_price: { price: `${update.emaPrice}`, conf: `${update.emaConf}`, expo, publish_time },
        metadata: { prev_publish_time: update.prevPublishTime },
      }
    }),
  }
}
