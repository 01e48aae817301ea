// A creator's markets, and how they ended.

import { byCurrency, CURRENCY_IDS } from '@prediction-market/sdk/currency'
import { listMarkets } from '../../api/gateway.ts'
import type { MarketSummary } from '../../model/types.ts'
import { formatShort } from '../../money/amounts.ts'
import { Fact } from '../../parts/fact.tsx'
import { Empty, More, Show } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { TimeLeft } from '../../parts/time-left.tsx'
import { useEvents, useList } from '../../state/loaded.ts'
import { t } from '../../text/language.ts'
import { titleOf } from '../../text/rules.ts'
import { sidesOf } from '../../text/sides.ts'

/** Of the stakes of a side, which follow from odds of four decimals: the sign says so. */
const DECIMALS = 4

/** The most that one request lists. */
const PAGE_SIZE = 100

/** The markets that a wallet opened, and how they have ended. */
export function CreatorRecord({ address }: { address: string }) {
  const { creator: words } = t().people
  const markets = useList(
    `creator ${address}`,
    (cursor, signal) => listMarkets({ creator: address, sort: 'newest', limit: PAGE_SIZE, cursor }, signal),
    (market) => market.id,
  )
  useEvents((event) => event.type === 'market' || event.type === 'resolution', markets.reload)
  return (
    <>
      <Show of={markets} lines={6}>
        {(all) => <Record markets={all} isWhole={markets.more === undefined} />}
      </Show>
      <More of={markets}>{words.more}</More>
    </>
  )
}

function Record({ markets, isWhole }: { markets: readonly MarketSummary[]; isWhole: boolean }) {
  const { creator: words } = t().people
  if (markets.length === 0) return <Empty title={words.noMarket} />
  const { statuses } = t().markets
  const columns = [t().common.market, words.question, { figures: words.smallerPool }, statuses.resolved]
  const record = recordOf(markets)
  const volumes = CURRENCY_IDS.filter((currency) => record.matched[currency] > 0).map(
    (currency) => `≈ ${formatShort(record.matched[currency].toFixed(DECIMALS), currency)} ${currency}`,
  )
  return (
    <section>
      <dl class="facts" data-testid="record">
        <Fact label={isWhole ? words.opened : words.newest}>{record.asked}</Fact>
        <Fact label={statuses.resolved}>
          {words.decidedOf(String(record.yes + record.no), String(record.yes), String(record.no))}
        </Fact>
        <Fact label={statuses.void}>{record.void}</Fact>
        <Fact label={statuses.open}>{record.open}</Fact>
        <Fact label={words.agrees}>
          {t().common.of(String(record.agrees.yes), String(record.asked))}
          {record.agrees.no > 0 && `, ${words.contradict(record.agrees.no)}`}
        </Fact>
        <Fact label={words.smaller}>{volumes.join(', ') || words.none}</Fact>
      </dl>
      <p class="muted small-text">{words.about}</p>
      <Table columns={columns}>
        {markets.map((market) => (
          <tr key={market.id}>
            <td class="wide-cell">
              <a href={`/markets/${market.id}`}>{titleOf(market, market.description)}</a>
            </td>
            <td class={market.questionAgrees === 'no' ? 'no' : 'muted'}>
              {words.questions[market.questionAgrees]}
            </td>
            <td class="number">
              ≈ {formatShort(smallerPool(market).toFixed(DECIMALS), market.currency)} {market.currency}
            </td>
            <td>
              {market.status === 'open' ? (
                <span class="muted">
                  <TimeLeft until={market.expireAt} past={t().common.beingDecided} />
                </span>
              ) : (
                <span class={market.winningOutcome?.toLowerCase()}>
                  {market.winningOutcome ? sidesOf(market.condition)[market.winningOutcome] : t().common.void}
                </span>
              )}
            </td>
          </tr>
        ))}
      </Table>
    </section>
  )
}

/**
 * Counts how markets ended, whether their questions say what their conditions say, and by currency the stakes of the
 * smaller side: stakes of one side alone, which a creator can make up, count for nothing.
 */
export function recordOf(markets: readonly MarketSummary[]) {
  const count = (picks: (market: MarketSummary) => boolean) => markets.filter(picks).length
  const agreeing = (agrees: MarketSummary['questionAgrees']) => count((one) => one.questionAgrees === agrees)
  return {
    asked: markets.length,
    open: count(({ status }) => status === 'open'),
    yes: count(({ winningOutcome }) => winningOutcome === 'Yes'),
    no: count(({ winningOutcome }) => winningOutcome === 'No'),
    void: count(({ status }) => status === 'void'),
    agrees: { yes: agreeing('yes'), no: agreeing('no'), unread: agreeing('unread') },
    matched: byCurrency((currency) =>
      markets.filter((one) => one.currency === currency).reduce((sum, one) => sum + smallerPool(one), 0),
    ),
  }
}

/** The stakes of the smaller side of a market. */
export function smallerPool({ totalVolume, odds }: Pick<MarketSummary, 'totalVolume' | 'odds'>): number {
  return Number(totalVolume) * Math.min(Number(odds.Yes), Number(odds.No))
}
