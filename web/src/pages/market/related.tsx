// Other open markets about the same asset.

import { listMarkets } from '../../api/gateway.ts'
import type { Market } from '../../model/types.ts'
import { shorten } from '../../parts/address.tsx'
import { symbolOf } from '../../parts/asset.tsx'
import { TimeLeft } from '../../parts/time-left.tsx'
import { useLoaded } from '../../state/loaded.ts'
import { dataOf } from '../../state/snapshot.ts'
import { t } from '../../text/language.ts'
import { titleOf } from '../../text/rules.ts'

const MOST = 4

/** Open markets about the same asset or token; nothing if there are none. */
export function Related({ market }: { market: Market }) {
  const { id, condition, tokenAddress } = market
  const asset = condition.symbol
  const about = asset ? { asset } : tokenAddress ? { tokenAddress } : null
  const found = useLoaded(`related ${asset ?? tokenAddress}`, async (signal) =>
    about ? listMarkets({ ...about, status: 'open', sort: 'volume', limit: MOST + 1 }, signal) : null,
  )
  const others = dataOf(found)?.items.filter((other) => other.id !== id) ?? []
  if (others.length === 0) return null
  return (
    <section aria-labelledby="related">
      <h2 id="related">{t().market.related(symbolOf(condition) ?? shorten(tokenAddress ?? '', 4))}</h2>
      <ul class="related">
        {others.slice(0, MOST).map((other) => (
          <li key={other.id}>
            <a class="quiet-link" href={`/markets/${other.id}`}>
              {titleOf(other, other.description)}
            </a>
            <span class="muted">
              <TimeLeft until={other.expireAt} past={t().common.beingDecided} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
