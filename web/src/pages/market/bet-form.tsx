// The bet form.

import { RestError } from '@prediction-market/sdk/rest'
import { useEffect, useState } from 'preact/hooks'
import { isLocalnet, minimumStakeOf, reloadConfig } from '../../api/config.ts'
import { messageOf } from '../../api/http.ts'
import { buildBet, type Payer } from '../../api/wallet-calls.ts'
import type { BetConfirmation, Market, Outcome } from '../../model/types.ts'
import { formatMoney, formatShort, formatUnits, toUnits } from '../../money/amounts.ts'
import { submits } from '../../parts/action.ts'
import { AmountField } from '../../parts/amount-field.tsx'
import { optionsOf, Select } from '../../parts/choice.tsx'
import { Pills } from '../../parts/pills.tsx'
import { ErrorText, Stop } from '../../parts/states.tsx'
import { TimeLeft } from '../../parts/time-left.tsx'
import { now } from '../../state/clock.ts'
import { useLoaded, usePolling } from '../../state/loaded.ts'
import { notify } from '../../state/notices.ts'
import { dataOf } from '../../state/snapshot.ts'
import { t } from '../../text/language.ts'
import { formatPercent } from '../../text/numbers.ts'
import { sidesOf } from '../../text/sides.ts'
import { toSeconds } from '../../text/times.ts'
import { balances, refreshBalances, wallet } from '../../wallet/current.ts'
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

/** How often the balance is read again while the stake is more than it. */
const SHORT_POLL_MS = 2_000

const PAYERS = ['wallet', 'bankroll'] as const

/** The side and the stake of a bet, as they are filled in. */
export interface Chosen {
  outcome: Outcome
  text: string
}

export interface FormProps {
  market: Market
  chosen: Chosen
  onChoose(change: Partial<Chosen>): void
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
  chosen: { outcome, text },
  onChoose,
  hasPosition,
  isRepeated = false,
  onPlaced,
  onClose,
}: FormProps) {
  const { id, currency, acceptingBets } = market
  const words = t().bet
  const side = sidesOf(market.condition)[outcome]
  const [protection, setProtection] = useState<(typeof PROTECTIONS)[number]>('95')
  const [payer, setPayer] = useState<Payer>('wallet')
  const { isBusy, progress, failure, stop, clear, run } = useSending()
  const [bets, setBets] = useState(0)
  const typed = useQuote(market, outcome, text, bets)
  const { amount, isCurrent } = typed
  const quote = isCurrent ? typed.quote : null
  const current = wallet.value
  const dollars = useDollars(currency, text)
  const held = payer === 'wallet' ? balances.value : bankroll.value?.balances
  const available = current ? held?.[currency] : undefined
  const missing = isCurrent && !typed.error ? shortage(amount, currency, available, payer) : ''
  // Money that comes from elsewhere is no event of this program.
  usePolling(SHORT_POLL_MS, missing !== '' && payer === 'wallet', refreshBalances)
  useEffect(clear, [id])

  if (!acceptingBets && !isRepeated) return <Closed market={market} />

  const choose = (next: Partial<Chosen>) => {
    clear()
    onChoose(next)
  }
  const choosePayer = (next: Payer) => {
    clear()
    setPayer(next)
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
      setBets(bets + 1)
      if (!isRepeated) onChoose({ text: '' })
      onPlaced()
      if (payer === 'bankroll' && bettor.kind === 'burner') await loadBankroll()
    })
  const isShort = missing !== '' || (failure instanceof RestError && failure.status === 402)
  const isEmpty = available !== undefined && toUnits(available, currency) === 0n
  const error = (isCurrent && typed.error) || missing || (failure ? help(failure) : '')
  return (
    <form class="panel bet-form" aria-labelledby="bet" onSubmit={submits(place)}>
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
      <SideChoice market={market} chosen={outcome} onChoose={(next) => choose({ outcome: next })} />
      <AmountField
        name="amount"
        label={t().common.stake}
        aside={[
          dollars,
          available === undefined
            ? ''
            : words.available[payer](`${formatShort(available, currency)} ${currency}`),
        ]
          .filter(Boolean)
          .join(' · ')}
        exact={available === undefined ? undefined : formatMoney(available, currency)}
        unit={currency}
        placeholder={words.atLeast(formatUnits(toUnits(minimumStakeOf(currency), currency), currency))}
        value={text}
        isInvalid={error !== ''}
        errorId="bet-error"
        onInput={(value) => choose({ text: value })}
      />
      <Pills of={presets(currency, available)} onPick={({ amount }) => choose({ text: amount })} />
      <div class={text.trim() && 'ticket-room'}>
        {quote ? (
          <Ticket market={market} quote={quote} isFirst={!hasPosition} least={least} />
        ) : !acceptingBets ? (
          <p class="muted">{t().rounds.soon}</p>
        ) : (
          !text.trim() && <p class="muted">{words.typeStake(side)}</p>
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
        disabled={isBusy || !acceptingBets || missing !== '' || (!!current && !quote)}
      >
        {progress ||
          (quote && words.bet(formatMoney(amount, currency), side)) ||
          (current ? words.betOn(side) : t().common.chooseWallet)}
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
  return messageOf(failure, {
    PayoutTooLow: t().bet.moved,
    // The rest of the message is for programs.
    BankrollTooLow: (message) => t().bet.bankrollLow(message.split(': ')[0] ?? message),
  })
}

/** A least payout, in percent of the quote. */
function describeLeast(percent: string): string {
  return percent === '0' ? t().bet.anyPayout : t().bet.ofQuote(formatPercent(Number(percent), 0))
}

function Closed({ market }: { market: Market }) {
  const { bet: words } = t()
  const config = dataOf(useLoaded('configuration', reloadConfig))
  const isPaused =
    config && (config.limits.paused || (config.betsOpenAt && toSeconds(config.betsOpenAt) > now.value))
  if (isPaused && toSeconds(market.closeAt) > now.value) return <p class="warning-box">{words.paused}</p>
  return (
    <section class="panel" aria-labelledby="closed">
      <h2 id="closed">{words.closed}</h2>
      <p>{words.closedAbout(<TimeLeft until={market.expireAt} past={words.anyMoment} />)}</p>
    </section>
  )
}
