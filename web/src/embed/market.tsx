// A market in a frame on another site.

import { useEffect } from 'preact/hooks'
import { answersOf } from '../api/config.ts'
import { getMarket } from '../api/gateway.ts'
import type { Market } from '../model/types.ts'
import { shortMoney } from '../money/amounts.ts'
import { oddsOf, stakedIn } from '../money/pools.ts'
import { AssetPicture, symbolOf } from '../parts/asset.tsx'
import { MeasuredNow } from '../parts/measured-now.tsx'
import { YesOdds } from '../parts/odds-bar.tsx'
import { SideLinks } from '../parts/side-links.tsx'
import { Show } from '../parts/states.tsx'
import { afterBets, EndTime, TimeLeft } from '../parts/time-left.tsx'
import { useLoaded, usePolling } from '../state/loaded.ts'
import { t } from '../text/language.ts'
import { creatorsWords, titleOf } from '../text/rules.ts'
import { sidesOf } from '../text/sides.ts'

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
  const isTaking = market.acceptingBets && answersOf(condition.type)
  const { pool } = t().common
  const closed = afterBets(market.expireAt)
  const staked = stakedIn(market)
  return (
    <article>
      <div class="card-head">
        <AssetPicture symbol={symbolOf(condition)} seed={id} />
        <div>
          <h1>
            <a class="quiet-link" href={`/markets/${id}`} target="_blank" rel="noreferrer">
              {title}
            </a>
          </h1>
          <p class="muted small-text">{said ?? <EndTime market={market} />}</p>
        </div>
        {isOpen && (
          <p class="card-odds">
            <YesOdds odds={oddsOf(staked.pools)} />
          </p>
        )}
      </div>
      {isOpen && market.conditionProgress && (
        <p class="card-now muted small-text" data-testid="measured">
          <MeasuredNow condition={condition} progress={market.conditionProgress} />
        </p>
      )}
      {isTaking && (
        <SideLinks
          path={`/markets/${id}`}
          question={title}
          staked={staked}
          names={sidesOf(condition)}
          isOutside
        />
      )}
      {!isOpen && <p class="embed-decided">{verdictOf(market)}</p>}
      <p class="card-foot muted small-text">
        <span>{pool(shortMoney(totalVolume, currency))}</span>
        {isTaking ? <TimeLeft until={market.closeAt} past={closed} /> : isOpen && closed}
      </p>
    </article>
  )
}

function verdictOf({ winningOutcome, cancelled, condition }: Market): string {
  const { won, cancelled: isCancelled, voidSentence } = t().common
  if (winningOutcome) return won(sidesOf(condition)[winningOutcome])
  return cancelled ? isCancelled : voidSentence
}
