import { RestError } from '@prediction-market/sdk/rest'
import { useState } from 'preact/hooks'
import { buildPurchase } from '../../api/gateway.ts'
import { messageOf } from '../../api/http.ts'
import { formatMoney, formatUnits, percentOf, readTyped, toDecimal } from '../../money/amounts.ts'
import { AmountField } from '../../parts/amount-field.tsx'
import { Select } from '../../parts/choice.tsx'
import { ErrorText } from '../../parts/states.tsx'
import { Stop } from '../../parts/stop.tsx'
import { notify } from '../../state/notices.ts'
import { balances, wallet } from '../../wallet/current.ts'
import { useSending } from '../../wallet/sending.ts'
import type { AuctionNow, ReadBurns } from './auction.ts'

/** The most to pay, in percent of the quote: others may buy first, which raises the price. */
const LIMITS = [
  ['105', '5% more than quoted'],
  ['120', '20% more than quoted'],
  ['101', '1% more than quoted'],
] as const

interface Props {
  burns: ReadBurns
  auction: AuctionNow
  onBought(): void
}

/** The form that buys SOL in the auction. */
export function BuyForm({ burns, auction, onBought }: Props) {
  const [typed, setTyped] = useState('')
  const [limit, setLimit] = useState<(typeof LIMITS)[number][0]>('105')
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
      const message = 'message' in bought ? `${bought.message}.` : `You bought ${text} SOL.`
      notify({ kind: 'good', text: message })
      setTyped('')
      onBought()
    })
  const held = balances.value
  return (
    <form
      class="panel"
      aria-labelledby="buy"
      onSubmit={(event) => {
        event.preventDefault()
        buy()
      }}
    >
      <h2 id="buy">Buy SOL, burn UTILITY</h2>
      <AmountField
        name="sol"
        label="You get"
        aside={range(burns, auction)}
        currency="SOL"
        value={typed}
        isInvalid={error !== ''}
        errorId="buy-error"
        onInput={(value) => {
          clear()
          setTyped(value)
        }}
      />
      {cost !== null && (
        <p class="quote quote-payout" data-testid="burn-quote">
          <span class="muted">At the price of this second it costs</span>
          <b>{formatUnits(cost, 'UTILITY')} UTILITY</b>
          {held && <span class="muted">of {formatMoney(held.UTILITY, 'UTILITY')} in your wallet</span>}
        </p>
      )}
      <Select label="Pay at most" value={limit} options={LIMITS} onChange={(value) => setLimit(value)} />
      <ErrorText id="buy-error">{error || (failure ? help(failure) : '')}</ErrorText>
      <button type="submit" class="button wide" disabled={isBusy || (wallet.value !== null && cost === null)}>
        {progress || (wallet.value ? `Buy${text && !error ? ` ${text} SOL` : ''}` : 'Choose a wallet')}
      </button>
      <Stop onStop={stop} />
      <p class="muted small-text">
        You pay the price of the moment at which the purchase arrives, and never more than you accept. The
        UTILITY that you pay is destroyed.
      </p>
    </form>
  )
}

function range(
  { auction: { smallestPurchase, largestPurchase } }: ReadBurns,
  { forSale }: AuctionNow,
): string {
  return forSale > 0n ? `from ${smallestPurchase} to ${formatMoney(largestPurchase, 'SOL')} at once` : ''
}

/** What went wrong, and what to do about it. */
function help(failure: Error): string {
  const message = messageOf(failure)
  const isTooExpensive = failure instanceof RestError && failure.code === 'PurchaseTooExpensive'
  return isTooExpensive ? `Somebody bought first: ${message} Buy at the new price, or accept more.` : message
}

/** What is wrong with an amount to buy; empty if nothing is. */
function checkPurchase({ forSale, least, most }: AuctionNow, burns: ReadBurns, lamports: bigint): string {
  if (forSale === 0n) return 'Nothing is for sale at the moment.'
  const { smallestPurchase, largestPurchase } = burns.auction
  if (lamports < least) return `The smallest purchase is ${formatMoney(smallestPurchase, 'SOL')}.`
  if (lamports > most) return `The largest purchase at once is ${formatMoney(largestPurchase, 'SOL')}.`
  return ''
}
