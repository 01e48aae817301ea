// The view of one market.

import { RestError } from '@prediction-market/sdk/rest'
import { answersOf } from '../../api/config.ts'
import { getMarket, getPosition } from '../../api/gateway.ts'
import { isOfMarket, type Market } from '../../model/types.ts'
import { stakedIn } from '../../money/pools.ts'
import { AssetPicture, symbolOf } from '../../parts/asset.tsx'
import { Fact } from '../../parts/fact.tsx'
import { OddsBar } from '../../parts/odds-bar.tsx'
import { Share } from '../../parts/share.tsx'
import { Empty, Show } from '../../parts/states.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { afterBets, EndTime, TimeLeft } from '../../parts/time-left.tsx'
import { useTitle } from '../../parts/title.tsx'
import { now } from '../../state/clock.ts'
import { useEvents, useLoaded, usePolling } from '../../state/loaded.ts'
import { dataOf } from '../../state/snapshot.ts'
import { t } from '../../text/language.ts'
import { creatorsWords, describeEnd, titleOf } from '../../text/rules.ts'
import { sidesOf } from '../../text/sides.ts'
import { wallet } from '../../wallet/current.ts'
import { BetPanel } from './bet-panel.tsx'
import { Bets, Holders } from './bets.tsx'
import { MarketChart } from './chart.tsx'
import { Decision } from './decision.tsx'
import { Terms } from './facts.tsx'
import { OwnPosition } from './own-position.tsx'
import { Proof } from './proof.tsx'
import { Related } from './related.tsx'
import { Rule } from './rule.tsx'
import { Watch } from './watch.tsx'

/** How often progress is read, which no event reports. */
const POLL_MS = 3_000

/** One market. */
export function MarketPage({ id }: { id: string }) {
  const market = useLoaded(`market ${id}`, (signal) => getMarket(id, signal))
  const known = dataOf(market)
  useTitle(known ? `${titleOf(known, known.details)} ${endOf(known)}` : t().common.market)
  const isMisspelt =
    market.state === 'error' && market.error instanceof RestError && market.error.status === 400
  if (isMisspelt) return <NoSuchMarket />
  return (
    <Show of={market} lines={8} gone={<NoSuchMarket />}>
      {(read) => <MarketView market={read} reload={market.reload} />}
    </Show>
  )
}

const endOf = ({ condition, expireAt }: Market) => describeEnd(condition.timing, expireAt, now.value)

function NoSuchMarket() {
  return (
    <Empty title={t().market.none} heading="h1">
      {t().market.noneAbout} <a href="/">{t().common.seeMarkets}</a>
    </Empty>
  )
}

function MarketView({ market, reload }: { market: Market; reload(): void }) {
  const words = t().market
  const { id, condition } = market
  const isOpen = market.status === 'open'
  const address = wallet.value?.address ?? null
  const position = useLoaded(`position ${id} ${address}`, async (signal) =>
    address ? getPosition(address, id, signal) : null,
  )
  const reloadAll = () => {
    reload()
    position.reload()
  }
  useEvents((event) => isOfMarket(event, id), reloadAll)
  usePolling(POLL_MS, isOpen, reload)
  return (
    <article class="market">
      <Head market={market} />
      <aside class="market-side">
        {isOpen && !answersOf(condition.type) ? (
          <p class="warning-box">{words.unanswered}</p>
        ) : isOpen ? (
          <BetPanel market={market} hasPosition={!!dataOf(position)} onPlaced={reloadAll} />
        ) : (
          <Decision market={market} />
        )}
        {isOpen && <Watch id={id} />}
        {address && (
          <Show of={position}>
            {(own) => own && <OwnPosition market={market} position={own} onPaid={reloadAll} />}
          </Show>
        )}
      </aside>
      <div class="market-main">
        <MarketChart market={market} />
        <Rule market={market} />
        {!isOpen && !market.cancelled && <Proof market={market} />}
        <Tabs
          label={words.more}
          tabs={[
            { id: 'bets', title: words.tabs.bets, content: () => <Bets market={market} /> },
            { id: 'holders', title: words.tabs.holders, content: () => <Holders market={market} /> },
            { id: 'rules', title: words.tabs.rules, content: () => <Terms market={market} /> },
          ]}
        />
        <Related market={market} />
      </div>
    </article>
  )
}

function Head({ market }: { market: Market }) {
  const { currency, condition } = market
  const isOpen = market.status === 'open'
  const sides = sidesOf(condition)
  const said = creatorsWords(market)
  return (
    <header class="market-head">
      <div class="market-title">
        <AssetPicture symbol={symbolOf(condition)} seed={market.id} />
        <div>
          <p class="chips">
            <span class="chip">{t().kinds[condition.type].label}</span>
            <span class="chip">{currency}</span>
            <StatusChip market={market} />
          </p>
          <h1>{titleOf(market, market.details)}</h1>
          <p class="muted">
            <EndTime market={market} />
          </p>
        </div>
        <Share
          label={t().market.share}
          title={titleOf(market, market.details)}
          path={`/markets/${market.id}`}
          picture={`/markets/${market.id}/card.png`}
          frame={`/embed/markets/${market.id}`}
        />
      </div>
      {said && (
        <p class="warning" role="note" data-testid="creators-words">
          {said}
        </p>
      )}
      {isOpen && <OddsBar pools={stakedIn(market).pools} names={sides} />}
      <dl class="pools">
        {market.outcomes.map(({ name, totalStake }) => (
          <Fact
            key={name}
            label={t().market.stakedOn(sides[name])}
            testId={`pool-${name}`}
            money={[totalStake, currency]}
          />
        ))}
        {isOpen && (
          <>
            <Fact label={t().common.bettingCloses}>
              <TimeLeft until={market.closeAt} past={t().market.closed} />
            </Fact>
            <Fact label={t().common.expires}>
              <TimeLeft until={market.expireAt} past={t().common.expired} />
            </Fact>
          </>
        )}
      </dl>
    </header>
  )
}

function StatusChip({ market }: { market: Market }) {
  const { chips } = t().market
  const { won, void: isVoid } = t().common
  const sides = sidesOf(market.condition)
  if (market.status === 'void') return <span class="chip">{market.cancelled ? chips.cancelled : isVoid}</span>
  if (market.status === 'resolved') {
    const winner = market.winningOutcome ?? 'Yes'
    return <span class={`chip ${winner.toLowerCase()}`}>{won(sides[winner])}</span>
  }
  return (
    <span class={market.acceptingBets ? 'chip live' : 'chip'}>
      {market.acceptingBets ? chips.open : afterBets(market.expireAt)}
    </span>
  )
}
