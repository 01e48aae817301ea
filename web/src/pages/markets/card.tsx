import type { LiveMarket, MarketSummary } from '../../model/types.ts'
import { formatShare, formatShort } from '../../money/amounts.ts'
import { AssetPicture, symbolOf } from '../../parts/asset.tsx'
import { MeasuredNow } from '../../parts/measured-now.tsx'
import { SideLinks } from '../../parts/side-links.tsx'
import { Sparkline } from '../../parts/sparkline.tsx'
import { TimeLeft } from '../../parts/time-left.tsx'
import { now } from '../../state/clock.ts'
import { t } from '../../text/language.ts'
import { formatDay, formatTime } from '../../text/times.ts'
import { creatorsWords, titleOf } from '../../text/title.ts'

/** A market in the list, with what moves in it once that is loaded. */
export function MarketCard({ market, live }: { market: MarketSummary; live: LiveMarket | undefined }) {
  const { id, currency, odds, totalVolume, expireAt, status } = market
  const title = titleOf(market, market.description)
  const said = creatorsWords(market)
  const { by, at } = t().markets
  const isOpen = status === 'open'
  const symbol = isOpen && !live ? undefined : symbolOf(live?.condition, market.tokenAddress)
  return (
    <article class={`card ${status}`}>
      <div class="card-head">
        <AssetPicture symbol={symbol} seed={id} />
        <div>
          <h2>
            <a href={`/markets/${id}`}>{title}</a>
          </h2>
          <p class="card-said">
            {said ?? (
              <time dateTime={expireAt} title={formatTime(expireAt)}>
                {(live?.condition.timing === 'byExpiry' ? by : at)(formatDay(expireAt, now.value))}
              </time>
            )}
          </p>
        </div>
        <p class="card-odds">
          <b data-testid="odds-yes">{formatShare(odds.Yes)}</b>
          <small>{t().common.sides.Yes}</small>
        </p>
      </div>
      <div class="card-now">{live && <Now live={live} />}</div>
      {isOpen && <SideLinks id={id} question={title} odds={odds} isEmpty={Number(totalVolume) === 0} />}
      <div class="card-foot">
        <span>
          {t().common.pool(`${formatShort(totalVolume, currency)} ${currency}`)}
          {live && ` · ${t().common.bets(Number(live.bets))}`}
        </span>
        {isOpen ? (
          <TimeLeft until={expireAt} past={t().common.beingDecided} />
        ) : (
          <Verdict winner={market.winningOutcome ?? null} />
        )}
      </div>
    </article>
  )
}

/** The odds over time, what is measured now, and how far that is from the target. */
function Now({ live }: { live: LiveMarket }) {
  return (
    <>
      <Sparkline odds={live.oddsOfYes} />
      <MeasuredNow condition={live.condition} progress={live.conditionProgress} />
    </>
  )
}

function Verdict({ winner }: { winner: 'Yes' | 'No' | null }) {
  const { won, sides, void: isVoid } = t().common
  if (!winner) return <span class="chip">{isVoid}</span>
  return <span class={`chip ${winner.toLowerCase()}`}>{won(sides[winner])}</span>
}
