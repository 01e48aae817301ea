// What a wallet did in a market.

import { useState } from 'preact/hooks'
import { getWalletHistory } from '../../api/gateway.ts'
import { isOfWallet, type Position } from '../../model/types.ts'
import { formatMoney } from '../../money/amounts.ts'
import { describeAction } from '../../parts/event-line.tsx'
import { More, Show } from '../../parts/states.tsx'
import { TimeAgo } from '../../parts/time-left.tsx'
import { useEvents, useList } from '../../state/loaded.ts'
import { t } from '../../text/language.ts'
import { sidesOf } from '../../text/sides.ts'
import type { Parts } from '../../text/strings/parts.ts'

const PAGE_SIZE = 10

interface Props {
  address: string
  position: Position
}

/** What a wallet did in a market, which is loaded when it is unfolded. */
export function History(props: Props) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details class="small-text" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary class="muted">{t().wallet.history.heading}</summary>
      {isOpen && <Timeline {...props} />}
    </details>
  )
}

function Timeline({ address, position: { marketId: market, condition } }: Props) {
  const history = useList(
    `wallet ${address} ${market}`,
    (cursor, signal) => getWalletHistory(address, { market, limit: PAGE_SIZE, cursor }, signal),
    (event) => event.id,
  )
  useEvents((event) => isOfWallet(event, address), history.reload)
  return (
    <>
      <Show of={history}>
        {(events) => (
          <ol class="timeline">
            {events.map((event) => (
              <li key={event.id}>
                <span title={capitalized(describeAction(event, sidesOf(condition), formatMoney))}>
                  {capitalized(describeAction(event, sidesOf(condition)))}
                </span>
                <TimeAgo class="muted" at={event.time} />
              </li>
            ))}
          </ol>
        )}
      </Show>
      <More of={history}>{t().wallet.history.more}</More>
    </>
  )
}

/** A sentence whose subject, the wallet, and whose end, the question of its market, are left out. */
function capitalized(sentence: Parts | string): string {
  const text = String(sentence).replace(/:$/, '')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
