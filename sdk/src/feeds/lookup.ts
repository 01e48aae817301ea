import { PRICE_FEEDS, type PriceFeed } from './table.ts'

const QUOTE = '/usd'

const byId = new Map(PRICE_FEEDS.map((feed) => [feed.id, feed]))

const byName = new Map(
  PRICE_FEEDS.flatMap((feed) =>
    [feed.symbol, feed.symbol + QUOTE, feed.name, ...feed.aliases].map((name) => [name.toLowerCase(), feed]),
  ),
)

/**
 * The feed of an asset, by ticker (`SOL`), pair (`SOL/USD`) or common name (`solana`), in any case.
 *
 * @returns `undefined` if the table has no such asset
 */
export function findFeed(name: string): PriceFeed | undefined {
  return byName.get(name.trim().toLowerCase())
}

/** The feed with an id, in any case and with or without a leading `0x`. */
export function findFeedById(id: string): PriceFeed | undefined {
  return byId.get(id.toLowerCase().replace(/^0x/, ''))
}

/** How people write a feed: `SOL/USD`. */
export function feedPair(feed: PriceFeed): string {
  return `${feed.symbol}/USD`
}
