// A market in a frame on another site.

import { useEffect } from 'preact/hooks'
import { getMarket } from '../api/gateway.ts'
import type { Market } from '../model/types.ts'
import { formatShare, formatShort } from '../money/amounts.ts'
import { oddsOf, stakedIn } from '../money/pools.ts'
import { AssetPicture, symbolOf } from '../parts/asset.tsx'
import { MeasuredNow } from '../parts/measured-now.tsx'
import { SideLinks } from '../parts/side-links.tsx'
import { Show } from '../parts/states.tsx'
import { TimeLeft } from '../parts/time-left.tsx'
import { now } from '../state/clock.ts'
import { useLoaded, usePolling } from '../state/loaded.ts'
import { t } from '../text/language.ts'
import { sidesOf } from '../text/sides.ts'
import { formatDay } from '../text/times.ts'
import { creatorsWords, titleOf } from '../text/title.ts'

/** A frame has no stream of its own: a site may have many. */
const POLL_MS = 5_000

/** A market as other sites show it. */
export function EmbeddedMarket({ id }: { id: string }) {
  const market = useLoaded(`market ${id}`, (signal) => getMarket(id, signal))
  useEffect(() => {
    document.title = t().common.brand
  }, [])
  usePolling(POLL_MS, market.state !== 'gone', market.reload)
  return (
    <main class="embed">
      <Show of={market} gone={<p>{t().market.none}</p>}>
        {(read) => <View market={read} />}
      </Show>
    </main>
  )
}

function View({ market }: { market: Market }) {
  const { id, condition, currency, totalVolume } = market
  const title = titleOf(market, market.details)
  const said = creatorsWords(market)
  const isOpen = market.status === 'open'
  const staked = stakedIn(market)
  const odds = oddsOf(staked.pools)
  return (
    <article>
      <div class="embed-head">
        <AssetPicture symbol={symbolOf(condition)} seed={id} />
        <div>
          <h1>
            <a href={`/markets/${id}`} target="_blank" rel="noreferrer">
              {title}
            </a>
          </h1>
          <p class="muted small-text">
            {said ??
              (condition.timing === 'byExpiry' ? t().markets.by : t().markets.at)(
                formatDay(market.expireAt, now.value),
              )}
          </p>
        </div>
        {isOpen && (
          <p class="card-odds">
            {odds ? (
              <b data-testid="odds-yes">{formatShare(odds.Yes)}</b>
            ) : (
              <small>{t().common.noOdds}</small>
            )}
          </p>
        )}
      </div>
      {isOpen && market.conditionProgress && (
        <p class="card-now" data-testid="measured">
          <MeasuredNow condition={condition} progress={market.conditionProgress} />
        </p>
      )}
      {isOpen ? (
        <SideLinks
          path={`/markets/${id}`}
          question={title}
          staked={staked}
          names={sidesOf(condition)}
          isOutside
        />
      ) : (
        <p class="embed-decided">{verdictOf(market)}</p>
      )}
      <p class="card-foot">
        <span>{t().common.pool(`${formatShort(totalVolume, currency)} ${currency}`)}</span>
        {isOpen && <TimeLeft until={market.closeAt} past={t().common.beingDecided} />}
      </p>
    </article>
  )
}

function verdictOf({ winningOutcome, cancelled, condition }: Market): string {
  const { won, cancelled: isCancelled, voidSentence } = t().common
  if (winningOutcome) return won(sidesOf(condition)[winningOutcome])
  return cancelled ? isCancelled : voidSentence
}
