import type { HermesAnswer } from '../../prices/hermes-json.ts'
import type { PriceUpdate } from '../../prices/source.ts'

/** Writes updates as Hermes does, without signatures. */
export function toHermes(updates: readonly PriceUpdate[]): HermesAnswer {
  return {
    binary: { encoding: 'base64', data: [] },
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
