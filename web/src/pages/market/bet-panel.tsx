// Where the bet form is: beside the market, or in a sheet on a phone.

import { useEffect, useRef, useState } from 'preact/hooks'
import type { Market, Outcome } from '../../model/types.ts'
import { formatShare, formatTimes, payoutOf } from '../../money/amounts.ts'
import { query } from '../../state/router.ts'
import { isNarrow } from '../../state/viewport.ts'
import { t } from '../../text/language.ts'
import { BetForm } from './bet-form.tsx'

interface Props {
  market: Market
  onPlaced(): void
}

/** The bet form: beside the market, or as a sheet above it on a phone. */
export function BetPanel({ market, onPlaced }: Props) {
  const asked = sideOf(query.peek().get('side'))
  if (isNarrow.value && market.acceptingBets) {
    return <BetSheet market={market} onPlaced={onPlaced} asked={asked} />
  }
  return <BetForm market={market} side={asked ?? 'Yes'} onPlaced={onPlaced} />
}

function sideOf(text: string | null): Outcome | null {
  return text === 'Yes' || text === 'No' ? text : null
}

/** Two buttons that stay at the bottom of the window, and the sheet that they open. */
function BetSheet({ market, onPlaced, asked }: Props & { asked: Outcome | null }) {
  const [side, setSide] = useState<Outcome | null>(asked)
  const sheet = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (side) sheet.current?.showModal()
    else sheet.current?.close()
  }, [side])
  const close = () => setSide(null)
  const { burn, developer } = market.feePercentage
  const fee = Number(burn) + Number(developer)
  const isEmpty = Number(market.totalVolume) === 0
  return (
    <>
      <div class="bet-bar">
        {market.outcomes.map(({ name, odds = 0.5 }) => {
          const ratio = isEmpty ? null : payoutOf(odds, fee)
          return (
            <button
              key={name}
              type="button"
              class={`button ${name.toLowerCase()}`}
              onClick={() => setSide(name)}
            >
              <b>{t().common.sides[name]}</b> {formatShare(odds)}{' '}
              {ratio !== null && <small>{formatTimes(ratio)}</small>}
            </button>
          )
        })}
      </div>
      <dialog ref={sheet} class="sheet" aria-labelledby="bet" onClose={close}>
        {side && (
          <BetForm
            market={market}
            side={side}
            onClose={close}
            onPlaced={() => {
              close()
              onPlaced()
            }}
          />
        )}
      </dialog>
    </>
  )
}
