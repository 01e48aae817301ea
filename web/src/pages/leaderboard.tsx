// The view of the wallets with the best results.

import { getLeaderboard } from '../api/gateway.ts'
import type { Leader } from '../model/types.ts'
import { CURRENCY_OPTIONS, formatShare } from '../money/amounts.ts'
import { Address } from '../parts/address.tsx'
import { optionsOf } from '../parts/choice.tsx'
import { chosenValues, ListToolbar } from '../parts/list-controls.tsx'
import { Gain, Money } from '../parts/money.tsx'
import { Empty, More, Show } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { PageHead, useTitle } from '../parts/title.tsx'
import { useEvents, useList } from '../state/loaded.ts'
import { t } from '../text/language.ts'
import { formatNumber } from '../text/numbers.ts'
import { wallet } from '../wallet/current.ts'

const RANKS = ['profit', 'volume', 'winRate'] as const

const PERIODS = ['all', 'month', 'week', 'day'] as const

/** The controls of the list. */
function controls() {
  const { rankBy, ranks, period, periods } = t().people.leaderboard
  return {
    by: { label: rankBy, isChoice: true, options: optionsOf(RANKS, ranks) },
    period: { label: period, options: optionsOf(PERIODS, periods) },
    currency: { label: t().common.currency, options: CURRENCY_OPTIONS },
  } as const
}

const SHOWN = 50

/** The wallets that did best. */
export function LeaderboardPage() {
  useTitle(t().shell.views.leaderboard)
  const filter = { ...chosenValues(controls()), limit: SHOWN }
  const leaders = useList(
    JSON.stringify(filter),
    (cursor, signal) => getLeaderboard({ ...filter, cursor }, signal),
    (leader) => leader.wallet,
  )
  useEvents((event) => event.type !== 'market' && event.type !== 'burn', leaders.reload)
  return (
    <>
      <PageHead title={t().shell.views.leaderboard}>{t().people.leaderboard.lead}</PageHead>
      <ListToolbar controls={controls()} />
      <Show of={leaders} lines={8}>
        {(all) => <LeaderTable leaders={all} />}
      </Show>
      <More of={leaders}>{t().people.leaderboard.more}</More>
    </>
  )
}

function LeaderTable({ leaders }: { leaders: readonly Leader[] }) {
  const { leaderboard: words } = t().people
  if (leaders.length === 0) {
    return (
      <Empty title={words.none}>
        {words.noneAbout} <a href="/">{t().common.seeMarkets}</a>
      </Empty>
    )
  }
  const own = wallet.value?.address
  const figures = [words.ranks.profit, words.ranks.volume, t().common.betsColumn, words.won]
  const columns = [{ figures: '#' }, t().common.wallet, ...figures.map((name) => ({ figures: name }))]
  return (
    <Table columns={columns}>
      {leaders.map((leader) => (
        <tr key={leader.wallet} class={leader.wallet === own ? 'own' : undefined}>
          <td class="number muted">{formatNumber(Number(leader.rank))}</td>
          <td>
            <Address address={leader.wallet} />
            {leader.wallet === own && <span class="chip">{words.you}</span>}
          </td>
          <td class="number">
            <Gain amount={leader.profit} currency={leader.currency} isBare />
          </td>
          <td class="number">
            <Money amount={leader.volume} currency={leader.currency} isBare />
          </td>
          <td class="number">{formatNumber(Number(leader.bets))}</td>
          <td class="number">
            {leader.winRate === null
              ? '–'
              : `${t().common.of(String(leader.won), String(leader.decided))}, ${formatShare(leader.winRate)}`}
          </td>
        </tr>
      ))}
    </Table>
  )
}
