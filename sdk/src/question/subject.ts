// Reads the subject of a question: a token, an asset or a name.

import { findFeed, findFeedByMint, isOrdinaryWord, nearestFeed } from '../core/feeds/lookup.ts'
import type { PriceFeed } from '../core/feeds/table.ts'
import { HOLIDAYS, MONTH_INDEX, WEEKDAY_INDEX } from './calendar.ts'
import type { Cursor } from './cursor.ts'
import { AFTER_CLAIM } from './objections.ts'
import { refuse } from './refusal.ts'
import { NAME_WORDS } from './spelling.ts'
import { VERBS } from './verbs.ts'
import { METRIC_NOUNS, type Metric, TOKEN_PHRASES } from './vocabulary.ts'

/** What a question is about: the market's token, an asset with a feed, or an unknown name. */
export type Entity =
  | { kind: 'token' }
  | { kind: 'asset'; feed: PriceFeed; name: string; isMarked: boolean }
  | { kind: 'name'; text: string }

/** The subject of a question. */
export interface Subject {
  /** Absent in `Will there be …` and `Will the supply …`. */
  entity?: Entity | undefined
  /** The quantity measured, if the subject names it. */
  metric?: Metric | undefined
}

/** The longest name in the feed table has this many words. */
const LONGEST_ASSET = 5

/** The most words in the name of a token that is given by its address. */
const LONGEST_NAME = 3

/**
 * Reads `SOL`, `the price of SOL`, `BONK's market cap`, `this token`, `the supply`, `there`.
 *
 * @returns `undefined` if the next words are none of these
 */
export function readSubject(cursor: Cursor, tokenAddress: string | null): Subject | undefined {
  if (cursor.phrase('there')) return {}
  const counted = readCounted(cursor, tokenAddress)
  if (counted) return counted
  const before = cursor.attempt(() => {
    cursor.phrase('the')
    return cursor.longest(METRIC_NOUNS)
  })
  if (before !== undefined && !cursor.phrase('of|for')) return { metric: before }
  const entity = readEntity(cursor, tokenAddress)
  if (!entity) return undefined
  cursor.phrase("'s|'")
  // `Jupiter's token` is no planet.
  if (entity.kind === 'asset') entity.isMarked ||= cursor.phrase('token|coin')
  if (entity.kind === 'name') cursor.phrase('stock|shares|share')
  cursor.phrase('in us dollars|in dollars')
  return { entity, metric: oneMetric(before, cursor.longest(METRIC_NOUNS)) }
}

/** Reads `the number of BONK holders`. */
function readCounted(cursor: Cursor, tokenAddress: string | null): Subject | undefined {
  return cursor.attempt(() => {
    cursor.phrase('the')
    if (!cursor.phrase('number of|count of|amount of')) return undefined
    const entity = readEntity(cursor, tokenAddress)
    return entity && cursor.longest(METRIC_NOUNS) === 'holders' ? { entity, metric: 'holders' } : undefined
  })
}

/** The metric, which may be named in either of two places. */
export function oneMetric(first: Metric | undefined, second: Metric | undefined): Metric | undefined {
  if (first !== undefined && second !== undefined && first !== second) {
    refuse('the question measures two things', 'ask about one')
  }
  return first ?? second
}

/** Reads a token, an asset or a name; `undefined` if the next words are none. */
export function readEntity(cursor: Cursor, tokenAddress: string | null): Entity | undefined {
  const address = cursor.take('address')
  if (address && address.text !== tokenAddress) {
    const instead = 'choose that token for the market'
    refuse('the question names another token than the market', instead, { tokenAddress: address.text })
  }
  if (address || cursor.phrase(TOKEN_PHRASES)) return tokenEntity(tokenAddress)
  return readUnit(cursor) ?? readAsset(cursor) ?? readUnlisted(cursor) ?? readName(cursor)
}

/** Reads `one bitcoin`, `1 BTC`, `a single SOL`: a unit that has a price. */
function readUnit(cursor: Cursor): Entity | undefined {
  return cursor.attempt(() => {
    const next = cursor.peek()
    const isOne = next?.kind === 'number' ? next.raw === '1' && cursor.take('number') : false
    if (!isOne && !cursor.phrase('one|a single|a|an|each')) return undefined
    const entity = readAsset(cursor)
    return entity?.kind === 'asset' && (entity.isMarked || !isOrdinaryWord(entity.name)) ? entity : undefined
  })
}

