import { z } from 'zod'
import { normalizeFeedId, type PriceUpdate } from './source.ts'

const price = z.object({
  price: z.string().regex(/^-?\d+$/),
  conf: z.string().regex(/^\d+$/),
  expo: z.int(),
  publish_time: z.int(),
})

/** The parts that we read of a Hermes response to `/v2/updates/price/…` with `parsed=true`. */
export const HermesAnswer = z.object({
  binary: z.object({ encoding: z.literal('base64'), data: z.array(z.string()) }),
  parsed: z.array(
    z.object({
      id: z.string(),
      price,
      ema_price: price,
      metadata: z.object({ prev_publish_time: z.int().nullish() }),
    }),
  ),
})

export type HermesAnswer = z.infer<typeof HermesAnswer>

/**
 * The updates of a Hermes response, which one signed blob proves. An update without a previous publish time gets
 * its own, so that it proves no second.
 */
export function fromHermes({ binary, parsed }: HermesAnswer): PriceUpdate[] {
  const [blob] = binary.data
  return parsed.map((entry) => ({
    feedId: normalizeFeedId(entry.id),
    price: BigInt(entry.price.price),
    conf: BigInt(entry.price.conf),
    exponent: entry.price.expo,
    publishTime: entry.price.publish_time,
    prevPublishTime: entry.metadata.prev_publish_time ?? entry.price.publish_time,
    emaPrice: BigInt(entry.ema_price.price),
    emaConf: BigInt(entry.ema_price.conf),
    ...(blob !== undefined && { signed: Buffer.from(blob, 'base64') }),
  }))
}

/** Writes updates as Hermes does, without a signed blob. */
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
