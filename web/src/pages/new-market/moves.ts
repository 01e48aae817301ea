// What a value can do that a question asks for, such as to rise above a target.

import type { Comparison, Timing } from '@prediction-market/sdk/condition'

/** What a value does that a question asks for. */
export interface Move {
  comparison: Comparison
  timing: Timing
  /** In English, as the question says it of something that is measured, and of something that is counted. */
  measured: string
  counted: string
}

/** The first four are always offered; the others are there when a question in one's own words says them. */
export const MOVES = {
  risesAbove: move('above', 'byExpiry', 'rise above'),
  fallsBelow: move('below', 'byExpiry', 'fall below'),
  endsAbove: move('above', 'atExpiry', 'be above', 'have more than'),
  endsBelow: move('below', 'atExpiry', 'be below', 'have fewer than'),
  risesTo: move('atLeast', 'byExpiry', 'rise to', 'reach'),
  fallsTo: move('atMost', 'byExpiry', 'fall to'),
  endsAtLeast: move('atLeast', 'atExpiry', 'be at least', 'have at least'),
  endsAtMost: move('atMost', 'atExpiry', 'be at most', 'have at most'),
} as const satisfies Record<string, Move>

export type MoveName = keyof typeof MOVES

const ALWAYS: readonly MoveName[] = ['risesAbove', 'fallsBelow', 'endsAbove', 'endsBelow']

/** The moves to choose from, with the chosen one. What has no date cannot be asked for at the end. */
export function offeredMoves(chosen: MoveName, isDated: boolean): readonly MoveName[] {
  const offered = ALWAYS.includes(chosen) ? ALWAYS : [...ALWAYS, chosen]
  return offered.filter((name) => isDated || MOVES[name].timing === 'byExpiry')
}

/** The same move by the end, for what has no date. */
export function undated(name: MoveName): MoveName {
  return moveOf(MOVES[name].comparison, 'byExpiry')
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

function move(comparison: Comparison, timing: Timing, measured: string, counted = measured): Move {
  return { comparison, timing, measured, counted }
}
