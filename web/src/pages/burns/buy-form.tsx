// The form that buys in the burn auction.

import { useState } from 'preact/hooks'
import { messageOf } from '../../api/http.ts'
import { buildPurchase } from '../../api/wallet-calls.ts'
import { formatMoney, formatUnits, percentOf, readTyped, toDecimal, toUnits } from '../../money/amounts.ts'
import { submits } from '../../parts/action.ts'
import { AmountField } from '../../parts/amount-field.tsx'
import { Select } from '../../parts/choice.tsx'
import { ErrorText, Stop } from '../../parts/states.tsx'
import { notify } from '../../state/notices.ts'
import { t } from '../../text/language.ts'
import { formatPercent } from '../../text/numbers.ts'
import { balances, wallet } from '../../wallet/current.ts'
import { useSending } from '../../wallet/sending.ts'
import type { AuctionNow, ReadBurns } from './auction.ts'

/** The most to pay, in percent of the quote: others may buy first, which raises the price. */
const LIMITS = ['105', '120', '101'] as const

interface Props {
  burns: ReadBurns
  auction: AuctionNow
  onBought(): void
}

/** The form that buys SOL in the auction. */
export function BuyForm({ burns, auction, onBought }: Props) {
  const { buy: words } = t().burns
  const [typed, setTyped] = useState('')
  const [limit, setLimit] = useState<(typeof LIMITS)[number]>('105')
  const { isBusy, progress, failure, stop, clear, run } = useSending()
  const { units, text, error } = typed.trim()
    ? readTyped(typed, 'SOL', (lamports) => checkPurchase(auction, burns, lamports))
    : { units: 0n, text: '', error: '' }
  const cost = text && !error ? auction.cost(units) : null
  const buy = () =>
    run(async (buyer, send) => {
      if (cost === null) return
      const maxTokens = toDecimal(percentOf(cost, Number(limit)), 'UTILITY')
      const { transaction } = await buildPurchase(buyer, { sol: text, maxTokens })
      const bought = await send<{ message: string }>(transaction)
      const message = 'message' in bought ? `${bought.message}.` : words.bought(formatMoney(text, 'SOL'))
      notify({ kind: 'good', text: message })
      setTyped('')
      onBought()
    })
  const held = balances.value
  const label = text && !error ? words.buyAmount(formatMoney(text, 'SOL')) : words.buy
  return (
    <form class="panel" aria-labelledby="buy" onSubmit={submits(buy)}>
      <h2 id="buy">{words.heading}</h2>
      <AmountField
        name="sol"
        label={words.get}
        aside={range(burns, auction)}
        unit="SOL"
        value={typed}
        isInvalid={error !== ''}
        errorId="buy-error"
        onInput={(value) => {
          clear()
          setTyped(value)
        }}
      />
      {cost !== null && (
        <p class="quote" data-testid="burn-quote">
          <span class="muted">{words.cost}</span>
          <b>{formatUnits(cost, 'UTILITY')} UTILITY</b>
          {held && (
            <span class="muted">{t().bet.available.wallet(formatMoney(held.UTILITY, 'UTILITY'))}</span>
          )}
        </p>
      )}
      <Select
        label={words.payAtMost}
        value={limit}
        options={LIMITS.map((most) => [most, words.moreThan(formatPercent(Number(most) - 100, 0))] as const)}
        onChange={(value) => setLimit(value)}
      />
      <ErrorText id="buy-error">
        {error || (failure ? messageOf(failure, { PurchaseTooExpensive: words.raised }) : '')}
      </ErrorText>
      <button type="submit" class="button wide" disabled={isBusy || (wallet.value !== null && cost === null)}>
        {progress || (wallet.value ? label : t().common.chooseWallet)}
      </button>
      <Stop onStop={stop} />
      <p class="muted small-text">{words.about}</p>
    </form>
  )
}

function range(
  { auction: { smallestPurchase, largestPurchase } }: ReadBurns,
  { forSale }: AuctionNow,
): string {
  const least = formatUnits(toUnits(smallestPurchase, 'SOL'), 'SOL')
  return forSale > 0n ? t().burns.buy.range(least, formatMoney(largestPurchase, 'SOL')) : ''
}

/** What is wrong with an amount to buy; empty if nothing is. */
function checkPurchase({ forSale, least, most }: AuctionNow, burns: ReadBurns, lamports: bigint): string {
  const { nothing, smallest, largest } = t().burns.buy
  if (forSale === 0n) return nothing
  const { smallestPurchase, largestPurchase } = burns.auction
  if (lamports < least) return smallest(formatMoney(smallestPurchase, 'SOL'))
  if (lamports > most) return largest(formatMoney(largestPurchase, 'SOL'))
  return ''
}
