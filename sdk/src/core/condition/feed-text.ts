// Names a feed in descriptions. Separate from `text.ts`: it needs the table of feeds, which clients load only if a feed
// is named.

import { feedPair, findFeedById } from '../feeds/lookup.ts'

/** `SOL/USD`, or the ends of an unknown feed id. */
export function feedText(id: string): string {
  const feed = findFeedById(id)
  return feed ? feedPair(feed) : `feed ${id.slice(0, 8)}…${id.slice(-8)}`
}
