import { useState } from 'preact/hooks'
import { isLocalnet, minimumStakeOf } from '../../api/config.ts'
import { buildBet } from '../../api/gateway.ts'
import { ApiError, messageOf } from '../../api/http.ts'
import { type SendingStep, signAndSend } from '../../api/transactions.ts'
import type { BetConfirmation, Market, Outcome } from '../../model/types.ts'
import type { Wallet } from '../../model/wallet.ts'
import { formatMoney, formatShare, toUnits } from '../../money/amounts.ts'
import { Select } from '../../parts/choice.tsx'
import { ErrorText } from '../../parts/states.tsx'
import { TimeLeft } from '../../parts/time-left.tsx'
import { now } from '../../state/clock.ts'
import { notify } from '../../state/notices.ts'
import { describeCounting } from '../../text/rules.ts'
import { balances, isChoosing, refreshBalances, wallet } from '../../wallet/current.ts'
import { Faucet } from '../wallet/faucet.tsx'
import { leastPayout, useQuote } from './quote.ts'
import { QuoteView } from './quote-view.tsx'

const AMOUNTS = { SOL: ['0.1', '0.5', '1', '5'], UTILITY: ['10', '50', '100', '500'] } as const

/** What the button says on the way; an installed wallet asks its owner twice. */
const STEPS: Record<Wallet['kind'], Record<SendingStep, string>> = {
  burner: {
    building: 'Preparing…',
    signing: 'Signing…',
    confirming: 'Confirming on the chain…',
  },
  installed: {
    building: 'Sign the request in your wallet…',
    signing: 'Now sign the transaction…',
    confirming: 'Confirming on the chain…',
  },
}

const PROTECTIONS = [
  ['99', '99% of the quote'],
  ['95', '95% of the quote'],
  ['80', '80% of the quote'],
  ['0', 'any payout'],
] as const

type Protection = (typeof PROTECTIONS)[number][0]

/** The form that places a bet. */
export function BetForm({ market, onPlaced }: { market: Market; onPlaced(): void }) {
  const { id, currency } = market
  const [outcome, setOutcome] = useState<Outcome>('Yes')
  const [text, setText] = useState('')
  const [protection, setProtection] = useState<Protection>('95')
  const [step, setStep] = useState<SendingStep | null>(null)
  const [failure, setFailure] = useState<Error | null>(null)
  const typed = useQuote(market, outcome, text)
  const { amount, isCurrent } = typed
  const quote = isCurrent ? typed.quote : null
  const current = wallet.value

  if (!market.acceptingBets) return <Closed market={market} />

  const change = (apply: () => void) => {
    setFailure(null)
    apply()
  }
  const place = async () => {
    if (!current || !quote) return
    setFailure(null)
    setStep('building')
    try {
      const percent = Number(protection)
      const least = percent > 0 ? { minPayout: leastPayout(quote, currency, percent) } : {}
      const { transaction } = await buildBet(current, id, { outcome, amount, ...least })
      const placed = await signAndSend<BetConfirmation>(current, transaction, setStep)
      const message = 'message' in placed ? placed.message : `Your bet on ${outcome} is confirmed.`
      notify({ kind: 'good', text: message })
      setText('')
      onPlaced()
      refreshBalances()
    } catch (error) {
      setFailure(error as Error)
    } finally {
      setStep(null)
    }
  }
  const held = balances.value?.[currency]
  const isShort = failure instanceof ApiError && failure.status === 402
  const needsMoney = isShort || (held !== undefined && toUnits(held, currency) === 0n)
  const counting = describeCounting(market, outcome, now.value)
  const error = (isCurrent && typed.error) || (failure ? help(failure) : '')
  return (
    <form
      class="panel bet-form"
      aria-labelledby="bet"
      onSubmit={(event) => {
        event.preventDefault()
        if (current) place()
        else isChoosing.value = true
      }}
    >
      <div class="panel-head">
        <h2 id="bet">Place a bet</h2>
        <span class="muted small-text">
          <TimeLeft until={market.closeAt} past="closing" />
        </span>
      </div>
      <fieldset class="sides">
        <legend class="sr-only">Side</legend>
        {market.outcomes.map(({ name, odds }) => (
          <label key={name} class={name.toLowerCase()}>
            <input
              type="radio"
              name="outcome"
              value={name}
              checked={outcome === name}
              onChange={() => change(() => setOutcome(name))}
            />
            <span>
              <b>{name}</b> {formatShare(odds ?? 0.5)}
            </span>
          </label>
        ))}
      </fieldset>
      <label class="field">
        <span class="with-aside">
          Stake
          {held !== undefined && <small>of {formatMoney(held, currency)} in your wallet</small>}
        </span>
        <span class="with-unit">
          <input
            name="amount"
            inputMode="decimal"
            autoComplete="off"
            placeholder={`at least ${minimumStakeOf(currency)}`}
            value={text}
            aria-invalid={error !== ''}
            aria-describedby="bet-error"
            onInput={(event) => {
              const { value } = event.currentTarget
              change(() => setText(value))
            }}
          />
          <span class="unit">{currency}</span>
        </span>
      </label>
      <div class="quick">
        {AMOUNTS[currency].map((quick) => (
          <button key={quick} type="button" class="pill" onClick={() => change(() => setText(quick))}>
            {quick}
          </button>
        ))}
      </div>
      {quote && <QuoteView quote={quote} outcome={outcome} currency={currency} />}
      <Select
        label="Accept at least"
        value={protection}
        options={PROTECTIONS}
        onChange={(value) => setProtection(value)}
      />
      {counting && (
        <p class="hint" data-testid="late-hint">
          {counting}
        </p>
      )}
      <ErrorText id="bet-error">{error}</ErrorText>
      {needsMoney && isLocalnet() && current && (
        <Faucet address={current.address} onPaid={() => setFailure(null)} />
      )}
      <button
        type="submit"
        class={`button wide ${outcome.toLowerCase()}`}
        disabled={step !== null || (!!current && !quote)}
      >
        {step
          ? STEPS[current?.kind ?? 'burner'][step]
          : current
            ? label(outcome, quote ? formatMoney(amount, currency) : '')
            : 'Choose a wallet'}
      </button>
      <p class="muted small-text">
        If the odds move further than you accept before the bet arrives, it is refused. Stakes are locked
        until the market is decided; later bets change the payout, up or down.
      </p>
    </form>
  )
}

/** What went wrong, and what to do about it. */
function help(failure: Error): string {
  const message = messageOf(failure)
  const isTooLow = failure instanceof ApiError && failure.code === 'PayoutTooLow'
  return isTooLow ? `The odds have moved. ${message} Bet again at the new quote, or accept less.` : message
}

function label(outcome: Outcome, money: string): string {
  return money ? `Bet ${money} on ${outcome}` : `Bet on ${outcome}`
}

function Closed({ market }: { market: Market }) {
  return (
    <section class="panel" aria-labelledby="closed">
      <h2 id="closed">Betting has closed</h2>
      <p>
        The market is decided from its expiry on: <TimeLeft until={market.expireAt} past="any moment now" />.
        Winners are paid automatically.
      </p>
    </section>
  )
}
