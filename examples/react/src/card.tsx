import { formatAmount, type ListedMarket, odds, SOL_DECIMALS } from '@prediction-market/sdk'

/** A market of the list. */
export function MarketCard({ market, choose }: { market: ListedMarket; choose(address: string): void }) {
  const { Yes, No } = market.pools
  return (
    <li>
      <button type="button" className="card" onClick={() => choose(market.address.toBase58())}>
        <strong>{market.question}</strong>
        <Odds pools={market.pools} />
        <span className="quiet">
          {formatAmount(Yes + No, SOL_DECIMALS)} SOL · bets until {time(market.closeAt)}
        </span>
      </button>
    </li>
  )
}

/** The odds as a bar of two colours. */
export function Odds({ pools }: Pick<ListedMarket, 'pools'>) {
  const percent = Math.round(odds(pools).Yes * 100)
  return (
    <span className="odds">
      <span className="yes">Yes {percent}%</span>
      <span className="bar">
        <span style={{ width: `${percent}%` }} />
      </span>
      <span className="no">No {100 - percent}%</span>
    </span>
  )
}

/** A unix second in the reader's zone. */
export const time = (second: bigint): string => new Date(Number(second) * 1_000).toLocaleString()
