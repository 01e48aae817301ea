import { MARKET_ID_PREFIX } from '@prediction-market/sdk'

/** The public id of a market whose address is at hand as text. */
export function idOf(address: string): string {
  return MARKET_ID_PREFIX + address
}

/** The address in the public id of a market; empty if it is none. Whether it is one of a market is not checked. */
export function addressOf(id: string): string {
  return id.startsWith(MARKET_ID_PREFIX) ? id.slice(MARKET_ID_PREFIX.length) : ''
}
