// Describes a condition in English.

import { feedPair, findFeedById } from '../feeds/lookup.ts'
import { type Condition, canBeEarly, type DescriptionContext, kindOf } from './kinds/index.ts'
import { formatMoment } from './time.ts'

export { groupDigits } from './text.ts'

/** `SOL/USD`, or the ends of an unknown feed id. */
export function feedText(id: string): string {
  const feed = findFeedById(id)
  return feed ? feedPair(feed) : `feed ${id.slice(0, 8)}…${id.slice(-8)}`
}

export type { DescriptionContext }

/** What follows the sentence of every condition that can be decided early. */
const EARLY = 'Stakes that came too late for an early answer are refunded.'

/** What follows the sentence of every condition. */
const SILENCE = 'Without an answer in time, all stakes are refunded.'

/**
 * Says in one English sentence what makes the market Yes, and in short ones after it who can move what is measured
 * and which stakes are refunded. The same condition always gives the same text.
 *
 * @example "Yes if the Pyth price of SOL/USD is above $250 at 2026-12-01 00:00:00 UTC, …; otherwise No. …"
 */
export function describeCondition(condition: Condition, context: DescriptionContext): string {
  const { holds, reading, note } = kindOf(condition).describe(condition, { ...context, feedText })
  const decided = reading[condition.timing] ?? ''
  const moment = formatMoment(context.expireAt)
  const sentence =
    condition.timing === 'atExpiry'
      ? `Yes if ${holds} at ${moment}${decided}; otherwise No.`
      : `Yes as soon as ${holds}${decided}, by ${moment}; otherwise No.`
  const notes = [note, canBeEarly(condition) && EARLY, SILENCE].filter(Boolean)
  return [sentence, ...notes].join(' ')
}
