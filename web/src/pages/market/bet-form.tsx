// The bet form.

import { RestError } from '@prediction-market/sdk/rest'
import { useState } from 'preact/hooks'
import { isLocalnet, minimumStakeOf } from '../../api/config.ts'
import { messageOf } from '../../api/http.ts'
import { buildBet, type Payer } from '../../api/wallet-calls.ts'
import type { BetConfirmation, Market, Outcome } from '../../model/types.ts'
import { formatMoney, formatUnits, toUnits } from '../../money/amounts.ts'
import { AmountField } from '../../parts/amount-field.tsx'
import { optionsOf, Select } from '../../parts/choice.tsx'
import { ErrorText } from '../../parts/states.tsx'
import { Stop } from '../../parts/stop.tsx'
import { TimeLeft } from '../../parts/time-left.tsx'
import { notify } from '../../state/notices.ts'
import { t } from '../../text/language.ts'
import { formatPercent } from '../../text/numbers.ts'
import { sidesOf } from '../../text/sides.ts'
import { balances, wallet } from '../../wallet/current.ts'
import { bankroll, loadBankroll } from '../../wallet/private-data.ts'
import { useSending } from '../../wallet/sending.ts'
import { Faucet } from '../wallet/faucet.tsx'
import { useDollars } from './dollars.ts'
import { leastPayout, useQuote } from './quote.ts'
import { SideChoice } from './side-choice.tsx'
import { presets, shortage } from './stake.ts'
import { Ticket } from './ticket.tsx'

/** The least payouts to choose from, in percent of the quote. */
const PROTECTIONS = ['99', '95', '80', '0'] as const

const PAYERS = ['wallet', 'bankroll'] as const

interface Props {
  market: Market
  /** The side and the stake that are chosen first. */
  side: Outcome
  stake?: string
  /** Whether the wallet in use has a position in this market. */
  hasPosition: boolean
  /** Whether side and stake stay for another bet, as in the next round. */
  isRepeated?: boolean
  onPlaced(): void
  /** Closes the sheet that the form is in, if it is in one. */
  onClose?: () => void
}

