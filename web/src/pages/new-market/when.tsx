// When a market is over, and when betting on it ends.

import { serverTime } from '../../api/server-time.ts'
import { optionsOf, Radios } from '../../parts/choice.tsx'
import { Pills } from '../../parts/pills.tsx'
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
  const { when: words } = t().builder
  const isMove = isChange(draft.topic)
  const end = (seconds: number) => {
    // A change begins half-way, so that there is time to bet before.
    onChange({ expiry: inSeconds(seconds), start: inSeconds(seconds / 2) })
  }
  return (
    <>
      {isMove && <TimeField name="start" label={words.from} draft={draft} onChange={onChange} />}
      <div class="field">
        <TimeField name="expiry" label={isMove ? words.to : words.ends} draft={draft} onChange={onChange} />
        <Pills
          of={DURATIONS.map(([seconds, count, unit]) => ({ seconds, text: formatIn(count, unit) }))}
          onPick={({ seconds }) => end(seconds)}
        />
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
  const { closing, expiry } = draft
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
        <Radios
          name="closing"
          value={closing}
          options={optionsOf(CLOSINGS, words.closings)}
          onChange={choose}
        />
      </div>
      {closing === 'own' && <TimeField name="close" label={words.time} draft={draft} onChange={onChange} />}
      {hasTarget(draft.topic) && <small class="muted">{words.halfTime}</small>}
    </fieldset>
  )
}

const toMinute = (iso: string) => toLocal(new Date(Math.ceil(Date.parse(iso) / 60_000) * 60_000))

interface TimeFieldProps extends Omit<Props, 'latest'> {
  name: 'start' | 'expiry' | 'close'
  label: string
}

function TimeField({ name, label, draft, onChange }: TimeFieldProps) {
  const value = draft[name]
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
        onInput={(event) => onChange({ [name]: event.currentTarget.value })}
      />
    </label>
  )
}
