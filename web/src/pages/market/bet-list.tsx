import type { Currency, PlacedBet } from '../../model/types.ts'
import { formatMoney } from '../../money/amounts.ts'
import { Address } from '../../parts/address.tsx'
import { TimeAgo } from '../../parts/time-ago.tsx'

/** The latest bets on a market. */
export function BetList({ bets, currency }: { bets: readonly PlacedBet[]; currency: Currency }) {
  if (bets.length === 0) return <p class="muted">Nobody has bet yet. The first stake sets the odds.</p>
  return (
    <div class="table-scroll">
      <table>
        <thead>
          <tr>
            <th scope="col">Side</th>
            <th scope="col" class="number">
              Stake
            </th>
            <th scope="col">Wallet</th>
            <th scope="col" class="number">
              When
            </th>
          </tr>
        </thead>
        <tbody>
          {bets.map((bet) => (
            <tr key={bet.id}>
              <td>
                <span class={`side ${bet.outcome.toLowerCase()}`}>{bet.outcome}</span>
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
        </tbody>
      </table>
    </div>
  )
}
