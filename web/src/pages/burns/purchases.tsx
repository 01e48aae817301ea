import type { Purchase } from '../../model/types.ts'
import { formatShort, formatValue } from '../../money/amounts.ts'
import { Address } from '../../parts/address.tsx'
import { ShowMore } from '../../parts/show-more.tsx'
import { Empty } from '../../parts/states.tsx'
import { TimeAgo } from '../../parts/time-ago.tsx'

/** The purchases of the auction, newest first. */
export function Purchases({
  purchases,
  onMore,
}: {
  purchases: readonly Purchase[]
  onMore: (() => void) | undefined
}) {
  return (
    <section class="burns-wide" aria-labelledby="purchases">
      <h2 id="purchases">Purchases</h2>
      {purchases.length === 0 ? (
        <Empty title="Nobody has bought yet">The first purchase burns the first UTILITY.</Empty>
      ) : (
        <div class="table-scroll">
          <table>
            <thead>
              <tr>
                <th scope="col">Wallet</th>
                <th scope="col" class="number">
                  SOL bought
                </th>
                <th scope="col" class="number">
                  UTILITY burned
                </th>
                <th scope="col" class="number">
                  Price
                </th>
                <th scope="col" class="number">
                  When
                </th>
              </tr>
            </thead>
            <tbody>
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
            </tbody>
          </table>
        </div>
      )}
      {onMore && <ShowMore onClick={onMore}>Show more purchases</ShowMore>}
    </section>
  )
}
