// The list of markets, with one live round above it.

import { CURRENCY_IDS } from '@prediction-market/sdk/currency'
import { listMarkets } from '../../api/gateway.ts'
import type { QueryOf } from '../../api/http.ts'
import type { MarketSummary, RoundSeries } from '../../model/types.ts'
import { CURRENCY_OPTIONS } from '../../money/amounts.ts'
import { takesBets } from '../../money/pools.ts'
import { optionsOf, Select } from '../../parts/choice.tsx'
import { chosenValues } from '../../parts/list-controls.tsx'
import { Empty, More, Show, Skeleton } from '../../parts/states.tsx'
import { useTitle } from '../../parts/title.tsx'
import { now } from '../../state/clock.ts'
import { useLive } from '../../state/live.ts'
import { useEvents, useList } from '../../state/loaded.ts'
import { query, setQuery } from '../../state/router.ts'
import { dataOf } from '../../state/snapshot.ts'
import { t } from '../../text/language.ts'
import { searchWords } from '../../text/search.ts'
import { toSeconds } from '../../text/times.ts'
import { Hero } from '../rounds/hero.tsx'
import { useRounds } from '../rounds/series.ts'
import { MarketCard } from './card.tsx'
import { Intro } from './intro.tsx'
import { Search } from './search.tsx'
import { chosenTopic, TOPICS, TopicTabs } from './topics.tsx'

const STATUSES = ['open', 'resolved', 'void', 'all'] as const

const ALL_CURRENCIES = ['', CURRENCY_IDS.join(' + ')] as const

/** What the menu of the list chooses. */
function controls() {
  return {
    status: { label: '', options: optionsOf(STATUSES, t().markets.statuses) },
    currency: { label: '', options: [ALL_CURRENCIES, ...CURRENCY_OPTIONS] },
  } as const
}

/** One menu for status and currency. */
function Menu() {
  const { status, currency } = controls()
  const chosen = chosenValues({ status, currency })
  const options = status.options.flatMap(([one, name]) =>
    currency.options.map(([other, label]) => [`${one} ${other}`, `${name} · ${label}`] as const),
  )
  const choose = (value: string) => {
    const [one = '', other = ''] = value.split(' ')
    setQuery({ status: one === STATUSES[0] ? '' : one, currency: other })
  }
  return (
    <Select
      label={t().markets.show}
      value={`${chosen.status} ${chosen.currency}`}
      options={options}
      onChange={choose}
    />
  )
}

const PAGE_SIZE = 24

/** Every event of every market changes the list, so it waits for more of them. */
const BATCH_MS = 1_000

/** The list of markets. */
export function MarketsPage() {
  useTitle(t().shell.views.markets)
  const { status, currency } = chosenValues(controls())
  const topic = chosenTopic()
  const words = query.value.get('q') ?? ''
  const { sort, types, within } = TOPICS[topic]
  const filter: QueryOf<'/v1/markets'> = {
    status: status === 'all' ? '' : status,
    // What is decided has no trend: the last decided comes first.
    sort: status === 'open' || status === 'all' ? sort : 'expiring',
    currency,
    type: types && [...types],
    q: searchWords(words),
    limit: PAGE_SIZE,
  }
  const markets = useList(
    `${topic} ${JSON.stringify(filter)}`,
    (cursor, signal) => listMarkets({ ...filter, cursor }, signal),
    (market) => market.id,
  )
  useEvents(() => true, markets.reload, BATCH_MS)
  const rounds = useRounds()
  const series = dataOf(rounds) ?? []
  const inRounds = new Set(series.flatMap(roundIds))
  const isListed = ({ id, expireAt }: MarketSummary) =>
    !inRounds.has(id) && (!within || status !== 'open' || toSeconds(expireAt) < now.value + within)
  return (
    <>
      <div class={series.length > 0 || rounds.state === 'loading' ? 'top' : 'top alone'}>
        {rounds.state === 'loading' ? (
          <div class="hero panel">
            <Skeleton lines={6} />
          </div>
        ) : (
          <Hero all={series} />
        )}
        <Intro />
      </div>
      <div class="list-bar">
        <TopicTabs chosen={topic} />
        <div class="toolbar">
          <Search words={words} />
          <Menu />
        </div>
      </div>
      {markets.state === 'loading' ? (
        <LoadingCards />
      ) : (
        <Show of={markets}>
          {(all) => (
            <MarketList
              markets={all}
              isListed={isListed}
              isFiltered={Boolean(words || currency || topic !== 'trending')}
            />
          )}
        </Show>
      )}
      <More of={markets}>{t().common.showMore}</More>
    </>
  )
}

/** The rounds of a series that are not decided: they are in the strip above. */
function roundIds({ takingBets, measuring }: RoundSeries): string[] {
  return [...(takingBets ? [takingBets] : []), ...measuring].map(({ id }) => id)
}

interface ListProps {
  markets: readonly MarketSummary[]
  isListed(market: MarketSummary): boolean
  isFiltered: boolean
}

function MarketList({ markets, isListed, isFiltered }: ListProps) {
  const { live, isLoaded } = useLive(markets.filter(({ status }) => status === 'open').map(({ id }) => id))
  const listed = markets.filter(isListed)
  if (listed.length === 0) return <NoMarkets isFiltered={isFiltered} />
  // What takes bets comes first, so the list waits until that is known.
  if (!isLoaded) return <LoadingCards />
  const isTaking = (market: MarketSummary) => takesBets(market, live.get(market.id))
  const sorted = [...listed.filter(isTaking), ...listed.filter((market) => !isTaking(market))]
  return (
    <ul class="cards">
      {sorted.map((market) => (
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
      {Array.from({ length: 8 }, (_, index) => (
        <div key={index} class="card panel">
          <Skeleton lines={4} />
        </div>
      ))}
    </div>
  )
}

function NoMarkets({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) {
    return (
      <Empty title={t().markets.noMatch}>
        {t().markets.tryOther((text) => (
          <button
            type="button"
            class="link-button"
            onClick={() => setQuery({ q: '', currency: '', topic: '', status: 'all' })}
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
