// Finds price feeds by name, id or mint.

import { PRICE_FEEDS, type PriceFeed } from './table.ts'

/** Whether two words differ by one letter too many, missing, changed, or by two neighbours exchanged. */
export function isNear(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false
  let start = 0
  while (start < one.length && one[start] === other[start]) start += 1
  const [left, right] = [one.slice(start), other.slice(start)]
  return (
    left.slice(1) === right ||
    left === right.slice(1) ||
    left.slice(1) === right.slice(1) ||
    (left[0] === right[1] && left[1] === right[0] && left.slice(2) === right.slice(2))
  )
}

/**
 * Names of assets that are words, people, companies or planets as well. Those with a capital letter can only mean the
 * asset beside a price in dollars, if they are written with it.
 */
const ORDINARY_WORDS = (
  'trump|pump|pump.fun|hype|w|op|link|dot|near|ton|uni|drift|ray|orca|mew|render|ada|atom|apt|helium|ripple|' +
  'Jupiter|Wormhole|Tensor|Optimism|Avalanche|Stellar|Cosmos|Stacks|Tether|Tron|Pepe'
).split('|')

/** Whether a name of an asset also means something else, as `Trump` does. */
export function isOrdinaryWord(name: string): boolean {
  return ORDINARY_WORDS.some((word) => word.toLowerCase() === name.toLowerCase())
}

/** Whether a name that also means something else can only mean the asset beside a price in dollars. */
export function isHarmlessName(name: string): boolean {
  return /^[A-Z]/.test(name) && ORDINARY_WORDS.includes(name)
}

const QUOTE = '/usd'

const byId = new Map(PRICE_FEEDS.map((feed) => [feed.id, feed]))

const byMint = new Map(PRICE_FEEDS.flatMap((feed) => (feed.mint === null ? [] : [[feed.mint, feed]])))

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

/** The feed of a token of Solana, by the address of its mint in base58. */
export function findFeedByMint(mint: string): PriceFeed | undefined {
  return byMint.get(mint)
}

/**
 * The name of an asset that is spelt much like a word: `Solana` for `Solanna`.
 *
 * @returns `undefined` if no name is near, or if the word is the name of an asset
 */
export function nearestFeed(word: string): string | undefined {
  const misspelt = word.replace(/^\$/, '').toLowerCase()
  if (misspelt.length < SHORTEST_MISSPELT || byName.has(misspelt)) return undefined
  const names = PRICE_FEEDS.flatMap((feed) => [feed.name, feed.symbol, ...feed.aliases])
  return names.find((name) => name.length >= SHORTEST_MISSPELT && isNear(misspelt, name.toLowerCase()))
}

/** Shorter words are similar to too many others. */
const SHORTEST_MISSPELT = 4

/** How people write a feed: `SOL/USD`. */
export function feedPair(feed: PriceFeed): string {
  return `${feed.symbol}/USD`
}
