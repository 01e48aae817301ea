// The list of purchases in the burn auction.

import { listPurchases } from '../../api/gateway.ts'
import type { Purchase } from '../../model/types.ts'
import { formatShort, formatValue } from '../../money/amounts.ts'
import { Address } from '../../parts/address.tsx'
import { Empty, More, Show } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { TimeAgo } from '../../parts/time-left.tsx'
import { useEvents, useList } from '../../state/loaded.ts'
import { t } from '../../text/language.ts'

const PAGE_SIZE = 10

/** The purchases of the auction, newest first. */
export function Purchases() {
  const purchases = useList(
    'purchases',
    (cursor, signal) => listPurchases({ limit: PAGE_SIZE, cursor }, signal),
    (purchase) => purchase.id,
  )
  useEvents((event) => event.type === 'burn', purchases.reload)
  return (
    <section class="burns-wide" aria-labelledby="purchases">
      <h2 id="purchases">{t().burns.purchases.heading}</h2>
      <Show of={purchases}>{(all) => <PurchaseTable purchases={all} />}</Show>
      <More of={purchases}>{t().burns.purchases.more}</More>
    </section>
  )
}

function PurchaseTable({ purchases }: { purchases: readonly Purchase[] }) {
  const { purchases: words } = t().burns
  if (purchases.length === 0) {
    return <Empty title={words.none}>{words.noneAbout}</Empty>
  }
  const { wallet, price, when } = t().common
  const figures = [words.sol, words.tokens, price, when].map((name) => ({ figures: name }))
  return (
    <Table columns={[wallet, ...figures]}>
      {purchases.map((purchase) => (
        <tr key={purchase.id}>
          <td>
            <Address address={purchase.wallet} />
          </td>
          <td class="number">{formatShort(purchase.sol, 'SOL')}</td>
          <td class="number">{formatShort(purchase.tokens, 'UTILITY')}</td>
          <td class="number">{formatValue(purchase.price)}</td>
          <td class="number muted">
            <TimeAgo at={purchase.boughtAt} />
          </td>
        </tr>
      ))}
    </Table>
  )
}
