import { describeCondition } from '../condition/describe.ts'
import { formatMoment } from '../condition/time.ts'
import type { EventCondition } from '../condition/types.ts'
import { isOrdinaryWord } from '../feeds/prices.ts'
import type { Cursor } from './cursor.ts'
import { ABOUT_ANYTHING, ABOUT_ASSETS, AFTER_CLAIM, findObjection } from './objections.ts'
import { type Part, Refusal, refuse } from './refusal.ts'
import { readAsset } from './subject.ts'
import { METRIC_NOUNS } from './vocabulary.ts'
import { type Clock, findTimeframe } from './when.ts'

/** Reasons quote no more of a question than this. */
const LONGEST_QUOTE = 80

/** A market about the world: given this condition, the market's attestors answer the question. */
export interface EventOffer {
  condition: EventCondition
  /** The meaning of the condition, in a sentence. */
  description: string
  /** The sentence that attestors are asked. */
  asks: string
}

/** Refuses a question about the world, and offers to have attestors decide it. */
export class WorldQuestion extends Refusal {
  override name = 'WorldQuestion'

  constructor(readonly offer: EventOffer) {
    super(
      'the question is not understood as one about a price, a market cap, holders, a supply or a migration: ' +
        'ask like "Will SOL be above $250?", or give a condition of type "event", ' +
        `and the market's attestors will be asked: ${offer.asks}`,
    )
  }
}

/**
 * Says about a question outside the grammar what to ask instead, or that attestors can decide it.
 *
 * @param cursor - stands before the words that are not understood
 */
export function explain(text: string, start: Cursor, cursor: Cursor, part: Part, clock: Clock): never {
  const aboutSubject = mentionsMarket(start) ? ABOUT_ASSETS : ABOUT_ANYTHING
  const objection = findObjection(part === 'rest' ? AFTER_CLAIM : aboutSubject, cursor, clock.expireAt)
  if (objection !== undefined) throw new Refusal(objection)
  if (part === 'verb' && !cursor.isAtEnd) throw new WorldQuestion(offerEvent(text, cursor, clock))
  const words = cursor.rest().slice(0, LONGEST_QUOTE)
  const problem =
    words === '' ? 'the question says nothing about its subject' : `"${words}" is not understood`
  refuse(problem, 'ask "Will … ?", as in "Will SOL be above $250?" or "Will this token reach 1,000 holders?"')
}

function offerEvent(text: string, cursor: Cursor, clock: Clock): EventOffer {
  const timing = findTimeframe(cursor, clock) === 'at' ? 'atExpiry' : 'byExpiry'
  const condition: EventCondition = { type: 'event', timing }
  return {
    condition,
    description: describeCondition(condition, { expireAt: clock.expireAt }),
    asks: `"${text}", as of ${formatMoment(clock.expireAt)}`,
  }
}

/** Whether a question is about an asset or something that is measured of one. */
function mentionsMarket(cursor: Cursor): boolean {
  for (const place of cursor.places()) {
    if (place.startsWith(METRIC_NOUNS)) return true
    const entity = readAsset(place)
    if (entity?.kind === 'asset' && (entity.isMarked || !isOrdinaryWord(entity.name))) return true
  }
  return false
}
