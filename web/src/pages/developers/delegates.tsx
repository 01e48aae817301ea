// The delegates of a bankroll.

import { CURRENCY_IDS } from '@prediction-market/sdk/currency'
import { useState } from 'preact/hooks'
import { messageOf } from '../../api/http.ts'
import { buildDelegate } from '../../api/wallet-calls.ts'
import type { ApiKey, Bankroll, Delegate, Scope, Sent } from '../../model/types.ts'
import { formatMoney, formatShort, isPositive } from '../../money/amounts.ts'
import { Money } from '../../parts/money.tsx'
import { ErrorText, Stop } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { TimeLeft } from '../../parts/time-left.tsx'
import { notify } from '../../state/notices.ts'
import { t } from '../../text/language.ts'
import { bankroll as current, loadBankroll } from '../../wallet/private-data.ts'
import { useSending } from '../../wallet/sending.ts'
import { DelegateForm } from './delegate-form.tsx'

/** The scope of keys that bet. */
const BET: Scope = 'bet'

/** The API keys that may bet from the bankroll, and a form to name one. */
export function Delegates({ bankroll, keys }: { bankroll: Bankroll; keys: readonly ApiKey[] }) {
  const { delegates: words } = t().developers
  const figures = [words.perBet, words.spent].map((name) => ({ figures: name }))
  const columns = [words.key, ...figures, t().common.expires, words.change]
  const sending = useSending()
  const [renewed, setRenewed] = useState<Delegate | null>(null)
  const [turn, setTurn] = useState(0)
  const { delegates } = bankroll
  const nameOf = (id: string | null) => keys.find((key) => key.id === id)?.name ?? id ?? words.foreign
  const bettors = keys.filter(({ status, scopes }) => status === 'active' && scopes.includes(BET))

  /** Changes a delegate; ends it if there are no terms. */
  const change = (keyId: string, terms: Sent<'SetDelegate'> | null) =>
    sending.run(async (owner, send) => {
      const { transaction } = await buildDelegate(owner, keyId, terms)
      const after = await send<Bankroll>(transaction)
      if ('balances' in after) current.value = after
      else await loadBankroll()
      setRenewed(null)
      setTurn(turn + 1)
      notify({ kind: 'good', text: (terms ? words.allowed : words.ended)(nameOf(keyId)) })
    })

  return (
    <section aria-labelledby="delegates">
      <h2 id="delegates">{words.heading}</h2>
      <p class="muted">{words.about(<b>{BET}</b>)}</p>
      {delegates.length > 0 && (
        <Table columns={columns}>
          {delegates.map((delegate) => (
            <DelegateRow
              key={delegate.key}
              name={nameOf(delegate.keyId)}
              delegate={delegate}
              isBusy={sending.isBusy}
              onRenew={() => setRenewed(delegate)}
              onEnd={(keyId) => change(keyId, null)}
            />
          ))}
        </Table>
      )}
      <Stop onStop={sending.stop} />
      <ErrorText>{sending.failure ? messageOf(sending.failure) : ''}</ErrorText>
      {bettors.length === 0 ? (
        <p>{words.issueFirst}</p>
      ) : (
        <DelegateForm
          // Another form after each change, and for each delegate to renew.
          key={`${turn} ${renewed?.key}`}
          keys={bettors}
          renewed={renewed}
          progress={sending.progress}
          onSubmit={change}
        />
      )}
    </section>
  )
}

interface RowProps {
  name: string
  delegate: Delegate
  isBusy: boolean
  onRenew(): void
  onEnd(keyId: string): void
}

function DelegateRow({ name, delegate, isBusy, onRenew, onEnd }: RowProps) {
  const { keyId, limits, spent, expiresAt } = delegate
  const { delegates: words } = t().developers
  const currencies = CURRENCY_IDS.filter((currency) => isPositive(limits[currency].total, currency))
  return (
    <tr data-testid="delegate">
      <td>{name}</td>
      <td class="number">
        {currencies.map((currency) => (
          <div key={currency}>
            <Money amount={limits[currency].perBet} currency={currency} />
          </div>
        ))}
      </td>
      <td class="number">
        {currencies.map((currency) => (
          <div key={currency}>
            {t().common.of(
              formatShort(spent[currency], currency),
              formatMoney(limits[currency].total, currency),
            )}
          </div>
        ))}
      </td>
      <td>
        <TimeLeft until={expiresAt} past={t().common.expired} />
      </td>
      <td>
        {keyId && (
          <div class="actions">
            <button
              type="button"
              class="link-button"
              disabled={isBusy}
              aria-label={words.renewKey(name)}
              onClick={onRenew}
            >
              {words.renew}
            </button>
            <button
              type="button"
              class="link-button"
              disabled={isBusy}
              aria-label={words.endKey(name)}
              onClick={() => onEnd(keyId)}
            >
              {words.end}
            </button>
          </div>
        )}
      </td>
    </tr>
  )
}
