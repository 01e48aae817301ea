import { now } from '../state/clock.ts'
import { t } from '../text/language.ts'
import { formatShortDuration, titleOfTime, toSeconds } from '../text/times.ts'

/** The time until a moment, counting down. */
export function TimeLeft({ until, past }: { until: string; past: string }) {
  const left = toSeconds(until) - Math.floor(now.value)
  return (
    <time dateTime={until} title={titleOfTime(until)}>
      {left > 0 ? t().common.times.left(formatShortDuration(left)) : past}
    </time>
  )
}
