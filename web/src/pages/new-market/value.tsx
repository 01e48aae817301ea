// What must happen for the answer to be Yes: a move and a value, or a change.

import type { Asset } from '../../model/types.ts'
import { Choice, optionsOf } from '../../parts/choice.tsx'
import { t } from '../../text/language.ts'
import type { Draft } from './draft.ts'
import { valueFixes } from './fixes.ts'
import { type MoveName, offeredMoves } from './moves.ts'
import { CHANGE_TOPIC, FIRST_TOPIC, hasTarget, isChange, isDated, isLevel } from './topics.ts'

const DIRECTIONS = ['up', 'down'] as const

interface Props {
  draft: Draft
  assets: readonly Asset[]
  /** Whether a value is missing that somebody has asked to go on without. */
  isMissing: boolean
  onChange(fields: Partial<Draft>): void
}

/** What must happen for the answer to be Yes. */
export function Value({ draft, assets, isMissing, onChange }: Props) {
  const { topic } = draft
  const { value: words } = t().builder
  if (!hasTarget(topic) && !isChange(topic)) return null
  const choose = (move: MoveName) => onChange({ move, topic: isChange(topic) ? FIRST_TOPIC : topic })
  return (
    <>
      <fieldset class="field">
        <legend>{words.yesIf}</legend>
        <div class="options">
          {offeredMoves(draft.move, isDated(topic)).map((move) => (
            <label key={move}>
              <input
                type="radio"
                name="move"
                checked={!isChange(topic) && draft.move === move}
                onChange={() => choose(move)}
              />
              <span>{words.moves[move]}</span>
            </label>
          ))}
          {(isLevel(topic) || isChange(topic)) && (
            <label>
              <input
                type="radio"
                name="move"
                checked={isChange(topic)}
                onChange={() => onChange({ topic: CHANGE_TOPIC })}
              />
              <span>{words.change}</span>
            </label>
          )}
        </div>
      </fieldset>
      {hasTarget(topic) ? (
        <Target draft={draft} assets={assets} isMissing={isMissing} onChange={onChange} />
      ) : (
        <Change draft={draft} onChange={onChange} />
      )}
    </>
  )
}

function Target({ draft, assets, isMissing, onChange }: Props) {
  return (
    <div class="field">
      <label class="field">
        <span>{t().builder.value.value}</span>
        <span class="with-unit">
          <input
            name="target"
            inputMode="decimal"
            autoComplete="off"
            value={draft.target}
            aria-invalid={isMissing}
            onInput={(event) => onChange({ target: event.currentTarget.value })}
          />
          <span class="unit">{t().kinds[draft.topic].unit}</span>
        </span>
      </label>
      <div class="quick" data-testid="values">
        {valueFixes(draft, assets).map(({ text, change }) => (
          <button key={text} type="button" class="pill" onClick={() => change && onChange(change)}>
            {text}
          </button>
        ))}
      </div>
    </div>
  )
}

function Change({ draft, onChange }: Pick<Props, 'draft' | 'onChange'>) {
  const { value: words } = t().builder
  return (
    <div class="pair">
      <label class="field">
        <span class="with-aside">
          {words.byAtLeast} <small>{t().common.optional}</small>
        </span>
        <span class="with-unit">
          <input
            name="percent"
            inputMode="decimal"
            autoComplete="off"
            value={draft.percent}
            onInput={(event) => onChange({ percent: event.currentTarget.value })}
          />
          <span class="unit">%</span>
        </span>
      </label>
      <Choice
        legend={words.direction}
        name="direction"
        value={draft.direction}
        options={optionsOf(DIRECTIONS, words)}
        onChange={(direction) => onChange({ direction })}
      />
    </div>
  )
}
