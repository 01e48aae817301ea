// The builder of a question: every field, and the question that they compose.

import { useState } from 'preact/hooks'
import type { Asset } from '../../model/types.ts'
import { CURRENCY_OPTIONS } from '../../money/amounts.ts'
import { SIDES } from '../../money/endings.ts'
import { submits } from '../../parts/action.ts'
import { AmountField } from '../../parts/amount-field.tsx'
import { Choice, optionsOf } from '../../parts/choice.tsx'
import { PageHead } from '../../parts/title.tsx'
import { dataOf } from '../../state/snapshot.ts'
import { t } from '../../text/language.ts'
import { composeQuestion, GAP } from './compose.ts'
import type { Draft } from './draft.ts'
import { type Fix, type Problem, problemOf, problemOfReading, valueFixes } from './fixes.ts'
import { FreeText } from './free-text.tsx'
import { isTime } from './local-time.ts'
import { useReading } from './reading.ts'
import { Subject } from './subject.tsx'
import { Summary } from './summary.tsx'
import { hasTarget, isEvent } from './topics.ts'
import { Value } from './value.tsx'
import { When } from './when.tsx'

interface Props {
  draft: Draft
  assets: readonly Asset[]
  /** Why the market could not be built. */
  failure: Error | null
  /** Whether somebody has asked to go on although something is missing. */
  isTried: boolean
  isBusy: boolean
  hasWallet: boolean
  onStop: (() => void) | undefined
  onChange(fields: Partial<Draft>): void
  onFaucet(): void
  /** @param details - the sentence that was shown; undefined if something is missing */
  onSubmit(details: string | undefined): void
}

/** The builder of a question, which composes it as it is filled in. */
export function Builder(props: Props) {
  const { draft, assets, failure, isTried, isBusy, hasWallet, onStop, onChange, onFaucet, onSubmit } = props
  const [isUnread, setIsUnread] = useState(false)
  const [isUnfolded, setIsUnfolded] = useState(false)
  const reading = useReading(draft, assets)
  const read = dataOf(reading)
  const question = composeQuestion(draft, assets)
  const isMissing = isTried && question.includes(GAP)
  const refusal = 'error' in reading ? reading.error : null
  const problem: Problem | null = failure
    ? problemOf(failure, draft, assets)
    : isMissing
      ? { message: missingText(draft), fixes: valueFixes(draft, assets) }
      : refusal
        ? problemOf(refusal, draft, assets)
        : read && problemOfReading(draft, read, assets)
  const fix = ({ change, isFaucet }: Fix) => {
    if (isFaucet) onFaucet()
    else if (change) onChange(change)
    else if (failure) onSubmit(read?.details ?? undefined)
    else reading.reload()
  }
  const change = (changed: Partial<Draft>) => {
    setIsUnread(false)
    onChange(changed)
  }
  const fields = { draft, assets, onChange: change }
  return (
    <div class="ask">
      <PageHead title={t().shell.views.new}>{t().builder.lead}</PageHead>
      <FreeText {...fields} onChange={onChange} onUnread={setIsUnread} />
      <form
        class="ask-form"
        noValidate
        onSubmit={submits(() => onSubmit(question.includes(GAP) ? undefined : (read?.details ?? '')))}
      >
        {!isUnread && (
          <Summary
            question={question}
            reading={read}
            problem={problem}
            isBusy={isBusy}
            hasWallet={hasWallet}
            onStop={onStop}
            onFix={fix}
          />
        )}
        <details
          class="ask-more"
          open={isTried || isUnfolded}
          onToggle={({ currentTarget }) => setIsUnfolded(currentTarget.open)}
        >
          <summary>{t().builder.more}</summary>
          <div class="ask-fields">
            <Subject {...fields} />
            <Value {...fields} isMissing={isMissing} />
            <When draft={draft} latest={read?.closeAt ?? null} onChange={change} />
            <FirstStake draft={draft} onChange={change} />
          </div>
        </details>
      </form>
    </div>
  )
}

/** What a question lacks that has a gap. */
function missingText({ topic, expiry }: Draft): string {
  const { question, value, times } = t().builder.missing
  if (isEvent(topic)) return question
  return hasTarget(topic) && isTime(expiry) ? value : times
}

function FirstStake({ draft, onChange }: Pick<Props, 'draft' | 'onChange'>) {
  const { stake: words } = t().builder
  return (
    <>
      <div class="field">
        <span>{words.betsIn}</span>
        <Choice
          label={words.betsIn}
          name="currency"
          value={draft.currency}
          options={CURRENCY_OPTIONS}
          onChange={(currency) => onChange({ currency })}
        />
      </div>
      <div class="pair">
        <AmountField
          name="stake"
          label={words.first}
          aside={t().common.optional}
          unit={draft.currency}
          value={draft.stake}
          onInput={(stake) => onChange({ stake })}
        />
        <Choice
          label={words.side}
          name="side"
          value={draft.side}
          options={optionsOf(SIDES, t().common.sides)}
          onChange={(side) => onChange({ side })}
        />
      </div>
    </>
  )
}
