import { now } from '../state/clock.ts'
import { formatAgo, titleOfTime } from '../text/times.ts'

/** How long ago something happened, with the exact time as a tooltip. */
export function TimeAgo({ at, class: name }: { at: string; class?: string }) {
  return (
    <time class={name} dateTime={at} title={titleOfTime(at)}>
      {formatAgo(at, now.value)}
    </time>
  )
}
