import { getPositions } from '../../api/gateway.ts'
import { type Currency, type Decimal, isOfWallet, type Outcome, type Position } from '../../model/types.ts'
import { formatShort, formatSigned, toUnits } from '../../money/amounts.ts'
import { profitOf } from '../../money/profit.ts'
import { Claim } from '../../parts/claim.tsx'
import { Empty, More, Show } from '../../parts/states.tsx'
import { TimeLeft } from '../../parts/time-left.tsx'
import { useEvents, useList } from '../../state/loaded.ts'
import { wallet } from '../../wallet/current.ts'

const SIDES: Outcome[] = ['Yes', 'No']
const PAGE_SIZE = 20

/** What a wallet has staked, and what it won. */
export function Positions({ address }: { address: string }) {
  const positions = useList(
    `positions ${address}`,
    (cursor, signal) => getPositions(address, { limit: PAGE_SIZE, cursor }, signal),
    (position) => position.marketId,
  )
  useEvents((event) => event.type === 'resolution' || isOfWallet(event, address), positions.reload)
  return (
    <section aria-labelledby="positions">
      <h2 id="positions">Positions</h2>
      <Show of={positions}>
        {(all) => (
          <PositionTable
            positions={all}
            onPaid={wallet.value?.address === address ? positions.reload : undefined}
          />
        )}
      </Show>
      <More of={positions}>Show more positions</More>
    </section>
  )
}

interface TableProps {
  positions: readonly Position[]
  /** Called after a claim; undefined for the wallet of somebody else, who cannot claim. */
  onPaid: (() => void) | undefined
}

function PositionTable({ positions, onPaid }: TableProps) {
  if (positions.length === 0) {
    return (
      <Empty title="No positions yet">
        <a href="/">Find a market to bet on</a>
      </Empty>
    )
  }
  return (
    <div class="table-scroll">
      <table>
        <thead>
          <tr>
            <th scope="col">Market</th>
            <th scope="col" class="number">
              Stake
            </th>
            <th scope="col" class="number">
              Payout
            </th>
            <th scope="col" class="number">
              Profit
            </th>
            <th scope="col">State</th>
          </tr>
        </thead>
        <tbody>
          {positions.map((position) => (
            <tr key={position.marketId}>
              <td class="wide-cell">
                <a href={`/markets/${position.marketId}`}>{position.question}</a>
              </td>
              <td class="number">
                {staked(position).map((side) => (
                  <div key={side}>
                    {formatShort(position.stake[side], position.currency)} {position.currency}{' '}
                    <span class={`side ${side.toLowerCase()}`}>{side}</span>
                  </div>
                ))}
              </td>
              <td class="number">
                <Payout position={position} />
              </td>
              <td class="number">
                <Profit position={position} />
              </td>
              <td>
                <State position={position} onPaid={onPaid} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const staked = ({ stake, currency }: Position) => SIDES.filter((side) => toUnits(stake[side], currency) > 0n)

function Payout({ position }: { position: Position }) {
  const { currency, potentialWinnings, winnings, refund } = position
  const money = (amount: Decimal) => `${formatShort(amount, currency)} ${currency}`
  if (potentialWinnings) {
    return (
      <>
        {staked(position).map((side) => (
          <div key={side} class="muted">
            {money(potentialWinnings[side])} if {side}
          </div>
        ))}
      </>
    )
  }
  const isPaid = isPositive(winnings, currency)
  const isRefunded = isPositive(refund, currency)
  return (
    <>
      {isPaid && <div class="yes">{money(winnings)}</div>}
      {isRefunded && <div>{money(refund)} back</div>}
      {!isPaid && !isRefunded && <div class="muted">0</div>}
    </>
  )
}

/** What a decided position gained or lost. */
function Profit({ position }: { position: Position }) {
  const profit = profitOf(position)
  if (profit === null) return <span class="muted">–</span>
  const { currency } = position
  return (
    <span class={String(profit).startsWith('-') ? 'no' : 'yes'}>
      {formatSigned(profit, currency)} {currency}
    </span>
  )
}

function State({ position, onPaid }: { position: Position } & Pick<TableProps, 'onPaid'>) {
  const { marketId, status, winningOutcome, winnings, refund, currency, settled } = position
  if (status === 'open') return <TimeLeft until={position.expireAt} past="being decided" />
  const result = winningOutcome ? `${winningOutcome} won` : 'void'
  const isOwed = !settled && (isPositive(winnings, currency) || isPositive(refund, currency))
  return (
    <>
      <span class={`chip ${winningOutcome?.toLowerCase() ?? ''}`}>{result}</span>
      {isOwed && <span class="muted small-text"> being paid</span>}
      {isOwed && onPaid && <Claim id={marketId} onPaid={onPaid} />}
    </>
  )
}

function isPositive(amount: Decimal | null, currency: Currency): amount is Decimal {
  return amount !== null && toUnits(amount, currency) > 0n
}
