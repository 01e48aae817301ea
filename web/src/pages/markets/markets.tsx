import { useEffect, useState } from 'preact/hooks'
import { listMarkets } from '../../api/gateway.ts'
import { messageOf } from '../../api/http.ts'
import type { MarketSummary } from '../../model/types.ts'
import { CURRENCY_OPTIONS } from '../../money/amounts.ts'
import { chosenValues, ListToolbar } from '../../parts/list-controls.tsx'
import { Empty, ErrorText, LoadError, Skeleton } from '../../parts/states.tsx'
import { useTitle } from '../../parts/title.ts'
import { useEvents, useLoaded } from '../../state/loaded.ts'
import { query, setQuery } from '../../state/router.ts'
import { MarketCard } from './card.tsx'

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
  type: {
    label: 'Show',
    options: [
      ['', 'all'],
      ['change', 'rounds and changes'],
      ['price', 'prices'],
      ['event', 'events'],
    ],
  },
  sort: {
    label: 'Sort by',
    options: [
      ['expiring', 'ending soon'],
      ['newest', 'newest'],
      ['volume', 'most staked'],
    ],
  },
} as const

const PAGE_SIZE = 24

/** Every event of every market changes the list, so it waits for more of them. */
const BATCH_MS = 1_000

/** How long the search waits for the next key. */
const TYPING_MS = 250

/** The list of markets. */
export function MarketsPage() {
  useTitle('Markets')
  const { status, currency, type, sort } = chosenValues(CONTROLS)
  const words = query.value.get('q') ?? ''
  const filter = { status: status === 'all' ? '' : status, sort, currency, type, q: words, limit: PAGE_SIZE }
  const first = useLoaded(JSON.stringify(filter), (signal) => listMarkets(filter, signal), true)
  useEvents(() => true, first.reload, BATCH_MS)

  return (
    <>
      <div class="page-head">
        <h1>What will happen?</h1>
        <p class="lead">
          Stake on Yes or No. The odds are the shares of the pool, there is no house, and a program on Solana
          decides and pays.
        </p>
      </div>
      <ListToolbar controls={CONTROLS}>
        <Search words={words} />
      </ListToolbar>
      {first.data ? (
        <MarketList key={JSON.stringify(filter)} first={first.data} filter={filter} />
      ) : first.error ? (
        <LoadError {...first} />
      ) : (
        <div class="cards">
          {Array.from({ length: 6 }, (_, index) => (
            <div key={index} class="card">
              <Skeleton lines={4} />
            </div>
          ))}
        </div>
      )}
    </>
  )
}

function Search({ words }: { words: string }) {
  const [text, setText] = useState(words)
  // The address can change without typing: by "show all markets", or by the browser's history.
  useEffect(() => {
    if (text.trim() !== words) setText(words)
  }, [words])
  useEffect(() => {
    const timer = setTimeout(() => {
      if (text.trim() !== words) setQuery({ q: text.trim() })
    }, TYPING_MS)
    return () => clearTimeout(timer)
  }, [text, words])
  return (
    <input
      class="search"
      type="search"
      aria-label="Search questions"
      placeholder="Search questions"
      maxLength={100}
      value={text}
      onInput={(event) => setText(event.currentTarget.value)}
    />
  )
}

interface ListProps {
  first: { items: MarketSummary[]; next: string | null }
  filter: Record<string, string | number>
}

/** The first page, which is kept current, and the pages after it that were asked for. */
function MarketList({ first, filter }: ListProps) {
  const [more, setMore] = useState<{ items: MarketSummary[]; next: string | null } | null>(null)
  const [error, setError] = useState('')
  const next = more ? more.next : first.next
  const showMore = async () => {
    try {
      const page = await listMarkets({ ...filter, cursor: next })
      setMore({ items: [...(more?.items ?? []), ...page.items], next: page.next })
      setError('')
    } catch (reason) {
      setError(messageOf(reason))
    }
  }
  if (first.items.length === 0) return <NoMarkets filter={filter} />
  const known = new Set(first.items.map(({ id }) => id))
  const others = more?.items.filter(({ id }) => !known.has(id)) ?? []
  return (
    <>
      <ul class="cards">
        {[...first.items, ...others].map((market) => (
          <li key={market.id}>
            <MarketCard market={market} />
          </li>
        ))}
      </ul>
      {next && (
        <p class="more">
          <button type="button" class="button quiet" onClick={showMore}>
            Show more
          </button>
        </p>
      )}
      <ErrorText>{error}</ErrorText>
    </>
  )
}

function NoMarkets({ filter }: Pick<ListProps, 'filter'>) {
  if (filter.q || filter.currency) {
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
