import { listPurchases } from '../../api/gateway.ts'
import type { Purchase } from '../../model/types.ts'
import { formatShort, formatValue } from '../../money/amounts.ts'
import { Address } from '../../parts/address.tsx'
import { Empty, More, Show } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { TimeAgo } from '../../parts/time-ago.tsx'
import { useEvents, useList } from '../../state/loaded.ts'

const COLUMNS = [
  'Wallet',
  { figures: 'SOL bought' },
  { figures: 'UTILITY burned' },
  { figures: 'Price' },
  { figures: 'When' },
]

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
      <h2 id="purchases">Purchases</h2>
      <Show of={purchases}>{(all) => <PurchaseTable purchases={all} />}</Show>
      <More of={purchases}>Show more purchases</More>
    </section>
  )
}

function PurchaseTable({ purchases }: { purchases: readonly Purchase[] }) {
  if (purchases.length === 0) {
    return <Empty title="Nobody has bought yet">The first purchase burns the first UTILITY.</Empty>
  }
  return (
    <Table columns={COLUMNS}>
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
