// Public ids of markets as text. Separate from `market-id.ts`, so that it imports no web3.js.

/** The prefix of a market id; the market's address follows. */
export const MARKET_ID_PREFIX = 'market_'

/** The public id of a market from its address in base58, which is not validated. */
export function marketIdOf(address: string): string {
  return MARKET_ID_PREFIX + address
}

/** The address in a public id, in base58 and not validated; empty if the id has another prefix. */
export function marketAddressOf(id: string): string {
  return id.startsWith(MARKET_ID_PREFIX) ? id.slice(MARKET_ID_PREFIX.length) : ''
}
