import { useState } from 'preact/hooks'
import { buildMarket, type MarketInput } from '../api/gateway.ts'
import { fieldOf, messageOf } from '../api/http.ts'
import { type SendingStep, signAndSend } from '../api/transactions.ts'
import type { Currency, Market, Outcome, ProjectedMarket } from '../model/types.ts'
import { Choice } from '../parts/choice.tsx'
import { ErrorText } from '../parts/states.tsx'
import { useTitle } from '../parts/title.ts'
import { notify } from '../state/notices.ts'
import { navigate } from '../state/router.ts'
import { isChoosing, refreshBalances, wallet } from '../wallet/current.ts'
import { Preview } from './new-market-preview.tsx'

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

const CURRENCIES = [
  ['SOL', 'SOL'],
  ['UTILITY', 'UTILITY'],
] as const

const DECIDERS = [
  ['question', 'What the question says'],
  ['attestors', 'Attestors'],
] as const

/** The form, as it is filled in. */
interface Draft {
  question: string
  token: string
  /** Local time as `datetime-local` has it. */
  expiry: string
  currency: Currency
  decider: 'question' | 'attestors'
  stake: string
  side: Outcome
}

/** Opens a market by a question. */
export function NewMarketPage() {
  useTitle('Ask a question')
  const [draft, setDraft] = useState<Draft>(() => ({
    question: '',
    token: '',
    expiry: localTime(3_600),
    currency: 'SOL',
    decider: 'question',
    stake: '',
    side: 'Yes',
  }))
  const [preview, setPreview] = useState<ProjectedMarket | null>(null)
  const [step, setStep] = useState<SendingStep | null>(null)
  const [failure, setFailure] = useState<Error | null>(null)
  const current = wallet.value

  const change = (fields: Partial<Draft>) => {
    setFailure(null)
    setDraft((before) => ({ ...before, ...fields }))
  }
  const attempt = async (action: () => Promise<void>) => {
    setFailure(null)
    try {
      await action()
    } catch (error) {
      setFailure(error as Error)
    } finally {
      setStep(null)
    }
  }
  const derive = () =>
    attempt(async () => {
      if (!current) {
        isChoosing.value = true
        return
      }
      const input = toInput(draft)
      setStep('building')
      setPreview(await buildMarket(current, input))
    })
  const open = () =>
    attempt(async () => {
      if (!current || !preview) return
      await signAndSend<Market>(current, preview.transaction, setStep)
      refreshBalances()
      notify({ kind: 'good', text: 'Your market is open.' })
      navigate(`/markets/${preview.id}`)
    })

  if (preview) {
    return (
      <Preview
        market={preview}
        step={step}
        error={failure ? messageOf(failure) : ''}
        onOpen={open}
        onBack={() => {
          setFailure(null)
          setPreview(null)
        }}
      />
    )
  }
  const field = fieldOf(failure)
  const errorOf = (...names: string[]) =>
    failure && field && names.includes(field) ? messageOf(failure) : ''
  const questionError = errorOf('question', 'condition')
  const isElsewhere =
    failure &&
    !['question', 'condition', 'tokenAddress', 'expireAt', 'initialStake.amount'].includes(field ?? '')
  return (
    <form
      class="narrow"
      onSubmit={(event) => {
        event.preventDefault()
        derive()
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
          onInput={(event) => change({ question: event.currentTarget.value })}
        />
      </label>
      <div class="quick">
        {EXAMPLES.map((example) => (
          <button key={example} type="button" class="pill" onClick={() => change({ question: example })}>
            {example}
          </button>
        ))}
      </div>
      <ErrorText id="question-error">{questionError}</ErrorText>
      <div class="field">
        <span>Decided by</span>
        <Choice
          legend="Decided by"
          name="decider"
          value={draft.decider}
          options={DECIDERS}
          onChange={(decider) => change({ decider })}
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
          onInput={(event) => change({ token: event.currentTarget.value })}
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
          onInput={(event) => change({ expiry: event.currentTarget.value })}
        />
      </label>
      <div class="quick">
        {DURATIONS.map(([seconds, text]) => (
          <button
            key={seconds}
            type="button"
            class="pill"
            onClick={() => change({ expiry: localTime(seconds) })}
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
          options={CURRENCIES}
          onChange={(currency) => change({ currency })}
        />
      </div>
      <div class="pair">
        <label class="field">
          <span>
            Your first stake <small class="muted">optional</small>
          </span>
          <span class="with-unit">
            <input
              name="stake"
              inputMode="decimal"
              autoComplete="off"
              value={draft.stake}
              aria-describedby="stake-error"
              onInput={(event) => change({ stake: event.currentTarget.value })}
            />
            <span class="unit">{draft.currency}</span>
          </span>
        </label>
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
            onChange={(side) => change({ side })}
          />
        </div>
      </div>
      <ErrorText id="stake-error">{errorOf('initialStake.amount')}</ErrorText>
      <ErrorText>{isElsewhere ? messageOf(failure) : ''}</ErrorText>
      <button type="submit" class="button wide" disabled={step !== null}>
        {step ? 'Reading the question…' : current ? 'See what decides it' : 'Choose a wallet'}
      </button>
    </form>
  )
}

function toInput({ question, token, expiry, currency, decider, stake, side }: Draft): MarketInput {
  const input: MarketInput = {
    question: question.trim(),
    tokenAddress: token.trim() || null,
    expireAt: new Date(expiry).toISOString(),
    currency,
  }
  if (decider === 'attestors') input.condition = { type: 'event', timing: 'atExpiry' }
  if (stake.trim()) input.initialStake = { outcome: side, amount: stake.trim().replace(',', '.') }
  return input
}

/** A moment some seconds from now, as `datetime-local` has it. */
function localTime(seconds: number): string {
  const date = new Date(Date.now() + seconds * 1_000)
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 19)
}
