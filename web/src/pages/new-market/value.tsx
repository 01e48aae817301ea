// What must happen for the answer to be Yes: a move and a value, or a change.

import { isDated } from '@prediction-market/sdk/condition'
import type { Asset } from '../../model/types.ts'
import { AmountField } from '../../parts/amount-field.tsx'
import { Choice, optionsOf, Radios } from '../../parts/choice.tsx'
import { Pills } from '../../parts/pills.tsx'
import { t } from '../../text/language.ts'
import type { Draft } from './draft.ts'
import { valueFixes } from './fixes.ts'
import { type MoveName, offeredMoves } from './moves.ts'
import { CHANGE_TOPIC, FIRST_TOPIC, hasTarget, isChange, isLevel } from './topics.ts'

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
  const moves = optionsOf(offeredMoves(draft.move, isDated({ type: topic })), words.moves)
  const choose = (move: MoveName | 'change') => {
    if (move === 'change') onChange({ topic: CHANGE_TOPIC })
    else onChange({ move, topic: isChange(topic) ? FIRST_TOPIC : topic })
  }
  return (
    <>
      <fieldset class="field">
        <legend>{words.yesIf}</legend>
        <div class="options">
          <Radios<MoveName | 'change'>
            name="move"
            value={isChange(topic) ? 'change' : draft.move}
            options={isLevel(topic) || isChange(topic) ? [...moves, ['change', words.change]] : moves}
            onChange={choose}
          />
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
      <AmountField
        name="target"
        label={t().builder.value.value}
        unit={t().kinds[draft.topic].unit}
        value={draft.target}
        isInvalid={isMissing}
        onInput={(target) => onChange({ target })}
      />
      <Pills
        of={valueFixes(draft, assets)}
        testId="values"
        onPick={({ change }) => change && onChange(change)}
      />
    </div>
  )
}

function Change({ draft, onChange }: Pick<Props, 'draft' | 'onChange'>) {
  const { value: words } = t().builder
  return (
    <div class="pair">
      <AmountField
        name="percent"
        label={words.byAtLeast}
        aside={t().common.optional}
        unit="%"
        value={draft.percent}
        onInput={(percent) => onChange({ percent })}
      />
      <Choice
        label={words.direction}
        name="direction"
        value={draft.direction}
        options={optionsOf(DIRECTIONS, words)}
        onChange={(direction) => onChange({ direction })}
      />
    </div>
  )
}
