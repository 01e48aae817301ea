import { describeCondition, type ListedMarket } from '@prediction-market/sdk'
import { useMarket } from '@prediction-market/sdk/react'
import { BetForm } from './bet.tsx'
import { Odds, time } from './card.tsx'

/** A market that updates as others bet. */
export function MarketPage({ address, back }: { address: string; back(): void }) {
  const market = useMarket(address)
  return (
    <article>
      <button type="button" className="link" onClick={back}>
        ← All markets
      </button>
      {market.status === 'loading' && <p className="quiet">Loading the market…</p>}
      {market.status === 'error' && <p role="alert">{market.error.message}</p>}
      {market.status === 'ready' &&
        (market.data ? <Details market={market.data} /> : <p>This market has been closed.</p>)}
    </article>
  )
}

function Details({ market }: { market: ListedMarket }) {
  const { condition, expireAt } = market
  return (
    <>
      <h2>{market.question}</h2>
      <Odds pools={market.pools} />
      <p className="quiet">{describeCondition(condition, { expireAt })}</p>
      {market.status === 'open' ? (
        <BetForm market={market} />
      ) : (
        <p>
          Decided: <strong>{market.outcome ?? 'void'}</strong>, {time(expireAt)}
        </p>
      )}
    </>
  )
}
