import { CURRENCY_IDS } from '@prediction-market/sdk/currency'
import { listMarkets } from '../../api/gateway.ts'
import type { MarketSummary } from '../../model/types.ts'
import { formatShort } from '../../money/amounts.ts'
import { Copy } from '../../parts/copy.tsx'
import { Fact } from '../../parts/fact.tsx'
import { Empty, More, Show } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { TimeLeft } from '../../parts/time-left.tsx'
import { useTitle } from '../../parts/title.ts'
import { useEvents, useList } from '../../state/loaded.ts'
import { titleOf } from '../../text/title.ts'
import { recordOf, smallerPool } from './record.ts'

/** Of the stakes of a side, which follow from odds of four decimals. */
const DECIMALS = 4

/** The most that one request lists. */
const PAGE_SIZE = 100

const COLUMNS = ['Market', 'Question', { figures: 'Smaller pool' }, 'Decided']

const AGREES = { yes: 'says what decides', no: 'contradicts it', unread: 'nobody can tell' } as const

/** The markets that a wallet opened, and how they have ended. */
export function CreatorPage({ address }: { address: string }) {
  useTitle('Creator')
  const markets = useList(
    `creator ${address}`,
    (cursor, signal) => listMarkets({ creator: address, sort: 'newest', limit: PAGE_SIZE, cursor }, signal),
    (market) => market.id,
  )
  useEvents((event) => event.type === 'market' || event.type === 'resolution', markets.reload)
  return (
    <>
      <div class="page-head">
        <h1>Creator</h1>
        <p class="wallet-address">
          <code>{address}</code> <Copy text={address} label="Copy the address" />{' '}
          <a href={`/wallet/${address}`}>Bets of this wallet</a>
        </p>
      </div>
      <Show of={markets} lines={6} gone={<Empty title="There is no such wallet" />}>
        {(all) => <Record markets={all} isWhole={markets.more === undefined} />}
      </Show>
      <More of={markets}>Show more markets</More>
    </>
  )
}

function Record({ markets, isWhole }: { markets: readonly MarketSummary[]; isWhole: boolean }) {
  if (markets.length === 0) return <Empty title="This wallet has opened no market" />
  const record = recordOf(markets)
  const volumes = CURRENCY_IDS.filter((currency) => record.matched[currency] > 0).map(
    (currency) => `${formatShort(record.matched[currency].toFixed(DECIMALS), currency)} ${currency}`,
  )
  return (
    <section>
      <dl class="facts" data-testid="record">
        <Fact name={isWhole ? 'Markets opened' : 'Newest markets'}>{record.asked}</Fact>
        <Fact name="Decided">
          {record.yes + record.no}: {record.yes} Yes, {record.no} No
        </Fact>
        <Fact name="Void">{record.void}</Fact>
        <Fact name="Open">{record.open}</Fact>
        <Fact name="Question says what decides">
          {record.agrees.yes} of {record.asked}
          {record.agrees.no > 0 && `, ${record.agrees.no} contradict it`}
        </Fact>
        <Fact name="Stakes of the smaller side">{volumes.join(', ') || 'none'}</Fact>
      </dl>
      <p class="muted small-text">
        Only what others staked against counts: a creator can make up stakes on one side, but not both without
        a loss of the fees.
      </p>
      <Table columns={COLUMNS}>
        {markets.map((market) => (
          <tr key={market.id}>
            <td class="wide-cell">
              <a href={`/markets/${market.id}`}>{titleOf(market, market.description)}</a>
            </td>
            <td class={market.questionAgrees === 'no' ? 'no' : 'muted'}>{AGREES[market.questionAgrees]}</td>
            <td class="number">
              {formatShort(smallerPool(market).toFixed(DECIMALS), market.currency)} {market.currency}
            </td>
            <td>
              {market.status === 'open' ? (
                <span class="muted">
                  <TimeLeft until={market.expireAt} past="being decided" />
                </span>
              ) : (
                <span class={market.winningOutcome?.toLowerCase()}>{market.winningOutcome ?? 'void'}</span>
              )}
            </td>
          </tr>
        ))}
      </Table>
    </section>
  )
}
