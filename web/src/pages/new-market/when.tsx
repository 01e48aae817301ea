// When a market is over, and when betting on it ends.

import { serverTime } from '../../api/server-time.ts'
import { t } from '../../text/language.ts'
import { formatIn, formatTime } from '../../text/times.ts'
import type { Draft } from './draft.ts'
import { closeOf, inSeconds, isTime, toLocal } from './local-time.ts'
import { hasTarget, isChange } from './topics.ts'

const DURATIONS = [
  [300, 5, 'minute'],
  [3_600, 1, 'hour'],
  [86_400, 1, 'day'],
  [604_800, 1, 'week'],
] as const

interface Props {
  draft: Draft
  /** The latest end of betting, as an ISO time; null while it is not known. */
  latest: string | null
  onChange(fields: Partial<Draft>): void
}

/** When the market is over, and when betting on it ends. */
export function When({ draft, latest, onChange }: Props) {
  const { topic, expiry, start } = draft
  const { when: words } = t().builder
  const isMove = isChange(topic)
  const end = (seconds: number) => {
    // A change begins half-way, so that there is time to bet before.
    onChange({ expiry: inSeconds(seconds), start: inSeconds(seconds / 2) })
  }
  return (
    <>
      {isMove && (
        <TimeField
          name="start"
          label={words.from}
          value={start}
          onInput={(value) => onChange({ start: value })}
        />
      )}
      <div class="field">
        <TimeField
          name="expiry"
          label={isMove ? words.to : words.ends}
          value={expiry}
          onInput={(value) => onChange({ expiry: value })}
        />
        <div class="quick">
          {DURATIONS.map(([seconds, count, unit]) => (
            <button key={seconds} type="button" class="pill" onClick={() => end(seconds)}>
              {formatIn(count, unit)}
            </button>
          ))}
        </div>
      </div>
      {isMove ? (
        <p class="muted small-text">
          {latest ? words.endsAtBeforeFirst(formatTime(latest)) : words.endsBeforeFirst}
        </p>
      ) : (
        <Closing draft={draft} latest={latest} onChange={onChange} />
      )}
    </>
  )
}

const CLOSINGS = ['half', 'latest', 'own'] as const

function Closing({ draft, latest, onChange }: Props) {
  const { closing, close, expiry } = draft
  const { when: words } = t().builder
  const half = isTime(expiry) ? closeOf({ ...draft, closing: 'half' }, serverTime()) : null
  const at = closing === 'half' ? half : closing === 'latest' ? latest : null
  const choose = (chosen: Draft['closing']) =>
    onChange({ closing: chosen, ...(chosen === 'own' && half && { close: toMinute(half) }) })
  return (
    <fieldset class="field">
      <legend class="with-aside">
        {words.bettingEnds} <small>{at && formatTime(at)}</small>
      </legend>
      <div class="options">
        {CLOSINGS.map((value) => (
          <label key={value}>
            <input type="radio" name="closing" checked={value === closing} onChange={() => choose(value)} />
            <span>{words.closings[value]}</span>
          </label>
        ))}
      </div>
      {closing === 'own' && (
        <TimeField
          name="close"
          label={words.time}
          value={close}
          onInput={(value) => onChange({ close: value })}
        />
      )}
      {hasTarget(draft.topic) && <small class="muted">{words.halfTime}</small>}
    </fieldset>
  )
}

const toMinute = (iso: string) => toLocal(new Date(Math.ceil(Date.parse(iso) / 60_000) * 60_000))

function TimeField({
  name,
  label,
  value,
  onInput,
}: {
  name: string
  label: string
  value: string
  onInput(value: string): void
}) {
  return (
    <label class="field">
      <span>{label}</span>
      <input
        name={name}
        type="datetime-local"
        // Seconds are a field of their own only where they are needed.
        step={value.length > 16 ? 1 : 60}
        required
        value={value}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
    </label>
  )
}
