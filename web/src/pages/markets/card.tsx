import type { LiveMarket, MarketSummary } from '../../model/types.ts'
import { oddsOf, takesBets } from '../../money/pools.ts'
import { AssetPicture, symbolOf } from '../../parts/asset.tsx'
import { MeasuredNow } from '../../parts/measured-now.tsx'
import { Money } from '../../parts/money.tsx'
import { OddsStrip, YesOdds } from '../../parts/odds-bar.tsx'
import { SideLinks } from '../../parts/side-links.tsx'
import { afterBets, EndTime, TimeLeft } from '../../parts/time-left.tsx'
import { t } from '../../text/language.ts'
import { creatorsWords, titleOf } from '../../text/rules.ts'
import { sidesOf } from '../../text/sides.ts'

/** A market in the list, with what moves in it once that is loaded. */
export function MarketCard({ market, live }: { market: MarketSummary; live: LiveMarket | undefined }) {
  const { id, condition, currency, totalVolume, expireAt, status } = market
  const title = titleOf(market, market.description)
  const said = creatorsWords(market)
  const isOpen = status === 'open'
  const isTaking = takesBets(market, live)
  const odds = live ? oddsOf(live.pools) : null
  return (
    <article class="card panel">
      <div class="card-head">
        <AssetPicture symbol={symbolOf(market)} seed={id} />
        <div>
          <h2>
            <a href={`/markets/${id}`}>{title}</a>
          </h2>
          <p class="muted small-text">{said ?? <EndTime market={market} />}</p>
        </div>
        <p class="card-odds">{isOpen ? live && <YesOdds odds={odds} /> : <Verdict market={market} />}</p>
      </div>
      {isOpen && <OddsStrip odds={odds} />}
      {isTaking && (
        <SideLinks
          path={`/markets/${id}`}
          question={title}
          staked={live && { ...live, currency }}
          names={sidesOf(condition)}
        />
      )}
      <div class="card-foot muted small-text">
        <span>
          <Money amount={totalVolume} currency={currency} />
          {live && (
            <>
              {' · '}
              {live.conditionProgress ? (
                <MeasuredNow condition={live.condition} progress={live.conditionProgress} />
              ) : (
                t().common.bets(Number(live.bets))
              )}
            </>
          )}
        </span>
        {isOpen && <Closing live={live} expireAt={expireAt} />}
      </div>
    </article>
  )
}

/** The time until betting ends; after it, that it has, or that the market is being decided. */
function Closing({ live, expireAt }: { live: LiveMarket | undefined; expireAt: string }) {
  if (live && !live.acceptingBets) return <span>{afterBets(expireAt)}</span>
  return <TimeLeft until={live?.closeAt ?? expireAt} past={afterBets(expireAt)} />
}

function Verdict({ market: { condition, winningOutcome: winner } }: { market: MarketSummary }) {
  if (!winner) return <span class="chip">{t().common.void}</span>
  return <span class={`chip ${winner.toLowerCase()}`}>{t().common.won(sidesOf(condition)[winner])}</span>
}
