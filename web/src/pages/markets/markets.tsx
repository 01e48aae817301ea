import { feeShare } from '../../api/config.ts'
import { listMarkets } from '../../api/gateway.ts'
import type { QueryOf } from '../../api/http.ts'
import type { MarketSummary } from '../../model/types.ts'
import { CURRENCY_OPTIONS, formatFee } from '../../money/amounts.ts'
import { chosenValues, ListToolbar } from '../../parts/list-controls.tsx'
import { Empty, More, Show, Skeleton } from '../../parts/states.tsx'
import { useTitle } from '../../parts/title.ts'
import { useLive } from '../../state/live.ts'
import { useEvents, useList } from '../../state/loaded.ts'
import { query, setQuery } from '../../state/router.ts'
import { searchWords } from '../../text/search.ts'
import { MarketCard } from './card.tsx'
import { chosenKind, KindTabs } from './kinds.tsx'
import { Rail } from './rail.tsx'
import { RoundStrip } from './rounds.tsx'
import { Search } from './search.tsx'

const CONTROLS = {
  status: {
    label: 'Status',
    isChoice: true,
    options: [
      ['open', 'Open'],
      ['resolved', 'Decided'],
      ['void', 'Void'],
      ['all', 'All'],
    ],
  },
  currency: {
    label: 'Currency',
    options: [['', 'all'], ...CURRENCY_OPTIONS],
  },
  sort: {
    label: 'Sort by',
    options: [
      ['expiring', 'ending soon'],
      ['newest', 'newest'],
      ['trending', 'trending'],
      ['volume', 'most staked'],
    ],
  },
} as const

const PAGE_SIZE = 24

/** Every event of every market changes the list, so it waits for more of them. */
const BATCH_MS = 1_000

/** The list of markets. */
export function MarketsPage() {
  useTitle('Markets')
  const { status, currency, sort } = chosenValues(CONTROLS)
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

  return (
    <>
      <div class="list-head">
        <h1>What will happen?</h1>
        <a class="small-text" href="/how">
          How it works
        </a>
        <p class="steps">
          <span>
            <b>1 Pick a side.</b> Your stake joins its pool.
          </span>
          <span>
            <b>2 A proof decides.</b> A price, an account or attestors; nobody votes.
          </span>
          <span>
            <b>3 Winners share the losing pool</b>, less {formatFee(feeShare())}, paid within seconds.
          </span>
        </p>
      </div>
      <RoundStrip />
      <KindTabs chosen={type} />
      <ListToolbar controls={CONTROLS}>
        <Search words={words} />
      </ListToolbar>
      <div class="list">
        <div>
          {markets.state === 'loading' ? (
            <LoadingCards />
          ) : (
            <Show of={markets}>{(all) => <MarketList markets={all} filter={filter} />}</Show>
          )}
          <More of={markets}>Show more</More>
        </div>
        <Rail />
      </div>
    </>
  )
}

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
      <Empty title="No market matches">
        Try other words, or{' '}
        <button
          type="button"
          class="link-button"
          onClick={() => setQuery({ q: '', currency: '', type: '', status: 'all' })}
        >
          show all markets
        </button>
      </Empty>
    )
  }
  return (
    <Empty title="No markets here yet">
      <a href="/new">Ask the first question</a>
    </Empty>
  )
}
