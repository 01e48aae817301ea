// Draws the picture of a market for Solana Actions.

import { BASIS_POINTS, oddsBps } from '@prediction-market/sdk/rules'
import { percent } from '../../gateway/markets/market-text.ts'
import type { ViewedMarket } from '../../gateway/markets/views.ts'

/** Side of the picture, and the distance of its bar from the edges. */
const SIZE = 512
const MARGIN = 48

/** The page's colours of Yes and No, in the dark. */
const YES = '#3fae8c'
const NO = '#d47f59'

/**
 * A square SVG picture of a market: its odds as a bar and in figures, or its outcome. It contains no text of users and
 * no style: the content security policy would block it.
 */
export function oddsIcon({
  pools,
  status,
  outcome,
}: Pick<ViewedMarket, 'pools' | 'status' | 'outcome'>): string {
  const odds = oddsBps(pools)
  const width = SIZE - 2 * MARGIN
  const yes = Math.round((width * odds.Yes) / BASIS_POINTS)
  const lines = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}" viewBox="0 0 ${SIZE} ${SIZE}" font-family="system-ui, sans-serif" font-weight="600">`,
    `<rect width="${SIZE}" height="${SIZE}" fill="#141513"/>`,
    ...(status === 'open'
      ? [line(170, YES, 'Yes', percent(odds.Yes)), line(260, NO, 'No', percent(odds.No))]
      : [decided(outcome)]),
    `<rect x="${MARGIN}" y="320" width="${yes}" height="96" fill="${YES}"/>`,
    `<rect x="${MARGIN + yes}" y="320" width="${width - yes}" height="96" fill="${NO}"/>`,
    '</svg>',
  ]
  return lines.join('\n')
}

/** A side and its share on one line: beside each other they would overlap in a wide font. */
function line(y: number, color: string, name: string, share: string): string {
  const style = `y="${y}" font-size="64" fill="${color}"`
  const right = `x="${SIZE - MARGIN}" text-anchor="end"`
  return `<text x="${MARGIN}" ${style}>${name}</text><text ${right} ${style}>${share}</text>`
}

function decided(outcome: ViewedMarket['outcome']): string {
  const color = outcome === 'Yes' ? YES : outcome === 'No' ? NO : '#a3a096'
  return `<text x="${SIZE / 2}" y="240" text-anchor="middle" font-size="144" fill="${color}">${outcome ?? 'Void'}</text>`
}
