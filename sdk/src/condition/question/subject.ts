import { findFeed } from '../../feeds/lookup.ts'
import type { PriceFeed } from '../../feeds/table.ts'
import type { Cursor } from './cursor.ts'
import { refuse } from './refusal.ts'
import { METRIC_NOUNS, type Metric, TOKEN_PHRASES, VERBS } from './vocabulary.ts'

/** Who or what a question is about: the market's token, an asset with a feed, or a name we do not know. */
export type Entity = { kind: 'token' } | { kind: 'asset'; feed: PriceFeed } | { kind: 'name'; text: string }

/** The subject of a question. */
export interface Subject {
  /** Absent in `Will there be …` and `Will the supply …`. */
  entity?: Entity
  /** What of it is measured, if the subject says so. */
  metric?: Metric
}

/** The longest name in the feed table has this many words. */
const LONGEST_ASSET = 5

/** The longest name we take for a token that is given by its address. */
const LONGEST_NAME = 3

/** Reasons quote no more of a question than this. */
const LONGEST_QUOTE = 80

/** Reads `SOL`, `the price of SOL`, `BONK's market cap`, `this token`, `the supply`, `there`. */
export function readSubject(cursor: Cursor, tokenAddress: string | undefined): Subject {
  if (cursor.phrase('there')) return {}
  cursor.attempt(() => (cursor.phrase('the') && cursor.startsWith(METRIC_NOUNS) ? true : undefined))
  const before = cursor.longest(METRIC_NOUNS)
  if (before !== undefined && !cursor.phrase('of', 'for')) return { metric: before }
  const entity = readEntity(cursor, tokenAddress)
  if (!entity) refuse(notUnderstood(cursor, 'no asset is named'))
  cursor.phrase("'s", "'")
  const after = cursor.longest(METRIC_NOUNS)
  if (before !== undefined && after !== undefined && before !== after) {
    refuse('the question measures two things: ask about one')
  }
  const metric = before ?? after
  return metric === undefined ? { entity } : { entity, metric }
}

/** Reads who or what; `undefined` if the next words cannot be a name. */
export function readEntity(cursor: Cursor, tokenAddress: string | undefined): Entity | undefined {
  const address = cursor.take('address')
  if (address && address.text !== tokenAddress) refuse('the question names another token than tokenAddress')
  if (address) return { kind: 'token' }
  if (cursor.phrase(...TOKEN_PHRASES)) return { kind: 'token' }
  return readAsset(cursor) ?? readName(cursor)
}

/** Reads an asset of the feed table, by its longest name. */
export function readAsset(cursor: Cursor): Entity | undefined {
  return cursor.attempt(() => {
    cursor.phrase('the')
    for (let length = LONGEST_ASSET; length > 0; length -= 1) {
      const words = Array.from({ length }, (_, ahead) => cursor.word(ahead))
      const feed = words.includes(undefined) ? undefined : findFeed(words.join(' '))
      if (!feed) continue
      cursor.phrase(words.join(' '))
      cursor.phrase('token', 'coin')
      return { kind: 'asset', feed }
    }
    return undefined
  })
}

function readName(cursor: Cursor): Entity | undefined {
  const words: string[] = []
  cursor.phrase('the')
  while (words.length < LONGEST_NAME && isName(cursor)) words.push(cursor.take('word')?.raw ?? '')
  return words.length > 0 ? { kind: 'name', text: words.join(' ') } : undefined
}

function isName(cursor: Cursor): boolean {
  const word = cursor.word()
  if (word === undefined || !/^\p{L}/u.test(word) || STOP_WORDS.has(word)) return false
  return !cursor.startsWith(VERBS) && !cursor.startsWith(METRIC_NOUNS)
}

const STOP_WORDS: ReadonlySet<string> = new Set([
  'and',
  'or',
  'to',
  'of',
  'going',
  'ever',
  'than',
  'vs',
  'versus',
])

/** Says which words are left over, or what is missing if none are. */
export function notUnderstood(cursor: Cursor, missing: string): string {
  const rest = cursor.rest().slice(0, LONGEST_QUOTE)
  return rest === '' ? missing : `"${rest}" is not understood`
}
