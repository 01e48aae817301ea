import { feedPair, findFeedById } from '../feeds/lookup.ts'

// Apart from the other words: it needs the table of feeds, which the clients load only where a feed is named.

/** `SOL/USD`, or the ends of an unknown feed id. */
export function feedText(id: string): string {
  const feed = findFeedById(id)
  return feed ? feedPair(feed) : `feed ${id.slice(0, 8)}…${id.slice(-8)}`
}
