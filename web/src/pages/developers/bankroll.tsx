import { CURRENCY_IDS } from '@prediction-market/sdk/currency'
import { RestError } from '@prediction-market/sdk/rest'
import { useState } from 'preact/hooks'
import { buildTransfer, type Transfer } from '../../api/gateway.ts'
import { messageOf } from '../../api/http.ts'
import type { Bankroll, Currency } from '../../model/types.ts'
import { CURRENCY_OPTIONS, formatMoney, formatUnits, readTyped, toUnits } from '../../money/amounts.ts'
import { AmountField } from '../../parts/amount-field.tsx'
import { Choice } from '../../parts/choice.tsx'
import { ErrorText } from '../../parts/states.tsx'
import { Stop } from '../../parts/stop.tsx'
import { notify } from '../../state/notices.ts'
import { bankroll as current, loadBankroll } from '../../wallet/private-data.ts'
import { useSending } from '../../wallet/sending.ts'

const DONE: Record<Transfer, string> = {
  deposits: 'is in your bankroll now.',
  withdrawals: 'is back in your wallet.',
}

/** The money that a wallet has put aside, and how to move it. */
export function BankrollSection({ bankroll }: { bankroll: Bankroll }) {
  return (
    <section aria-labelledby="bankroll">
      <h2 id="bankroll">Bankroll</h2>
      <p class="muted">
        Money that you put aside for bets: yours, with "Pay from your bankroll", and those of API keys, within
        limits that the program enforces. Winnings go to your wallet. Only you can withdraw, at any time.
      </p>
      <div class="balances" data-testid="bankroll">
        {CURRENCY_IDS.map((currency) => (
          <div key={currency} class="panel">
            <p class="muted">{currency} in the bankroll</p>
            <p class="big-number" data-testid={`bankroll-${currency}`}>
              {formatUnits(toUnits(bankroll.balances[currency], currency), currency)}
            </p>
          </div>
        ))}
      </div>
      <TransferForm />
    </section>
  )
}

function TransferForm() {
  const [currency, setCurrency] = useState<Currency>(CURRENCY_IDS[0])
  const [typed, setTyped] = useState('')
  const { isBusy, progress, failure, stop, clear, run } = useSending()
  const { text, error } = typed.trim()
    ? readTyped(typed, currency, (units) => (units === 0n ? 'The amount must be more than 0.' : ''))
    : { text: '', error: '' }
  const isReady = text !== '' && error === '' && !isBusy
  const transfer = (direction: Transfer) =>
    run(async (owner, send) => {
      const { transaction } = await buildTransfer(owner, direction, { currency, amount: text })
      const after = await send<Bankroll>(transaction)
      if ('balances' in after) current.value = after
      else await loadBankroll()
      notify({ kind: 'good', text: `${formatMoney(text, currency)} ${DONE[direction]}` })
      setTyped('')
    })
  return (
    <form class="panel" aria-label="Move money" onSubmit={(event) => event.preventDefault()}>
      <div class="pair">
        <AmountField
          name="transfer"
          label="Amount to move"
          currency={currency}
          value={typed}
          isInvalid={error !== ''}
          errorId="transfer-error"
          onInput={(value) => {
            clear()
            setTyped(value)
          }}
        />
        <Choice
          legend="Currency to move"
          name="transfer-currency"
          value={currency}
          options={CURRENCY_OPTIONS}
          onChange={(value) => {
            clear()
            setCurrency(value)
          }}
        />
      </div>
      <ErrorText id="transfer-error">{error || (failure ? help(failure) : '')}</ErrorText>
      <div class="actions">
        <button type="submit" class="button" disabled={!isReady} onClick={() => transfer('deposits')}>
          {progress || 'Deposit'}
        </button>
        <button
          type="button"
          class="button quiet"
          disabled={!isReady}
          onClick={() => transfer('withdrawals')}
        >
          Withdraw
        </button>
        <Stop onStop={stop} />
      </div>
    </form>
  )
}

/** What went wrong, and what to do about it. */
function help(failure: Error): string {
  const message = messageOf(failure)
  const isTooLow = failure instanceof RestError && failure.code === 'BankrollTooLow'
  return isTooLow ? `${message} Withdraw that or less.` : message
}
