// The list of bets on a market.

import { getBets } from '../../api/gateway.ts'
import { type Currency, isOfMarket, type PlacedBet } from '../../model/types.ts'
import { formatMoney } from '../../money/amounts.ts'
import { Address } from '../../parts/address.tsx'
import { More, Show } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { TimeAgo } from '../../parts/time-ago.tsx'
import { useEvents, useList } from '../../state/loaded.ts'
import { t } from '../../text/language.ts'

/** Bets on a page of the list. */
const BETS = 10

/** The bets on a market, newest first. */
export function Bets({ id, currency, isOpen }: { id: string; currency: Currency; isOpen: boolean }) {
  const bets = useList(
    `bets ${id}`,
    (cursor, signal) => getBets(id, { limit: BETS, cursor }, signal),
    (bet) => bet.id,
  )
  useEvents((event) => isOfMarket(event, id), bets.reload)
  return (
    <>
      <Show of={bets} lines={4}>
        {(placed) => <BetList bets={placed} currency={currency} isOpen={isOpen} />}
      </Show>
      <More of={bets}>{t().market.bets.more}</More>
    </>
  )
}

interface BetListProps {
  bets: readonly PlacedBet[]
  currency: Currency
  isOpen: boolean
}

function BetList({ bets, currency, isOpen }: BetListProps) {
  const { bets: words } = t().market
  if (bets.length === 0) return <p class="muted">{isOpen ? words.none : words.stayedNone}</p>
  const { stake, wallet, when, sides } = t().common
  return (
    <Table columns={[t().bet.side, { figures: stake }, wallet, { figures: when }]}>
      {bets.map((bet) => (
        <tr key={bet.id}>
          <td>
            <span class={`side ${bet.outcome.toLowerCase()}`}>{sides[bet.outcome]}</span>
          </td>
          <td class="number">{formatMoney(bet.amount, currency)}</td>
          <td>
            <Address address={bet.wallet} />
          </td>
          <td class="number muted">
            <TimeAgo at={bet.placedAt} />
          </td>
        </tr>
      ))}
    </Table>
  )
}
