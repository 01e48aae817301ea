// Offers to let attestors decide a question outside the grammar, or says what to ask instead.

import { describeCondition } from '../core/condition/describe.ts'
import { formatMoment } from '../core/condition/time.ts'
import type { EventCondition } from '../core/condition/types.ts'
import { isOrdinaryWord } from '../core/feeds/lookup.ts'
import { type Clock, longDate } from './calendar.ts'
import type { Cursor } from './cursor.ts'
import { readEventDates } from './event-dates.ts'
import { ABOUT_ASSETS, AFTER_CLAIM, throwObjection } from './objections.ts'
import { table } from './phrases.ts'
import { type Part, Refusal, refuse } from './refusal.ts'
import { readAsset, UNLISTED } from './subject.ts'
import { FOREIGN_CURRENCIES, METRIC_NOUNS, NAMED_TOKEN } from './vocabulary.ts'

/** The most characters of a question that a reason quotes. */
const LONGEST_QUOTE = 80

/** An offer to open a market of type `event`, whose attestors answer the question. */
export interface EventOffer {
  condition: EventCondition
  /** The description of the condition. */
  description: string
  /** The question that attestors answer. */
  asks: string
  /** Whether the question names an asset, a token or a metric, so that its author may have meant a measured value. */
  namesAsset: boolean
}

/** Refuses a question about a real-world event, and offers to let attestors decide it. */
export class WorldQuestion extends Refusal {
  constructor(readonly offer: EventOffer) {
    super(
      'the question is not understood as one about a price, a market cap, holders, a supply or a migration: ' +
        `ask like "Will SOL be above $250?", or let attestors decide ${offer.asks}`,
    )
  }
}

/**
 * Refuses a question outside the grammar: says what to ask instead, or that attestors can decide it.
 *
 * @param cursor - is before the words that are not understood
 * @param isMarket - whether the question names an asset or a metric
 */
export function explain(text: string, cursor: Cursor, part: Part, clock: Clock, isMarket: boolean): never {
  if (isMarket) throwObjection(part === 'rest' ? AFTER_CLAIM : ABOUT_ASSETS, cursor, clock.expireAt)
  const isWorld = isMarket ? part === 'verb' : part !== 'opening'
  if (isWorld && !cursor.isAtEnd) offerEvent(text, cursor, clock, isMarket)
  if (isMarket) throwObjection(NO_FEED, cursor.fromStart(), clock.expireAt)
  const example = `as in "Will SOL be above $250 on ${longDate(clock.expireAt)}?"`
  if (part === 'rest' && !cursor.isAtEnd) {
    refuse(`"${cursor.rest().slice(0, LONGEST_QUOTE)}" is not understood`, `ask without it, ${example}`)
  }
  const problem = cursor.isAtEnd
    ? 'the question says nothing about its subject'
    : `"${text.slice(0, LONGEST_QUOTE)}" is not understood`
  refuse(problem, `ask "Will … ?", ${example}`)
}

/** Offers to let attestors decide, unless the words are about an asset and name a value of it. */
function offerEvent(text: string, cursor: Cursor, clock: Clock, isMarket: boolean): void {
  const found = readEventDates(cursor.fromStart(), clock, (place) => isMarket && startsWithAmount(place))
  if (!found) return
  const condition: EventCondition = { type: 'event', ...found }
  throw new WorldQuestion({
    condition,
    description: describeCondition(condition, { expireAt: clock.expireAt }),
    asks: `"${text}", as of ${formatMoment(clock.expireAt)}`,
    namesAsset: isMarket,
  })
}

/** Whether a question is about an asset, money, or a metric of a token. */
export function namesAsset(cursor: Cursor): boolean {
  for (const place of cursor.places()) {
    const token = place.peek()
    if (token?.kind === 'address' || (token?.kind === 'number' && token.dollars)) return true
    if (token?.kind === 'word' && (token.cashtag || FOREIGN_CURRENCIES.has(token.text))) return true
    // A multiple is of a value; `4x100` is none.
    const isMultiple = /^[\d.]+x$/i.test(token?.raw ?? '') && place.peek(1)?.start !== token?.end
    if (token?.kind === 'odd' && (isMultiple || /\p{Sc}/u.test(token.raw))) return true
    if (place.startsWith(METRIC_NOUNS) || place.startsWith(MONEY)) return true
    if (place.startsWith(NAMED_TOKEN)) return true
    const entity = readAsset(place)
    if (entity?.kind === 'asset' && (entity.isMarked || !isOrdinaryWord(entity.name))) return true
  }
  return false
}

/** Whether a value comes next, or the name of one: beside an asset it can be measured. */
function startsWithAmount(place: Cursor): boolean {
  const token = place.peek()
  if (token?.kind === 'number' || token?.kind === 'odd') return true
  return place.startsWith(METRIC_NOUNS) || place.startsWith(VALUES)
}

const NO_FEED = table<string>(['has no price feed: ask about an asset that has one', UNLISTED])

/** Words that make a number an amount of money. */
const VALUES = 'dollars|dollar|bucks|cents|usd|peg|depeg|hundred|thousand|million|billion'

/** These, and words that make a name an asset. */
const MONEY = 'dollars|bucks|cents|usd|stock|shares|crypto|coin|memecoin|peg|depeg'
