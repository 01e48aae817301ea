// The view of the list of markets.

import { feeShare } from '../../api/config.ts'
import { listMarkets } from '../../api/gateway.ts'
import type { QueryOf } from '../../api/http.ts'
import type { MarketSummary } from '../../model/types.ts'
import { CURRENCY_OPTIONS, formatFee } from '../../money/amounts.ts'
import { optionsOf } from '../../parts/choice.tsx'
import { chosenValues, ListToolbar } from '../../parts/list-controls.tsx'
import { Empty, More, Show, Skeleton } from '../../parts/states.tsx'
import { useTitle } from '../../parts/title.ts'
import { useLive } from '../../state/live.ts'
import { useEvents, useList } from '../../state/loaded.ts'
import { query, setQuery } from '../../state/router.ts'
import { t } from '../../text/language.ts'
import { searchWords } from '../../text/search.ts'
import { MarketCard } from './card.tsx'
import { chosenKind, KindTabs } from './kinds.tsx'
import { Rail } from './rail.tsx'
import { RoundStrip } from './rounds.tsx'
import { Search } from './search.tsx'

const STATUSES = ['open', 'resolved', 'void', 'all'] as const

const SORTS = ['expiring', 'newest', 'trending', 'volume'] as const

/** The controls of the list. */
function controls() {
  const { status, statuses, allCurrencies, sortBy, sorts } = t().markets
  return {
    status: { label: status, isChoice: true, options: optionsOf(STATUSES, statuses) },
    currency: { label: t().common.currency, options: [['', allCurrencies], ...CURRENCY_OPTIONS] },
    sort: { label: sortBy, options: optionsOf(SORTS, sorts) },
  } as const
}

const PAGE_SIZE = 24

/** Every event of every market changes the list, so it waits for more of them. */
const BATCH_MS = 1_000

/** The list of markets. */
export function MarketsPage() {
  useTitle(t().shell.views.markets)
  const { status, currency, sort } = chosenValues(controls())
  const type = chosenKind()
  const words = query.value.get('q') ?? ''
  const filter: QueryOf<'/v1/markets'> = {
    status: status === 'all' ? '' : status,
    sort,
    currency,
    type,
    q: searchWords(words),
    limit: PAGE_SIZE,
  }
  const markets = useList(
    JSON.stringify(filter),
    (cursor, signal) => listMarkets({ ...filter, cursor }, signal),
    (market) => market.id,
  )
  useEvents(() => true, markets.reload, BATCH_MS)
  const { steps } = t().markets

  return (
    <>
      <div class="list-head">
        <h1>{t().markets.heading}</h1>
        <a class="small-text" href="/how">
          {t().common.howItWorks}
        </a>
        <p class="steps">
          <span>{steps.pick(bold)}</span>
          <span>{steps.proof(bold)}</span>
          <span>{steps.share(bold, formatFee(feeShare()))}</span>
        </p>
      </div>
      <RoundStrip />
      <KindTabs chosen={type} />
      <ListToolbar controls={controls()}>
        <Search words={words} />
      </ListToolbar>
      <div class="list">
        <div>
          {markets.state === 'loading' ? (
            <LoadingCards />
          ) : (
            <Show of={markets}>{(all) => <MarketList markets={all} filter={filter} />}</Show>
          )}
          <More of={markets}>{t().common.showMore}</More>
        </div>
        <Rail />
      </div>
    </>
  )
}

const bold = (text: string) => <b>{text}</b>

interface ListProps {
  markets: readonly MarketSummary[]
  filter: QueryOf<'/v1/markets'>
}

function MarketList({ markets, filter }: ListProps) {
  const live = useLive(markets.filter(({ status }) => status === 'open').map(({ id }) => id))
  if (markets.length === 0) return <NoMarkets filter={filter} />
  return (
    <ul class="cards">
      {markets.map((market) => (
        <li key={market.id}>
          <MarketCard market={market} live={live.get(market.id)} />
        </li>
      ))}
    </ul>
  )
}

function LoadingCards() {
  return (
    <div class="cards">
      {Array.from({ length: 6 }, (_, index) => (
        <div key={index} class="card">
          <Skeleton lines={4} />
        </div>
      ))}
    </div>
  )
}

function NoMarkets({ filter }: Pick<ListProps, 'filter'>) {
  if (filter.q || filter.currency || filter.type) {
    return (
      <Empty title={t().markets.noMatch}>
        {t().markets.tryOther((text) => (
          <button
            type="button"
            class="link-button"
            onClick={() => setQuery({ q: '', currency: '', type: '', status: 'all' })}
          >
            {text}
          </button>
        ))}
      </Empty>
    )
  }
  return (
    <Empty title={t().markets.none}>
      <a href="/new">{t().markets.askFirst}</a>
    </Empty>
  )
}
