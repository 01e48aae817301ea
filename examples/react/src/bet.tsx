import { formatAmount, type ListedMarket, parseAmount, quote, SOL_DECIMALS } from '@prediction-market/sdk'
import { useBet } from '@prediction-market/sdk/react'
import { useWallet } from '@solana/wallet-adapter-react'
import { type FormEvent, useState } from 'react'

const OUTCOMES = ['Yes', 'No'] as const

/** The lowest payout to accept: five per cent below the quote. */
const MIN_PAYOUT_PERCENT = 95n

/** Quotes a stake as it is typed, and places it. */
export function BetForm({ market }: { market: ListedMarket }) {
  const { connected } = useWallet()
  const bet = useBet()
  const [outcome, setOutcome] = useState<(typeof OUTCOMES)[number]>('Yes')
  const [stake, setStake] = useState('0.1')
  const amount = readAmount(stake)
  const payout = amount ? quote({ pools: market.pools, outcome, amount, shares: market.terms }).payout : null
  const isBusy = bet.status === 'pending' || bet.status === 'sent'

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!amount || payout === null) return
    void bet.place({ market, outcome, amount, minPayout: (payout * MIN_PAYOUT_PERCENT) / 100n })
  }

  return (
    <form onSubmit={submit}>
      <fieldset>
        <legend>Bet on</legend>
        {OUTCOMES.map((each) => (
          <label key={each} className={each.toLowerCase()}>
            <input type="radio" name="outcome" checked={outcome === each} onChange={() => setOutcome(each)} />
            {each}
          </label>
        ))}
      </fieldset>
      <label>
        Stake in SOL
        <input inputMode="decimal" value={stake} onChange={(event) => setStake(event.target.value)} />
      </label>
      <p>
        {payout === null ? (
          'Enter an amount, such as 0.1'
        ) : (
          <>
            Pays <strong data-testid="payout">{formatAmount(payout, SOL_DECIMALS)} SOL</strong> if {outcome}{' '}
            wins
          </>
        )}
      </p>
      <button type="submit" disabled={!connected || isBusy || payout === null}>
        {connected ? (isBusy ? 'Placing…' : `Bet on ${outcome}`) : 'Connect a wallet to bet'}
      </button>
      {bet.status === 'placed' && <output>Placed: {bet.signature.slice(0, 12)}…</output>}
      {bet.status === 'error' && <p role="alert">{bet.error.message}</p>}
    </form>
  )
}

/** Lamports; `null` if the text is not an amount. */
function readAmount(text: string): bigint | null {
  try {
    return parseAmount(text.trim(), SOL_DECIMALS) || null
  } catch {
    return null
  }
}
