// Where the bet form is: beside the market, or in a sheet on a phone.

import { useEffect, useRef, useState } from 'preact/hooks'
import type { Market, Outcome } from '../../model/types.ts'
import { formatShare } from '../../money/amounts.ts'
import { oddsOf, stakedIn } from '../../money/pools.ts'
import { now } from '../../state/clock.ts'
import { query } from '../../state/router.ts'
import { isNarrow } from '../../state/viewport.ts'
import { sidesOf } from '../../text/sides.ts'
import { toSeconds } from '../../text/times.ts'
import { BetForm, type Chosen, type FormProps } from './bet-form.tsx'

interface Props {
  market: Market
  hasPosition: boolean
  isRepeated?: boolean
  onPlaced(): void
}

/**
 * The bet form: beside the market, or as a sheet above it on a phone. The address may name side and stake; both stay
 * when the sheet is closed, and of repeated bets until others are chosen.
 */
export function BetPanel({ market: read, ...props }: Props) {
  const asked = sideOf(query.peek().get('side'))
  const [chosen, setChosen] = useState<Chosen>({
    outcome: asked ?? 'Yes',
    text: query.peek().get('stake') ?? '',
  })
  const [isOpen, setOpen] = useState(asked !== null)
  const market = { ...read, acceptingBets: read.acceptingBets && now.value < toSeconds(read.closeAt) }
  const onChoose = (change: Partial<Chosen>) => setChosen((before) => ({ ...before, ...change }))
  const form = { ...props, market, chosen, onChoose }
  if (!isNarrow.value || !(market.acceptingBets || props.isRepeated)) return <BetForm {...form} />
  return <BetSheet {...form} isOpen={isOpen} setOpen={setOpen} />
}

function sideOf(text: string | null): Outcome | null {
  return text === 'Yes' || text === 'No' ? text : null
}

/** Two buttons that stay at the bottom of the window, and the sheet that they open. */
function BetSheet({
  isOpen,
  setOpen,
  ...form
}: FormProps & { isOpen: boolean; setOpen(next: boolean): void }) {
  const { market, onChoose, onPlaced } = form
  const sheet = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (isOpen) sheet.current?.showModal()
    else sheet.current?.close()
  }, [isOpen])
  const close = () => setOpen(false)
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
            disabled={!market.acceptingBets}
            onClick={() => {
              onChoose({ outcome: name })
              setOpen(true)
            }}
          >
            <b>{sides[name]}</b> {odds && formatShare(odds[name])}
          </button>
        ))}
      </div>
      <dialog ref={sheet} class="sheet" aria-labelledby="bet" onClose={close}>
        {isOpen && (
          <BetForm
            {...form}
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
