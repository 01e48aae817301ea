// Moments as people read them: how long ago, and how long until.

import type { Condition } from '../model/types.ts'
import { now } from '../state/clock.ts'
import { t } from '../text/language.ts'
import { describeEnd } from '../text/rules.ts'
import { formatAgo, formatShortDuration, formatTime, titleOfTime, toSeconds } from '../text/times.ts'

/** A moment in some words, with the exact time in both zones as a tooltip. */
function Time({ at, class: name, children }: { at: string; class?: string | undefined; children: string }) {
  return (
    <time class={name} dateTime={at} title={titleOfTime(at)}>
      {children}
    </time>
  )
}

/** The time until a moment, counting down. */
export function TimeLeft({ until, past }: { until: string; past: string }) {
  const left = toSeconds(until) - Math.floor(now.value)
  return <Time at={until}>{left > 0 ? t().common.times.left(formatShortDuration(left)) : past}</Time>
}

/** What an open market does that takes no bets. */
export const afterBets = (expireAt: string) =>
  now.value < toSeconds(expireAt) ? t().market.closed : t().common.beingDecided

/** A moment in full, in the reader's time zone. */
export const Moment = ({ at }: { at: string }) => <Time at={at}>{formatTime(at)}</Time>

/** When a market ends, in a few words. */
export function EndTime({ market }: { market: { condition: Pick<Condition, 'timing'>; expireAt: string } }) {
  const { condition, expireAt } = market
  return <Time at={expireAt}>{describeEnd(condition.timing, expireAt, now.value)}</Time>
}

/** How long ago something happened. */
export function TimeAgo({ at, class: name }: { at: string; class?: string }) {
  return (
    <Time at={at} class={name}>
      {formatAgo(at, now.value)}
    </Time>
  )
}
