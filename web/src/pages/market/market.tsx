import { kindOf } from '@prediction-market/sdk/condition'
import { useState } from 'preact/hooks'
import { getBets, getHistory, getMarket, getPositions } from '../../api/gateway.ts'
import { ApiError } from '../../api/http.ts'
import { isOfMarket, type Market } from '../../model/types.ts'
import { formatMoney } from '../../money/amounts.ts'
import { OddsBar } from '../../parts/odds-bar.tsx'
import { Empty, LoadError, Skeleton } from '../../parts/states.tsx'
import { TimeLeft } from '../../parts/time-left.tsx'
import { useTitle } from '../../parts/title.ts'
import { useEvents, useLoaded, usePolling } from '../../state/loaded.ts'
import { describeLateness, describeTiming } from '../../text/rules.ts'
import { creatorsWords, titleOf } from '../../text/title.ts'
import { wallet } from '../../wallet/current.ts'
import { BetForm } from './bet-form.tsx'
import { BetList } from './bet-list.tsx'
import { OddsChart } from './chart.tsx'
import { Decision } from './decision.tsx'
import { Facts } from './facts.tsx'
import { OwnPosition } from './own-position.tsx'
import { Progress } from './progress.tsx'
import { Proof } from './proof.tsx'

/** How often progress is read, which no event reports. */
const POLL_MS = 3_000

/** Bets that are shown at first. */
const BETS = 10

/** One market. */
export function MarketPage({ id }: { id: string }) {
  const market = useLoaded(`market ${id}`, (signal) => getMarket(id, signal))
  useTitle(market.data ? titleOf(market.data, market.data.details) : 'Market')
  if (market.data) return <MarketView market={market.data} reload={market.reload} />
  if (market.error instanceof ApiError && [400, 404].includes(market.error.status)) {
    return (
      <Empty title="There is no such market">
        Its id may be misspelt. <a href="/">See the markets</a>
      </Empty>
    )
  }
  return market.error ? <LoadError {...market} /> : <Skeleton lines={8} />
}

function MarketView({ market, reload }: { market: Market; reload(): void }) {
  const { id, currency } = market
  const isOpen = market.status === 'open'
  const address = wallet.value?.address ?? null
  const [betCount, setBetCount] = useState(BETS)
  const bets = useLoaded(`bets ${id} ${betCount}`, (signal) => getBets(id, { limit: betCount }, signal), true)
  const history = useLoaded(`history ${id}`, (signal) => getHistory(id, signal))
  const position = useLoaded(`position ${id} ${address}`, async (signal) => {
    if (!address) return null
    const { items } = await getPositions(address, { limit: 100 }, signal)
    return items.find(({ marketId }) => marketId === id) ?? null
  })
  const reloadAll = () => {
    reload()
    bets.reload()
    history.reload()
    position.reload()
  }
  useEvents((event) => isOfMarket(event, id), reloadAll)
  usePolling(POLL_MS, isOpen, reload)

  const [yes, no] = market.outcomes
  const said = creatorsWords(market)
  return (
    <article class="market">
      <header class="market-head">
        <p class="chips">
          <span class="chip">{kindOf(market.condition).label}</span>
          <span class="chip">{currency}</span>
          <StatusChip market={market} />
        </p>
        <h1>{titleOf(market, market.details)}</h1>
        {said && (
          <p class="warning" role="note" data-testid="creators-words">
            {said}
          </p>
        )}
        {isOpen && <OddsBar odds={{ Yes: yes.odds ?? 0.5, No: no.odds ?? 0.5 }} isLarge />}
        <dl class="pools">
          {market.outcomes.map(({ name, totalStake }) => (
            <div key={name}>
              <dt>Staked on {name}</dt>
              <dd data-testid={`pool-${name}`}>{formatMoney(totalStake, currency)}</dd>
            </div>
          ))}
          {isOpen && (
            <>
              <div>
                <dt>Betting closes</dt>
                <dd>
                  <TimeLeft until={market.closeAt} past="closed" />
                </dd>
              </div>
              <div>
                <dt>Expires</dt>
                <dd>
                  <TimeLeft until={market.expireAt} past="expired" />
                </dd>
              </div>
            </>
          )}
        </dl>
      </header>
      <section class="market-decides" aria-labelledby="decides">
        <h2 id="decides">What decides it</h2>
        <p class="details">{market.details}</p>
        <Progress market={market} />
        <p class="muted">{describeTiming(market)}</p>
        <details class="rule">
          <summary>Which stakes would be late</summary>
          <p>{describeLateness(market)}</p>
          <p>
            In a pool the later bettor knows more, whatever the rules: an early closing time helps. And
            whoever controls what is measured can still move it.
          </p>
        </details>
      </section>
      <aside class="market-side">
        {isOpen ? <BetForm market={market} onPlaced={reloadAll} /> : <Decision market={market} />}
        {position.data && <OwnPosition market={market} position={position.data} onPaid={reloadAll} />}
      </aside>
      <div class="market-main">
        {!isOpen && !market.cancelled && <Proof market={market} />}
        <section aria-labelledby="over-time">
          <h2 id="over-time">Odds over time</h2>
          {history.data ? <OddsChart points={history.data} /> : <Skeleton lines={4} />}
        </section>
        <section aria-labelledby="bets">
          <h2 id="bets">Bets</h2>
          {bets.data ? (
            <BetList page={bets.data} currency={currency} onMore={() => setBetCount(100)} />
          ) : (
            <Skeleton lines={4} />
          )}
        </section>
        <Facts market={market} />
      </div>
    </article>
  )
}

function StatusChip({ market }: { market: Market }) {
  if (market.status === 'void') return <span class="chip">{market.cancelled ? 'cancelled' : 'void'}</span>
  if (market.status === 'resolved') {
    const winner = market.winningOutcome ?? 'Yes'
    return <span class={`chip ${winner.toLowerCase()}`}>{winner} won</span>
  }
  return (
    <span class={market.acceptingBets ? 'chip live' : 'chip'}>
      {market.acceptingBets ? 'open' : 'being decided'}
    </span>
  )
}