/** The form that places a bet. */
export function BetForm({
  market,
  side: first,
  stake = '',
  hasPosition,
  isRepeated = false,
  onPlaced,
  onClose,
}: Props) {
  const { id, currency } = market
  const words = t().bet
  const [outcome, setOutcome] = useState(first)
  const side = sidesOf(market.condition)[outcome]
  const [text, setText] = useState(stake)
  const [protection, setProtection] = useState<(typeof PROTECTIONS)[number]>('95')
  const [payer, setPayer] = useState<Payer>('wallet')
  const { isBusy, progress, failure, stop, clear, run } = useSending()
  const typed = useQuote(market, outcome, text)
  const { amount, isCurrent } = typed
  const quote = isCurrent ? typed.quote : null
  const current = wallet.value
  const dollars = useDollars(currency, text)

  if (!market.acceptingBets) return <Closed market={market} />

  const change = (apply: () => void) => {
    clear()
    apply()
  }
  const choosePayer = (next: Payer) => {
    change(() => setPayer(next))
    if (next === 'bankroll' && !bankroll.value) run(loadBankroll)
  }
  const least = quote && protection !== '0' ? leastPayout(quote, currency, Number(protection)) : null
  const place = () =>
    run(async (bettor, send) => {
      if (!quote) return
      const minimum = least === null ? {} : { minPayout: least }
      const { transaction } = await buildBet(bettor, id, { outcome, amount, from: payer, ...minimum })
      const placed = await send<BetConfirmation>(transaction)
      const message = 'message' in placed ? placed.message : words.confirmed(side)
      notify({ kind: 'good', text: message })
      if (!isRepeated) setText('')
      onPlaced()
      if (payer === 'bankroll' && bettor.kind === 'burner') await loadBankroll()
    })
  const held = payer === 'wallet' ? balances.value : bankroll.value?.balances
  const available = current ? held?.[currency] : undefined
  const missing = isCurrent && !typed.error ? shortage(amount, currency, available, payer) : ''
  const isShort = missing !== '' || (failure instanceof RestError && failure.status === 402)
  const isEmpty = available !== undefined && toUnits(available, currency) === 0n
  const error = (isCurrent && typed.error) || missing || (failure ? help(failure) : '')
  return (
    <form
      class="panel bet-form"
      aria-labelledby="bet"
      onSubmit={(event) => {
        event.preventDefault()
        place()
      }}
    >
      <div class="panel-head">
        <h2 id="bet">{words.heading}</h2>
        <span class="muted small-text">
          <TimeLeft until={market.closeAt} past={t().common.closing} />
        </span>
        {onClose && (
          <button type="button" class="icon-button" aria-label={t().common.close} onClick={onClose}>
            ×
          </button>
        )}
      </div>
      <SideChoice market={market} chosen={outcome} onChoose={(next) => change(() => setOutcome(next))} />
      <AmountField
        name="amount"
        label={t().common.stake}
        aside={[
          dollars,
          available === undefined ? '' : words.available[payer](formatMoney(available, currency)),
        ]
          .filter(Boolean)
          .join(' · ')}
        currency={currency}
        placeholder={words.atLeast(formatUnits(toUnits(minimumStakeOf(currency), currency), currency))}
        value={text}
        isInvalid={error !== ''}
        errorId="bet-error"
        onInput={(value) => change(() => setText(value))}
      />
      <div class="quick">
        {presets(currency, available).map((preset) => (
          <button
            key={preset.name}
            type="button"
            class="pill"
            onClick={() => change(() => setText(preset.amount))}
          >
            {preset.name}
          </button>
        ))}
      </div>
      <div class="ticket-room">
        {quote ? (
          <Ticket market={market} quote={quote} isFirst={!hasPosition} least={least} />
        ) : (
          <p class="muted">{words.typeStake(side)}</p>
        )}
      </div>
      <ErrorText id="bet-error">{error}</ErrorText>
      {(isShort || isEmpty) && payer === 'wallet' && isLocalnet() && current && (
        <Faucet address={current.address} onPaid={clear} />
      )}
      {(isShort || isEmpty) && payer === 'bankroll' && (
        <p>
          <a href="/developers#bankroll">{words.fillBankroll}</a>
        </p>
      )}
      <button
        type="submit"
        class={`button wide ${outcome.toLowerCase()}`}
        disabled={isBusy || missing !== '' || (!!current && !quote)}
      >
        {progress ||
          (current || quote
            ? label(side, quote ? formatMoney(amount, currency) : '')
            : t().common.chooseWallet)}
      </button>
      <Stop onStop={stop} />
      <details class="rule">
        <summary>{words.details}</summary>
        <Select
          label={words.accept}
          value={protection}
          options={PROTECTIONS.map((least) => [least, describeLeast(least)] as const)}
          onChange={(value) => setProtection(value)}
        />
        {current && (
          <Select
            label={words.payFrom}
            value={payer}
            options={optionsOf(PAYERS, words.payers)}
            onChange={choosePayer}
          />
        )}
        <p>{words.about}</p>
      </details>
    </form>
  )
}

/** What went wrong, and what to do about it. */
function help(failure: Error): string {
  const message = messageOf(failure)
  const code = failure instanceof RestError ? failure.code : null
  if (code === 'PayoutTooLow') return t().bet.moved(message)
  // The rest of the message is for programs.
  if (code === 'BankrollTooLow') return t().bet.bankrollLow(message.split(': ')[0] ?? message)
  return message
}

/** A least payout, in percent of the quote. */
function describeLeast(percent: string): string {
  return percent === '0' ? t().bet.anyPayout : t().bet.ofQuote(formatPercent(Number(percent), 0))
}

function label(side: string, money: string): string {
  return money ? t().bet.bet(money, side) : t().bet.betOn(side)
}

function Closed({ market }: { market: Market }) {
  return (
    <section class="panel" aria-labelledby="closed">
      <h2 id="closed">{t().bet.closed}</h2>
      <p>{t().bet.closedAbout(<TimeLeft until={market.expireAt} past={t().bet.anyMoment} />)}</p>
    </section>
  )
}
