import { useState } from 'preact/hooks'
import { getPositions } from '../../api/gateway.ts'
import { type Decimal, isOfWallet, type Outcome, type Position } from '../../model/types.ts'
import { formatShort, toUnits } from '../../money/amounts.ts'
import { Empty, LoadError, Skeleton } from '../../parts/states.tsx'
import { TimeLeft } from '../../parts/time-left.tsx'
import { useEvents, useLoaded } from '../../state/loaded.ts'

const SIDES: Outcome[] = ['Yes', 'No']
const FEW = 20
const MANY = 100

/** What a wallet has staked, and what it won. */
export function Positions({ address }: { address: string }) {
  const [limit, setLimit] = useState(FEW)
  const positions = useLoaded(
    `positions ${address} ${limit}`,
    (signal) => getPositions(address, { limit }, signal),
    true,
  )
  useEvents((event) => event.type === 'resolution' || isOfWallet(event, address), positions.reload)
  return (
    <section aria-labelledby="positions">
      <h2 id="positions">Positions</h2>
      {positions.data ? (
        <>
          <PositionTable positions={positions.data.items} />
          {positions.data.next && limit < MANY && (
            <p class="more">
              <button type="button" class="link-button" onClick={() => setLimit(MANY)}>
                Show more positions
              </button>
            </p>
          )}
        </>
      ) : positions.error ? (
        <LoadError {...positions} />
      ) : (
        <Skeleton />
      )}
    </section>
  )
}

function PositionTable({ positions }: { positions: Position[] }) {
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
              <td>
                <State position={position} />
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
  const isPaid = winnings !== null && toUnits(winnings, currency) > 0n
  const isRefunded = refund !== null && toUnits(refund, currency) > 0n
  return (
    <>
      {isPaid && <div class="yes">{money(winnings)}</div>}
      {isRefunded && <div>{money(refund)} back</div>}
      {!isPaid && !isRefunded && <div class="muted">0</div>}
    </>
  )
}

function State({ position }: { position: Position }) {
  if (position.status === 'open') return <TimeLeft until={position.expireAt} past="being decided" />
  const result = position.winningOutcome ? `${position.winningOutcome} won` : 'void'
  const isOwed = !position.settled && position.winnings !== null
  return (
    <>
      <span class={`chip ${position.winningOutcome?.toLowerCase() ?? ''}`}>{result}</span>
      {isOwed && <span class="muted small-text"> being paid</span>}
    </>
  )
}