/** The market's token: an asset, if its mint is in the feed table. */
function tokenEntity(tokenAddress: string | null): Entity {
  const feed = tokenAddress === null ? undefined : findFeedByMint(tokenAddress)
  return feed ? { kind: 'asset', feed, name: feed.symbol, isMarked: true } : { kind: 'token' }
}

/** Reads an asset of the feed table by its longest name: `SOL`, `Solana (SOL)`, `the TRUMP token`. */
export function readAsset(cursor: Cursor): Entity | undefined {
  return cursor.attempt(() => {
    cursor.phrase('the')
    const cashtag = cursor.peek()
    const { found: feed, words: name } = cursor.quote(() => readFeed(cursor))
    if (!feed) return undefined
    const other = cursor.attempt(() => (cursor.phrase('(') ? readFeed(cursor) : undefined))
    if (other && !(cursor.phrase(')') && other === feed)) {
      refuse('the question names more than one asset', 'ask about one')
    }
    const isMarked =
      cursor.phrase('token|coin|memecoin|cryptocurrency|usd') ||
      other !== undefined ||
      name.includes('/') ||
      (name === feed.symbol && cursor.hasSmallLetters) ||
      (cashtag?.kind === 'word' && cashtag.cashtag)
    return { kind: 'asset', feed, name, isMarked }
  })
}

function readFeed(cursor: Cursor): PriceFeed | undefined {
  // Most words are no part of a name.
  if (!NAME_WORDS.has(cursor.word()?.replace(QUOTED, '') || (cursor.word() ?? ''))) return undefined
  for (let length = LONGEST_ASSET; length > 0; length -= 1) {
    const words = Array.from({ length }, (_, ahead) => cursor.word(ahead))
    const name = words.join(' ')
    // `SOLUSD` and `SOL/USDT` are written where people trade.
    const feed = words.includes(undefined)
      ? undefined
      : (findFeed(name) ?? findFeed(name.replace(QUOTED, '')))
    if (!feed) continue
    for (const _ of words) cursor.skip()
    return feed
  }
  return undefined
}

const QUOTED = /\/?usd[tc]?$/

/** Stocks, commodities and currencies that people ask about and that have no feed. */
export const UNLISTED =
  'gold|silver|oil|tesla|tsla|nvidia|nvda|apple|aapl|microsoft|msft|google|amazon|meta|' +
  'gamestop|gme|microstrategy|mstr|coinbase|euro|eur|pound|gbp|yen|yuan|nasdaq'

/** Reads one of these in small letters. */
function readUnlisted(cursor: Cursor): Entity | undefined {
  return cursor.attempt(() => {
    cursor.phrase('the')
    const { found, words } = cursor.quote(() => cursor.phrase(`${UNLISTED}|dollar`))
    return found ? { kind: 'name', text: words } : undefined
  })
}

/** Reads a name, which needs a `$` or a capital letter, so that ordinary words are not taken for names. */
function readName(cursor: Cursor): Entity | undefined {
  const words: string[] = []
  cursor.phrase('the')
  while (words.length < LONGEST_NAME && isName(cursor)) words.push(cursor.take('word')?.raw ?? '')
  return words.length > 0 ? { kind: 'name', text: words.join(' ') } : undefined
}

const NO_NAMES = [VERBS, METRIC_NOUNS, MONTH_INDEX, WEEKDAY_INDEX, HOLIDAYS, AFTER_CLAIM]

function isName(cursor: Cursor): boolean {
  const token = cursor.peek()
  if (token?.kind !== 'word') return false
  if (token.cashtag) return true
  if (!/^\p{Lu}/u.test(token.raw)) return false
  return !NO_NAMES.some((table) => cursor.startsWith(table))
}

/** Refuses a name that is spelt much like an asset, and proposes the asset. */
export function refuseMisspelt(name: string): void {
  const nearest = nearestFeed(name)
  if (!nearest) return
  refuse(`no asset is called "${name}"`, `did you mean ${nearest}? Say "${nearest}"`, {
    replace: [name, nearest],
  })
}
