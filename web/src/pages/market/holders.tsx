import { listHolders } from '../../api/gateway.ts'
import { type Currency, isOfMarket } from '../../model/types.ts'
import { formatMoney, toUnits } from '../../money/amounts.ts'
import { Address } from '../../parts/address.tsx'
import { Show } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { useEvents, useLoaded } from '../../state/loaded.ts'
import { t } from '../../text/language.ts'
import { formatNumber } from '../../text/numbers.ts'

/** The wallets with the largest stakes in a market. */
export function Holders({ id, currency }: { id: string; currency: Currency }) {
  const holders = useLoaded(`holders ${id}`, (signal) => listHolders(id, signal))
  useEvents((event) => event.type === 'bet' && isOfMarket(event, id), holders.reload, 1_000)
  const { wallet: head, betsColumn } = t().common
  const { holders: words } = t().market
  const columns = [head, { figures: words.onYes }, { figures: words.onNo }, { figures: betsColumn }]
  const money = (amount: number | string) =>
    toUnits(amount, currency) > 0n ? formatMoney(amount, currency) : '–'
  return (
    <Show of={holders} lines={4}>
      {(read) =>
        read.length === 0 ? (
          <p class="muted">{t().market.bets.none}</p>
        ) : (
          <Table columns={columns}>
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
