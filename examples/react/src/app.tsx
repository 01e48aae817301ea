import { useMarkets } from '@prediction-market/sdk/react'
import { useState } from 'react'
import { MarketCard } from './card.tsx'
import { MarketPage } from './market.tsx'
import { Positions } from './positions.tsx'
import { Wallet } from './wallet.tsx'

/** The list of open markets in SOL, or the chosen market. */
export function App() {
  const [chosen, choose] = useState<string | null>(null)
  return (
    <>
      <header>
        <h1>Prediction markets</h1>
        <Wallet />
      </header>
      <main>
        {chosen === null ? (
          <MarketList choose={choose} />
        ) : (
          <MarketPage address={chosen} back={() => choose(null)} />
        )}
        <Positions choose={choose} />
      </main>
    </>
  )
}

function MarketList({ choose }: { choose(address: string): void }) {
  const markets = useMarkets({ mint: null, status: 'open' })
  if (markets.status === 'loading') return <p className="quiet">Loading the markets…</p>
  if (markets.status === 'error') return <p role="alert">{markets.error.message}</p>
  const now = BigInt(Math.floor(Date.now() / 1_000))
  const open = markets.data.filter(({ closeAt }) => closeAt > now)
  if (open.length === 0) return <p className="quiet">No market takes bets in SOL now.</p>
  return (
    <ul className="cards">
      {open.map((market) => (
        <MarketCard key={market.address.toBase58()} market={market} choose={choose} />
      ))}
    </ul>
  )
}
