import type { MarketSummary } from '../../model/types.ts'
import { formatShort } from '../../money/amounts.ts'
import { Address } from '../../parts/address.tsx'
import { OddsBar } from '../../parts/odds-bar.tsx'
import { TimeLeft } from '../../parts/time-left.tsx'
import { creatorsWords, titleOf } from '../../text/title.ts'

/** A market in the list. */
export function MarketCard({ market }: { market: MarketSummary }) {
  const { id, currency, odds, totalVolume, expireAt } = market
  const said = creatorsWords(market)
  return (
    <article class={`card ${market.status}`}>
      <h2>
        <a href={`/markets/${id}`}>{titleOf(market, market.description)}</a>
      </h2>
      {said && <p class="muted">{said}</p>}
      <OddsBar odds={odds} />
      <div class="card-foot">
        <span>
          {formatShort(totalVolume, currency)} {currency}
          {market.tokenAddress && (
            <>
              {' · token '}
              <Address address={market.tokenAddress} isPlain />
            </>
          )}
        </span>
        {market.status === 'open' ? (
          <TimeLeft until={expireAt} past="being decided" />
        ) : (
          <Verdict winner={market.winningOutcome ?? null} />
        )}
      </div>
    </article>
  )
}

function Verdict({ winner }: { winner: 'Yes' | 'No' | null }) {
  if (!winner) return <span class="chip">void</span>
  return <span class={`chip ${winner.toLowerCase()}`}>{winner} won</span>
}
