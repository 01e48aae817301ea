// The positions in a portfolio.

import { useState } from 'preact/hooks'
import { getAllPositions } from '../../api/gateway.ts'
import { type Decimal, isOfWallet, type Position } from '../../model/types.ts'
import { formatMoney, isPositive, shortMoney, toDecimal } from '../../money/amounts.ts'
import { endingsOf, stakedSides } from '../../money/endings.ts'
import { profitOf, resultOf, toCsv } from '../../money/portfolio.ts'
import { Choice, optionsOf } from '../../parts/choice.tsx'
import { Claim } from '../../parts/claim.tsx'
import { Gain, Money } from '../../parts/money.tsx'
import { Empty, More, Show } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { TimeLeft } from '../../parts/time-left.tsx'
import { now } from '../../state/clock.ts'
import { useLive } from '../../state/live.ts'
import { useEvents, useLoaded } from '../../state/loaded.ts'
import { t } from '../../text/language.ts'
import { describeAnswer, titleOf } from '../../text/rules.ts'
import { sidesOf } from '../../text/sides.ts'
import { wallet } from '../../wallet/current.ts'
import { History } from './history.tsx'
import { Summary } from './summary.tsx'

/** Rows that are shown at first, and with each click after. */
const ROWS = 20

/** Every event of a wallet that bets much would load all of its positions. */
const BATCH_MS = 1_000

const RESULTS = ['all', 'open', 'won', 'lost', 'refunded'] as const

/** What a wallet has staked, what that is worth, and what it won. */
export function Portfolio({ address }: { address: string }) {
  const positions = useLoaded(`portfolio ${address}`, (signal) => getAllPositions(address, signal))
  useEvents((event) => event.type === 'resolution' || isOfWallet(event, address), positions.reload, BATCH_MS)
  const onPaid = wallet.value?.address === address ? positions.reload : undefined
  return (
    <Show of={positions}>{(all) => <PortfolioView address={address} positions={all} onPaid={onPaid} />}</Show>
  )
}

function PortfolioView({ address, positions, onPaid }: TableProps) {
  const [filter, setFilter] = useState<(typeof RESULTS)[number]>('all')
  const [rows, setRows] = useState(ROWS)
  const { positions: words } = t().wallet
  const open = positions.filter(({ status }) => status === 'open')
  const { live } = useLive(open.map(({ marketId }) => marketId))
  if (positions.length === 0) {
    return (
      <Empty title={words.none}>
        <a href="/">{words.find}</a>
      </Empty>
    )
  }
  const chosen = filter === 'all' ? positions : positions.filter((position) => resultOf(position) === filter)
  return (
    <>
      <Summary positions={positions} live={live} />
      <section aria-labelledby="positions">
        <div class="panel-head">
          <h2 id="positions">{words.heading}</h2>
          <button type="button" class="link-button" onClick={() => download(toCsv(positions))}>
            {words.download}
          </button>
        </div>
        <Choice<(typeof RESULTS)[number]>
          label={t().markets.show}
          name="result"
          value={filter}
          options={optionsOf(RESULTS, words.results)}
          onChange={setFilter}
        />
        {chosen.length === 0 ? (
          <p class="muted">{words.noneOf}</p>
        ) : (
          <PositionTable address={address} positions={chosen.slice(0, rows)} onPaid={onPaid} />
        )}
        <More of={{ more: rows < chosen.length ? () => setRows(rows + ROWS) : undefined, moreError: null }}>
          {words.more}
        </More>
      </section>
    </>
  )
}

function download(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: 'positions.csv' })
  link.click()
  URL.revokeObjectURL(url)
}

interface TableProps {
  address: string
  positions: readonly Position[]
  /** Called after a claim; undefined for the wallet of somebody else, who cannot claim. */
  onPaid: (() => void) | undefined
}

function PositionTable({ address, positions, onPaid }: TableProps) {
  const { market, stake, profit, state } = t().common
  const figures = [stake, t().wallet.positions.payout, profit].map((name) => ({ figures: name }))
  return (
    <Table columns={[market, ...figures, state]}>
      {positions.map((position) => (
        <tr key={position.marketId}>
          <td class="wide-cell">
            <div>
              <a href={`/markets/${position.marketId}`}>{titleOf(position, position.description)}</a>
              <History address={address} position={position} />
            </div>
          </td>
          <td class="number">
            {stakedSides(position).map((side) => (
              <div key={side}>
                <Money amount={position.stake[side]} currency={position.currency} />{' '}
                <span class={`side ${side.toLowerCase()}`}>{sidesOf(position.condition)[side]}</span>
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
    </Table>
  )
}

function Payout({ position }: { position: Position }) {
  const { currency, potentialWinnings, winnings, refund } = position
  const { positions: words } = t().wallet
  const sides = sidesOf(position.condition)
  const money = (amount: Decimal) => shortMoney(amount, currency)
  if (potentialWinnings) {
    return (
      <>
        {endingsOf(position, now.value)
          .filter(({ gets }) => gets !== 0n)
          .map((ending) => {
            const { answer, before, gets, back } = ending
            const units = toDecimal(gets ?? back, currency)
            // Of a stake that is late in part, only what comes back is known.
            const amount = gets === null ? t().bet.ticket.partBack(money(units)).join('') : money(units)
            return (
              <div key={`${answer} ${before}`} class="muted" title={formatMoney(units, currency)}>
                {words.ifSide(amount, describeAnswer(ending, sides[answer]))}
              </div>
            )
          })}
      </>
    )
  }
  const isPaid = isPositive(winnings, currency)
  const isRefunded = isPositive(refund, currency)
  return (
    <>
      {isPaid && (
        <div class="yes" title={formatMoney(winnings, currency)}>
          {money(winnings)}
        </div>
      )}
      {isRefunded && <div title={formatMoney(refund, currency)}>{words.back(money(refund))}</div>}
      {!isPaid && !isRefunded && <div class="muted">0</div>}
    </>
  )
}

/** What a decided position gained or lost. */
function Profit({ position }: { position: Position }) {
  const profit = profitOf(position)
  if (profit === null) return <span class="muted">–</span>
  return <Gain amount={profit} currency={position.currency} />
}

function State({ position, onPaid }: { position: Position } & Pick<TableProps, 'onPaid'>) {
  const { marketId, status, winningOutcome, winnings, refund, currency, settled } = position
  const { won, void: isVoid, beingDecided } = t().common
  const sides = sidesOf(position.condition)
  const { results } = t().wallet.positions
  if (status === 'open') return <TimeLeft until={position.expireAt} past={beingDecided} />
  // Whose stake came back has neither won nor lost, whichever side won.
  const isRefunded = winningOutcome !== null && resultOf(position) === 'refunded'
  const result = isRefunded ? results.refunded : winningOutcome ? won(sides[winningOutcome]) : isVoid
  const isOwed = !settled && (isPositive(winnings, currency) || isPositive(refund, currency))
  return (
    <>
      <span class={`chip ${isRefunded ? '' : (winningOutcome?.toLowerCase() ?? '')}`}>{result}</span>
      {isOwed && <span class="muted small-text"> {t().wallet.positions.beingPaid}</span>}
      {isOwed && onPaid && <Claim id={marketId} onPaid={onPaid} />}
    </>
  )
}
