import { answersOf } from '../../api/config.ts'
import type { LiveMarket, MarketSummary } from '../../model/types.ts'
import { formatShare, formatShort } from '../../money/amounts.ts'
import { oddsOf } from '../../money/pools.ts'
import { AssetPicture, symbolOf } from '../../parts/asset.tsx'
import { MeasuredNow } from '../../parts/measured-now.tsx'
import { OddsStrip } from '../../parts/odds-bar.tsx'
import { SideLinks } from '../../parts/side-links.tsx'
import { TimeLeft } from '../../parts/time-left.tsx'
import { now } from '../../state/clock.ts'
import { t } from '../../text/language.ts'
import { sidesOf } from '../../text/sides.ts'
import { formatDay, titleOfTime } from '../../text/times.ts'
import { creatorsWords, titleOf } from '../../text/title.ts'

/** A market in the list, with what moves in it once that is loaded. */
export function MarketCard({ market, live }: { market: MarketSummary; live: LiveMarket | undefined }) {
  const { id, currency, totalVolume, expireAt, status } = market
  const title = titleOf(market, market.description)
  const said = creatorsWords(market)
  const { by, at } = t().markets
  const isOpen = status === 'open'
  const isTaking = isOpen && live?.acceptingBets !== false && (!live || answersOf(live.condition.type))
  const odds = live ? oddsOf(live.pools) : null
  return (
    <article class={`card ${status}`}>
      <div class="card-head">
        <AssetPicture symbol={symbolOf(market)} seed={id} />
        <div>
          <h2>
            <a href={`/markets/${id}`}>{title}</a>
          </h2>
          <p class="card-said">
            {said ?? (
              <time dateTime={expireAt} title={titleOfTime(expireAt)}>
                {(live?.condition.timing === 'byExpiry' ? by : at)(formatDay(expireAt, now.value))}
              </time>
            )}
          </p>
        </div>
        <p class="card-odds">
          {isOpen ? live && <Odds yes={odds?.Yes} /> : <Verdict winner={market.winningOutcome ?? null} />}
        </p>
      </div>
      {isOpen && <OddsStrip odds={odds} />}
      {isTaking && (
        <SideLinks
          path={`/markets/${id}`}
          question={title}
          staked={live && { ...live, currency }}
          names={sidesOf(live?.condition)}
        />
      )}
      <div class="card-foot">
        <span>
          {formatShort(totalVolume, currency)} {currency}
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

function Odds({ yes }: { yes: number | undefined }) {
  if (yes === undefined) return <small>{t().common.noOdds}</small>
  return <b data-testid="odds-yes">{formatShare(yes)}</b>
}

/** The time until betting ends; after it, that the market is being decided. */
function Closing({ live, expireAt }: { live: LiveMarket | undefined; expireAt: string }) {
  const { beingDecided } = t().common
  if (live && !live.acceptingBets) return <span>{beingDecided}</span>
  return <TimeLeft until={live?.closeAt ?? expireAt} past={beingDecided} />
}

function Verdict({ winner }: { winner: 'Yes' | 'No' | null }) {
  const { won, sides, void: isVoid } = t().common
  if (!winner) return <span class="chip">{isVoid}</span>
  return <span class={`chip ${winner.toLowerCase()}`}>{won(sides[winner])}</span>
}
