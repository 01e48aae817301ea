import { getLeaderboard } from '../api/gateway.ts'
import type { Leader } from '../model/types.ts'
import { CURRENCY_OPTIONS, formatShare, formatShort, formatSigned } from '../money/amounts.ts'
import { Address } from '../parts/address.tsx'
import { chosenValues, ListToolbar } from '../parts/list-controls.tsx'
import { Empty, More, Show } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { useTitle } from '../parts/title.ts'
import { useEvents, useList } from '../state/loaded.ts'
import { wallet } from '../wallet/current.ts'

const COLUMNS = [
  { figures: '#' },
  'Wallet',
  { figures: 'Profit' },
  { figures: 'Volume' },
  { figures: 'Bets' },
  { figures: 'Won' },
]

const CONTROLS = {
  by: {
    label: 'Rank by',
    isChoice: true,
    options: [
      ['profit', 'Profit'],
      ['volume', 'Volume'],
      ['winRate', 'Win rate'],
    ],
  },
  period: {
    label: 'Period',
    options: [
      ['all', 'all time'],
      ['month', 'this month'],
      ['week', 'this week'],
      ['day', 'today'],
    ],
  },
  currency: {
    label: 'Currency',
    options: CURRENCY_OPTIONS,
  },
} as const

const SHOWN = 50

/** The wallets that did best. */
export function LeaderboardPage() {
  useTitle('Leaderboard')
  const filter = { ...chosenValues(CONTROLS), limit: SHOWN }
  const leaders = useList(
    JSON.stringify(filter),
    (cursor, signal) => getLeaderboard({ ...filter, cursor }, signal),
    (leader) => leader.wallet,
  )
  useEvents((event) => event.type !== 'market' && event.type !== 'burn', leaders.reload)
  return (
    <>
      <div class="page-head">
        <h1>Leaderboard</h1>
        <p class="lead">
          Profit counts when a market pays. A stake that came back is neither profit nor loss.
        </p>
      </div>
      <ListToolbar controls={CONTROLS} />
      <Show of={leaders} lines={8}>
        {(all) => <LeaderTable leaders={all} />}
      </Show>
      <More of={leaders}>Show more wallets</More>
    </>
  )
}

function LeaderTable({ leaders }: { leaders: readonly Leader[] }) {
  if (leaders.length === 0) {
    return (
      <Empty title="Nobody is ranked yet">
        Wallets appear here after their first bet. <a href="/">See the markets</a>
      </Empty>
    )
  }
  const own = wallet.value?.address
  return (
    <Table columns={COLUMNS} className="leaders">
      {leaders.map((leader) => (
        <tr key={leader.wallet} class={leader.wallet === own ? 'own' : undefined}>
          <td class="number muted">{leader.rank}</td>
          <td>
            <Address address={leader.wallet} />
            {leader.wallet === own && <span class="chip">you</span>}
          </td>
          <td class={`number ${String(leader.profit).startsWith('-') ? 'no' : 'yes'}`}>
            {formatSigned(leader.profit, leader.currency)}
          </td>
          <td class="number">{formatShort(leader.volume, leader.currency)}</td>
          <td class="number">{leader.bets}</td>
          <td class="number">
            {leader.winRate === null
              ? '–'
              : `${leader.won} of ${leader.decided}, ${formatShare(leader.winRate)}`}
          </td>
        </tr>
      ))}
    </Table>
  )
}
