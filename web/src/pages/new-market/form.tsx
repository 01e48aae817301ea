import { fieldOf, messageOf } from '../../api/http.ts'
import type { Alternative } from '../../model/types.ts'
import { CURRENCY_OPTIONS } from '../../money/amounts.ts'
import { AmountField } from '../../parts/amount-field.tsx'
import { Choice } from '../../parts/choice.tsx'
import { ErrorText } from '../../parts/states.tsx'
import { Stop } from '../../parts/stop.tsx'
import { formatTime } from '../../text/times.ts'
import { type Draft, fromAlternative, isEvent, localTime } from './draft.ts'

const EXAMPLES = [
  'Will SOL be above $250?',
  'Will BTC reach $150k?',
  'Will JUP fall below $0.80?',
  'Will ETH be at least $4,000?',
]

const DURATIONS = [
  [300, '5 minutes'],
  [3_600, '1 hour'],
  [86_400, '1 day'],
  [604_800, '1 week'],
] as const

const DECIDERS = [
  ['question', 'What the question says'],
  ['attestors', 'Attestors'],
] as const

/** Fields that show their own errors. */
const FIELDS = ['question', 'condition', 'tokenAddress', 'expireAt', 'initialStake.amount']

interface Props {
  draft: Draft
  failure: Error | null
  /** What a question that was refused may mean. */
  alternatives: readonly Alternative[]
  isReading: boolean
  hasWallet: boolean
  onStop: (() => void) | undefined
  onChange(fields: Partial<Draft>): void
  onSubmit(): void
}

/** The form of a new market. */
export function DraftForm({
  draft,
  failure,
  alternatives,
  isReading,
  hasWallet,
  onStop,
  onChange,
  onSubmit,
}: Props) {
  const field = fieldOf(failure)
  const asked = new Date(draft.expiry || 0).toISOString().replace('.000Z', 'Z')
  const offersEvent = alternatives.some(isEvent)
  const errorOf = (...names: string[]) =>
    failure && field && names.includes(field) ? messageOf(failure) : ''
  const questionError = errorOf('question', 'condition')
  const isElsewhere = failure !== null && !FIELDS.includes(field ?? '')
  return (
    <form
      class="narrow"
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <div class="page-head">
        <h1>Ask a question</h1>
        <p class="lead">
          Ask something that a price, a token or a public fact answers with Yes or No. You see what exactly
          decides it before you sign.
        </p>
      </div>
      <label class="field">
        <span>Question</span>
        <textarea
          name="question"
          rows={2}
          maxLength={280}
          required
          value={draft.question}
          aria-invalid={questionError !== ''}
          aria-describedby="question-error"
          onInput={(event) => onChange({ question: event.currentTarget.value })}
        />
      </label>
      <div class="quick">
        {EXAMPLES.map((example) => (
          <button key={example} type="button" class="pill" onClick={() => onChange({ question: example })}>
            {example}
          </button>
        ))}
      </div>
      <ErrorText id="question-error">{questionError}</ErrorText>
      {questionError !== '' && alternatives.length > 0 && (
        <div class="quick" data-testid="alternatives">
          {alternatives.map((alternative) => (
            <button
              key={alternative.details}
              type="button"
              class="pill"
              title={alternative.details}
              onClick={() => onChange(fromAlternative(alternative))}
            >
              {isEvent(alternative) ? 'Let attestors decide it' : alternative.question}
              {alternative.expireAt === asked ? '' : ` (${formatTime(alternative.expireAt)})`}
            </button>
          ))}
        </div>
      )}
      {field === 'question' && draft.decider === 'question' && !offersEvent && (
        <p>
          <button type="button" class="button quiet" onClick={() => onChange({ decider: 'attestors' })}>
            Let attestors decide it
          </button>
        </p>
      )}
      <div class="field">
        <span>Decided by</span>
        <Choice
          legend="Decided by"
          name="decider"
          value={draft.decider}
          options={DECIDERS}
          onChange={(decider) => onChange({ decider })}
        />
        <small class="muted">
          {draft.decider === 'question'
            ? 'A price, a market cap, a supply, a migration or a number of holders, read from the question.'
            : 'For events that no account shows: independent attestors answer it, and more than two thirds must agree.'}
        </small>
      </div>
      <label class="field">
        <span>
          Token <small class="muted">if the question is about one that you name by its address</small>
        </span>
        <input
          name="token"
          value={draft.token}
          spellcheck={false}
          autoComplete="off"
          placeholder="Mint address"
          aria-describedby="token-error"
          onInput={(event) => onChange({ token: event.currentTarget.value })}
        />
      </label>
      <ErrorText id="token-error">{errorOf('tokenAddress')}</ErrorText>
      <label class="field">
        <span>Expires</span>
        <input
          name="expiry"
          type="datetime-local"
          step={1}
          required
          value={draft.expiry}
          aria-describedby="expiry-error"
          onInput={(event) => onChange({ expiry: event.currentTarget.value })}
        />
      </label>
      <div class="quick">
        {DURATIONS.map(([seconds, text]) => (
          <button
            key={seconds}
            type="button"
            class="pill"
            onClick={() => onChange({ expiry: localTime(seconds) })}
          >
            in {text}
          </button>
        ))}
      </div>
      <ErrorText id="expiry-error">{errorOf('expireAt')}</ErrorText>
      <div class="field">
        <span>Bets in</span>
        <Choice
          legend="Bets in"
          name="currency"
          value={draft.currency}
          options={CURRENCY_OPTIONS}
          onChange={(currency) => onChange({ currency })}
        />
      </div>
      <div class="pair">
        <AmountField
          name="stake"
          label="Your first stake"
          aside="optional"
          currency={draft.currency}
          value={draft.stake}
          errorId="stake-error"
          onInput={(stake) => onChange({ stake })}
        />
        <div class="field">
          <span>on</span>
          <Choice
            legend="Side of your first stake"
            name="side"
            value={draft.side}
            options={[
              ['Yes', 'Yes'],
              ['No', 'No'],
            ]}
            onChange={(side) => onChange({ side })}
          />
        </div>
      </div>
      <ErrorText id="stake-error">{errorOf('initialStake.amount')}</ErrorText>
      <ErrorText>{isElsewhere ? messageOf(failure) : ''}</ErrorText>
      <button type="submit" class="button wide" disabled={isReading}>
        {isReading ? 'Reading the question…' : hasWallet ? 'See what decides it' : 'Choose a wallet'}
      </button>
      <Stop onStop={onStop} />
    </form>
  )
}
