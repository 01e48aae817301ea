// A market in a frame on another site.

import { useEffect } from 'preact/hooks'
import { getMarket } from '../api/gateway.ts'
import type { Market, Outcome } from '../model/types.ts'
import { formatShare, formatShort, formatTimes, payoutOf } from '../money/amounts.ts'
import { AssetPicture, symbolOf } from '../parts/asset.tsx'
import { MeasuredNow } from '../parts/measured-now.tsx'
import { Show } from '../parts/states.tsx'
import { TimeLeft } from '../parts/time-left.tsx'
import { useLoaded, usePolling } from '../state/loaded.ts'
import { t } from '../text/language.ts'
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
  const { id, condition, currency, totalVolume, expireAt } = market
  const title = titleOf(market, market.details)
  const said = creatorsWords(market)
  const isOpen = market.status === 'open'
  return (
    <article>
      <div class="embed-head">
        <AssetPicture symbol={symbolOf(condition, market.tokenAddress)} seed={id} />
        <div>
          <h1>
            <a href={`/markets/${id}`} target="_blank" rel="noreferrer">
              {title}
            </a>
          </h1>
          {said && <p class="muted small-text">{said}</p>}
        </div>
        {isOpen && (
          <p class="card-odds">
            <b data-testid="odds-yes">{formatShare(market.outcomes[0].odds ?? 0.5)}</b>
            <small>{t().common.sides.Yes}</small>
          </p>
        )}
      </div>
      {isOpen && market.conditionProgress && (
        <p class="card-now" data-testid="measured">
          <MeasuredNow condition={condition} progress={market.conditionProgress} />
        </p>
      )}
      {isOpen ? <Sides market={market} /> : <p class="embed-decided">{verdictOf(market)}</p>}
      <p class="card-foot">
        <span>{t().common.pool(`${formatShort(totalVolume, currency)} ${currency}`)}</span>
        {isOpen && <TimeLeft until={expireAt} past={t().common.beingDecided} />}
      </p>
    </article>
  )
}

const SIDES: readonly Outcome[] = ['Yes', 'No']

/** Links to the bet form, in a window of its own. */
function Sides({ market }: { market: Market }) {
  const { id, feePercentage: fees } = market
  const fee = Number(fees.burn) + Number(fees.developer)
  return (
    <div class="side-links">
      {SIDES.map((side, index) => {
        const ratio = Number(market.totalVolume) > 0 ? payoutOf(market.outcomes[index]?.odds ?? 0, fee) : null
        return (
          <a
            key={side}
            class={`side-link ${side.toLowerCase()}`}
            href={`/markets/${id}?side=${side}`}
            target="_blank"
            rel="noreferrer"
          >
            {t().common.embed.bet(t().common.sides[side])} {ratio !== null && formatTimes(ratio)}
          </a>
        )
      })}
    </div>
  )
}

function verdictOf({ winningOutcome, cancelled }: Market): string {
  const { won, sides, cancelled: isCancelled, voidSentence } = t().common
  if (winningOutcome) return won(sides[winningOutcome])
  return cancelled ? isCancelled : voidSentence
}
