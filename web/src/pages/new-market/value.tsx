// What must happen for the answer to be Yes: a move and a value, or a change.

import { kindOf } from '@prediction-market/sdk/condition'
import type { Asset } from '../../model/types.ts'
import { Choice } from '../../parts/choice.tsx'
import type { Draft } from './draft.ts'
import { valueFixes } from './fixes.ts'
import { MOVES, type MoveName, offeredMoves } from './moves.ts'
import { CHANGE_TOPIC, FIRST_TOPIC, hasTarget, isChange, isLevel } from './topics.ts'

const DIRECTIONS = [
  ['up', 'up'],
  ['down', 'down'],
] as const

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
  if (!hasTarget(topic) && !isChange(topic)) return null
  const choose = (move: MoveName) => onChange({ move, topic: isChange(topic) ? FIRST_TOPIC : topic })
  return (
    <>
      <fieldset class="field">
        <legend>Yes if it</legend>
        <div class="options">
          {offeredMoves(draft.move).map((move) => (
            <label key={move}>
              <input
                type="radio"
                name="move"
                checked={!isChange(topic) && draft.move === move}
                onChange={() => choose(move)}
              />
              <span>{MOVES[move].label}</span>
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
              <span>is up or down</span>
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
        <span>Value</span>
        <span class="with-unit">
          <input
            name="target"
            inputMode="decimal"
            autoComplete="off"
            value={draft.target}
            aria-invalid={isMissing}
            onInput={(event) => onChange({ target: event.currentTarget.value })}
          />
          <span class="unit">{kindOf({ type: draft.topic }).unit}</span>
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
  return (
    <div class="pair">
      <label class="field">
        <span class="with-aside">
          By at least <small>optional</small>
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
        legend="Direction"
        name="direction"
        value={draft.direction}
        options={DIRECTIONS}
        onChange={(direction) => onChange({ direction })}
      />
    </div>
  )
}
