import { CURRENCY_IDS } from '@prediction-market/sdk/currency'
import { useState } from 'preact/hooks'
import { messageOf } from '../../api/http.ts'
import { buildTransfer, type Transfer } from '../../api/wallet-calls.ts'
import type { Bankroll, Currency } from '../../model/types.ts'
import { CURRENCY_OPTIONS, formatMoney, readTyped } from '../../money/amounts.ts'
import { AmountField } from '../../parts/amount-field.tsx'
import { Choice } from '../../parts/choice.tsx'
import { Money } from '../../parts/money.tsx'
import { ErrorText, Stop } from '../../parts/states.tsx'
import { notify } from '../../state/notices.ts'
import { t } from '../../text/language.ts'
import { bankroll as current, loadBankroll } from '../../wallet/private-data.ts'
import { useSending } from '../../wallet/sending.ts'

/** The money that a wallet has put aside, and how to move it. */
export function BankrollSection({ bankroll }: { bankroll: Bankroll }) {
  const { bankroll: words } = t().developers
  return (
    <section aria-labelledby="bankroll">
      <h2 id="bankroll">{words.heading}</h2>
      <p class="muted">{words.about}</p>
      <div class="balances" data-testid="bankroll">
        {CURRENCY_IDS.map((currency) => (
          <div key={currency} class="panel">
            <p class="muted">{words.held(currency)}</p>
            <p class="big-number" data-testid={`bankroll-${currency}`}>
              <Money amount={bankroll.balances[currency]} currency={currency} isBare />
            </p>
          </div>
        ))}
      </div>
      <TransferForm />
    </section>
  )
}

function TransferForm() {
  const { bankroll: words } = t().developers
  const [currency, setCurrency] = useState<Currency>(CURRENCY_IDS[0])
  const [typed, setTyped] = useState('')
  const { isBusy, progress, failure, stop, clear, run } = useSending()
  const { text, error } = typed.trim()
    ? readTyped(typed, currency, (units) => (units === 0n ? words.moreThanZero : ''))
    : { text: '', error: '' }
  const isReady = text !== '' && error === '' && !isBusy
  const transfer = (direction: Transfer) =>
    run(async (owner, send) => {
      const { transaction } = await buildTransfer(owner, direction, { currency, amount: text })
      const after = await send<Bankroll>(transaction)
      if ('balances' in after) current.value = after
      else await loadBankroll()
      const done = direction === 'deposits' ? words.deposited : words.withdrawn
      notify({ kind: 'good', text: done(formatMoney(text, currency)) })
      setTyped('')
    })
  return (
    <form class="panel" aria-label={words.move} onSubmit={(event) => event.preventDefault()}>
      <div class="pair">
        <AmountField
          name="transfer"
          label={words.amount}
          unit={currency}
          value={typed}
          isInvalid={error !== ''}
          errorId="transfer-error"
          onInput={(value) => {
            clear()
            setTyped(value)
          }}
        />
        <Choice
          label={words.currency}
          name="transfer-currency"
          value={currency}
          options={CURRENCY_OPTIONS}
          onChange={(value) => {
            clear()
            setCurrency(value)
          }}
        />
      </div>
      <ErrorText id="transfer-error">
        {error || (failure ? messageOf(failure, { BankrollTooLow: words.tooLow }) : '')}
      </ErrorText>
      <div class="actions">
        <button type="submit" class="button" disabled={!isReady} onClick={() => transfer('deposits')}>
          {progress || words.deposit}
        </button>
        <button
          type="button"
          class="button quiet"
          disabled={!isReady}
          onClick={() => transfer('withdrawals')}
        >
          {words.withdraw}
        </button>
        <Stop onStop={stop} />
      </div>
    </form>
  )
}
