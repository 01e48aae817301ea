// The bets on a market, and who holds the largest stakes.

import { getBets, listHolders } from '../../api/gateway.ts'
import { type Decimal, isOfMarket, type Market, type PlacedBet } from '../../model/types.ts'
import { isPositive } from '../../money/amounts.ts'
import { Address } from '../../parts/address.tsx'
import { Money } from '../../parts/money.tsx'
import { More, Show } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { TimeAgo } from '../../parts/time-left.tsx'
import { useEvents, useList, useLoaded } from '../../state/loaded.ts'
import { t } from '../../text/language.ts'
import { formatNumber } from '../../text/numbers.ts'
import { sidesOf } from '../../text/sides.ts'

/** Bets on a page of the list. */
const BETS = 10

/** The bets on a market, newest first. */
export function Bets({ market }: { market: Market }) {
  const { id } = market
  const bets = useList(
    `bets ${id}`,
    (cursor, signal) => getBets(id, { limit: BETS, cursor }, signal),
    (bet) => bet.id,
  )
  useEvents((event) => isOfMarket(event, id), bets.reload)
  return (
    <>
      <Show of={bets} lines={4}>
        {(placed) => <BetList bets={placed} market={market} />}
      </Show>
      <More of={bets}>{t().market.bets.more}</More>
    </>
  )
}

function BetList({ bets, market }: { bets: readonly PlacedBet[]; market: Market }) {
  const { bets: words } = t().market
  if (bets.length === 0) {
    return <p class="muted">{market.status === 'open' ? words.none : words.stayedNone}</p>
  }
  const { stake, wallet, when } = t().common
  const sides = sidesOf(market.condition)
  return (
    <Table columns={[t().bet.side, { figures: stake }, wallet, { figures: when }]}>
      {bets.map((bet) => (
        <tr key={bet.id}>
          <td>
            <span class={`side ${bet.outcome.toLowerCase()}`}>{sides[bet.outcome]}</span>
          </td>
          <td class="number">
            <Money amount={bet.amount} currency={market.currency} />
          </td>
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

/** The wallets with the largest stakes in a market. */
export function Holders({ market: { id, currency, condition } }: { market: Market }) {
  const holders = useLoaded(`holders ${id}`, (signal) => listHolders(id, signal))
  useEvents((event) => event.type === 'bet' && isOfMarket(event, id), holders.reload, 1_000)
  const { wallet: head, betsColumn } = t().common
  const { Yes, No } = sidesOf(condition)
  const figures = [t().market.on(Yes), t().market.on(No), betsColumn].map((name) => ({ figures: name }))
  const money = (amount: Decimal) =>
    isPositive(amount, currency) ? <Money amount={amount} currency={currency} /> : '–'
  return (
    <Show of={holders} lines={4}>
      {(read) =>
        read.length === 0 ? (
          <p class="muted">{t().market.bets.none}</p>
        ) : (
          <Table columns={[head, ...figures]}>
            {read.map(({ wallet, stake, bets }) => (
              <tr key={wallet}>
                <td>
                  <Address address={wallet} />
                </td>
                <td class="number">{money(stake.Yes)}</td>
                <td class="number">{money(stake.No)}</td>
                <td class="number">{formatNumber(Number(bets))}</td>
              </tr>
            ))}
          </Table>
        )
      }
    </Show>
  )
}
