// Where the bet form is: beside the market, or in a sheet on a phone.

import { useEffect, useRef, useState } from 'preact/hooks'
import type { Market, Outcome } from '../../model/types.ts'
import { formatShare } from '../../money/amounts.ts'
import { oddsOf, stakedIn } from '../../money/pools.ts'
import { query } from '../../state/router.ts'
import { isNarrow } from '../../state/viewport.ts'
import { sidesOf } from '../../text/sides.ts'
import { BetForm } from './bet-form.tsx'

interface Props {
  market: Market
  hasPosition: boolean
  isRepeated?: boolean
  onPlaced(): void
}

/** The bet form: beside the market, or as a sheet above it on a phone. The address may name side and stake. */
export function BetPanel(props: Props) {
  const asked = sideOf(query.peek().get('side'))
  const form = { ...props, stake: query.peek().get('stake') ?? '' }
  if (isNarrow.value && props.market.acceptingBets) return <BetSheet {...form} asked={asked} />
  return <BetForm {...form} side={asked ?? 'Yes'} />
}

function sideOf(text: string | null): Outcome | null {
  return text === 'Yes' || text === 'No' ? text : null
}

/** Two buttons that stay at the bottom of the window, and the sheet that they open. */
function BetSheet({ asked, ...form }: Props & { stake: string; asked: Outcome | null }) {
  const { market, onPlaced } = form
  const [side, setSide] = useState<Outcome | null>(asked)
  const sheet = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (side) sheet.current?.showModal()
    else sheet.current?.close()
  }, [side])
  const close = () => setSide(null)
  const odds = oddsOf(stakedIn(market).pools)
  const sides = sidesOf(market.condition)
  return (
    <>
      <div class="bet-bar">
        {market.outcomes.map(({ name }) => (
          <button
            key={name}
            type="button"
            class={`button ${name.toLowerCase()}`}
            onClick={() => setSide(name)}
          >
            <b>{sides[name]}</b> {odds && formatShare(odds[name])}
          </button>
        ))}
      </div>
      <dialog ref={sheet} class="sheet" aria-labelledby="bet" onClose={close}>
        {side && (
          <BetForm
            {...form}
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
