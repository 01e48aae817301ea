// What a value can do that a question asks for, such as to rise above a target.

import type { Comparison, Timing } from '@prediction-market/sdk/condition'

/** What a value does that a question asks for. */
export interface Move {
  comparison: Comparison
  timing: Timing
  /** As the builder offers it. */
  label: string
  /** As the question says it of something that is measured, and of something that is counted. */
  measured: string
  counted: string
}

/** The first four are always offered; the others are there when a question in one's own words says them. */
export const MOVES = {
  risesAbove: move('above', 'byExpiry', 'rises above', 'rise above'),
  fallsBelow: move('below', 'byExpiry', 'falls below', 'fall below'),
  endsAbove: move('above', 'atExpiry', 'is above at the end', 'be above', 'have more than'),
  endsBelow: move('below', 'atExpiry', 'is below at the end', 'be below', 'have fewer than'),
  risesTo: move('atLeast', 'byExpiry', 'rises to', 'rise to', 'reach'),
  fallsTo: move('atMost', 'byExpiry', 'falls to', 'fall to'),
  endsAtLeast: move('atLeast', 'atExpiry', 'is at least, at the end', 'be at least', 'have at least'),
  endsAtMost: move('atMost', 'atExpiry', 'is at most, at the end', 'be at most', 'have at most'),
} as const satisfies Record<string, Move>

export type MoveName = keyof typeof MOVES

const ALWAYS: readonly MoveName[] = ['risesAbove', 'fallsBelow', 'endsAbove', 'endsBelow']

/** The moves to choose from, with the chosen one. */
export function offeredMoves(chosen: MoveName): readonly MoveName[] {
  return ALWAYS.includes(chosen) ? ALWAYS : [...ALWAYS, chosen]
}

/** The move that a condition means. */
export function moveOf(comparison: Comparison, timing: Timing): MoveName {
  const names = Object.keys(MOVES) as MoveName[]
  const isIt = (name: MoveName) => MOVES[name].comparison === comparison && MOVES[name].timing === timing
  return names.find(isIt) ?? 'risesAbove'
}

/** Whether a move is one upwards. */
export function isUpward(name: MoveName): boolean {
  const { comparison } = MOVES[name]
  return comparison === 'above' || comparison === 'atLeast'
}

function move(
  comparison: Comparison,
  timing: Timing,
  label: string,
  measured: string,
  counted = measured,
): Move {
  return { comparison, timing, label, measured, counted }
}
