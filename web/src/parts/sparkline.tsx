// A small chart of the odds.

import type { Decimal } from '../model/types.ts'

const WIDTH = 100
const HEIGHT = 30
const EDGE = 2

/** The odds of Yes over time in a few strokes; the percentage beside it says where they are. */
export function Sparkline({ odds }: { odds: readonly Decimal[] }) {
  if (odds.length < 2) return null
  const x = (index: number) => (index / (odds.length - 1)) * WIDTH
  const y = (share: Decimal) => EDGE + (1 - Number(share)) * (HEIGHT - 2 * EDGE)
  const line = odds.map((share, index) => `${index ? 'L' : 'M'}${x(index).toFixed(1)} ${y(share).toFixed(1)}`)
  return (
    <svg class="spark" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <path d={line.join('')} />
    </svg>
  )
}
