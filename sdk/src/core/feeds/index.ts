// The SDK's entry `/feeds`: the Pyth feeds that questions can name.

export { feedPair, findFeed, findFeedById, findFeedByMint, nearestFeed } from './lookup.ts'
export { PRICE_FEEDS, type PriceFeed } from './table.ts'
