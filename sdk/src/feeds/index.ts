// The Pyth feeds that questions know by name.
export { feedPair, findFeed, findFeedById, findFeedByMint, nearestFeed } from './lookup.ts'
export { PRICE_FEEDS, type PriceFeed } from './table.ts'
