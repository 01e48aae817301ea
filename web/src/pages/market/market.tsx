import { kindOf } from '@prediction-market/sdk/condition'
import { getBets, getHistory, getMarket, getPosition } from '../../api/gateway.ts'
import { ApiError } from '../../api/http.ts'
import { isOfMarket, type Market } from '../../model/types.ts'
import { formatMoney } from '../../money/amounts.ts'
import { OddsBar } from '../../parts/odds-bar.tsx'
import { Empty, More, Show } from '../../parts/states.tsx'
import { TimeLeft } from '../../parts/time-left.tsx'
import { useTitle } from '../../parts/title.ts'
import { useEvents, useList, useLoaded, usePolling } from '../../state/loaded.ts'
import { dataOf } from '../../state/snapshot.ts'
import { describeLateness, describeTiming } from '../../text/rules.ts'
import { toSeconds } from '../../text/times.ts'
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

/** Bets on a page of the list. */
const BETS = 10

/** One market. */
export function MarketPage({ id }: { id: string }) {
  const market = useLoaded(`market ${id}`, (signal) => getMarket(id, signal))
  const known = dataOf(market)
  useTitle(known ? titleOf(known, known.details) : 'Market')
  const isMisspelt =
    market.state === 'error' && market.error instanceof ApiError && market.error.status === 400
  if (isMisspelt) return <NoSuchMarket />
  return (
    <Show of={market} lines={8} gone={<NoSuchMarket />}>
      {(read) => <MarketView market={read} reload={market.reload} />}
    </Show>
  )
}

function NoSuchMarket() {
  return (
    <Empty title="There is no such market">
      Its id may be misspelt, or nobody has bet on it and its creator took it back.{' '}
      <a href="/">See the markets</a>
    </Empty>
  )
}

function MarketView({ market, reload }: { market: Market; reload(): void }) {
  const { id, currency } = market
  const isOpen = market.status === 'open'
  const address = wallet.value?.address ?? null
  const bets = useList(
    `bets ${id}`,
    (cursor, signal) => getBets(id, { limit: BETS, cursor }, signal),
    (bet) => bet.id,
  )
  const history = useLoaded(`history ${id}`, (signal) => getHistory(id, signal))
  const position = useLoaded(`position ${id} ${address}`, async (signal) =>
    address ? getPosition(address, id, signal) : null,
  )
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
        {address && (
          <Show of={position}>
            {(own) => own && <OwnPosition market={market} position={own} onPaid={reloadAll} />}
          </Show>
        )}
      </aside>
      <div class="market-main">
        {!isOpen && !market.cancelled && <Proof market={market} />}
        <section aria-labelledby="over-time">
          <h2 id="over-time">Odds over time</h2>
          <Show of={history} lines={4}>
            {(points) => <OddsChart history={points} until={toSeconds(market.closeAt)} />}
          </Show>
        </section>
        <section aria-labelledby="bets">
          <h2 id="bets">Bets</h2>
          <Show of={bets} lines={4}>
            {(placed) => <BetList bets={placed} currency={currency} />}
          </Show>
          <More of={bets}>Show more bets</More>
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
