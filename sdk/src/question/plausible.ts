// Refuses implausible prices and market caps, and names that also mean something else.

import { groupDigits } from '../core/condition/describe.ts'
import { isHarmlessName, isOrdinaryWord } from '../core/feeds/lookup.ts'
import { scaled } from './numbers.ts'
import { compareDecimals } from './phrasing.ts'
import { type Proposal, refuse } from './refusal.ts'
import type { Entity } from './subject.ts'
import type { Value } from './value.ts'

type Asset = Extract<Entity, { kind: 'asset' }>

/** A market cap below this many dollars probably lacks a `million` or `billion`. */
const SMALLEST_MARKET_CAP = '1000'

/** Powers of ten by which a value may differ from the price and still be plausible. */
const ABOVE = { withSign: 3, bare: 2 }
const BELOW = -2

/** Refuses a name that also means something else, unless it is marked: `HNT`, `$HNT`, `the Helium token`. */
export function requireUnambiguous({ feed, name, isMarked }: Asset, { unit }: Pick<Value, 'unit'>): void {
  if (isMarked || !isOrdinaryWord(name)) return
  if (unit === 'dollars' && isHarmlessName(name)) return
  const instead = `say "$${feed.symbol}" or "the ${feed.symbol} token"`
  refuse(`"${name}" is not only an asset`, instead, { replace: [name, `$${feed.symbol}`] })
}

/**
 * Refuses a number that is too far from the asset's price to be one.
 *
 * @param currentValue - the price, if it is known
 */
export function requirePrice(
  { feed }: Asset,
  { target, unit, words }: Value,
  currentValue: string | undefined,
): void {
  const dollars = `$${groupDigits(target)}`
  const base = currentValue ?? feed.typicalPrice
  const isBeyond = (tens: number, side: number) => compareDecimals(target, scaled(base, tens, base)) === side
  const priceOf = `"the price of ${feed.symbol}"`
  if (unit !== 'dollars') {
    if (isBeyond(ABOVE.bare, 1)) {
      const meant = `write ${dollars} for a price, or say "market cap" or "holders"`
      const capped: Proposal = { replace: [words, `${words} market cap`], tokenAddress: feed.mint }
      refuse(`${words} can be more than a price of ${feed.symbol}`, meant, capped)
    }
    if (isBeyond(BELOW, -1)) {
      refuse(
        `${words} is far below the price of ${feed.symbol}`,
        `write $${words}k, or say ${priceOf} if ${dollars} is meant`,
      )
    }
    return
  }
  if (isBeyond(ABOVE.withSign, 1)) {
    const marketCap =
      feed.mint === null
        ? 'its market cap cannot be read, so name a price'
        : `say "${feed.symbol}'s market cap"`
    refuse(`${dollars} is not a plausible price of ${feed.symbol}`, `${marketCap}, or say ${priceOf}`)
  }
  if (isBeyond(BELOW, -1)) {
    refuse(
      `${dollars} is not a plausible price of ${feed.symbol}`,
      `write the whole value, or say ${priceOf}`,
    )
  }
}

/** Refuses a market cap of a few dollars. */
export function requireMarketCap({ target }: Value): void {
  if (compareDecimals(target, SMALLEST_MARKET_CAP) >= 0) return
  const billions = `$${groupDigits(target)} billion`
  refuse(
    `$${groupDigits(target)} is not a plausible market cap`,
    `write the whole value, as in "${billions}"`,
  )
}
