// Reads by how much a price changes.

import type { Comparison } from '../core/condition/types.ts'
import type { Cursor } from './cursor.ts'
import { refuse } from './refusal.ts'
import { COMPARISON_ENDINGS, COMPARISON_PHRASES } from './vocabulary.ts'

/** By how much a price changes, and the comparison if one is named. */
export interface Amount {
  /** Basis points. */
  bps: number
  said: Comparison | undefined
}

/** Reads `at least 5%`, `5 percent or more`, `50 bps`, `more than half its value`. */
export function readAmount(cursor: Cursor): Amount | undefined {
  cursor.phrase('by')
  const before = cursor.longest(COMPARISON_PHRASES)
  const bps = readBps(cursor)
  if (bps === undefined) return undefined
  const after = cursor.longest(COMPARISON_ENDINGS)
  if (before && after && before !== after) refuse('the question compares in two ways', 'ask about one')
  return { bps, said: before ?? after }
}

function readBps(cursor: Cursor): number | undefined {
  if (cursor.phrase('half its value|half')) return 5_000
  const odd = cursor.peek()
  if (odd?.kind === 'odd') {
    const digits = /^(\d+(?:\.\d+)?|\.\d+) ?%$/.exec(odd.raw)?.[1]
    if (digits === undefined) return undefined
    cursor.take('odd')
    return toBps(digits, 100)
  }
  const number = cursor.take('number')
  if (!number?.isAmount) return undefined
  if (cursor.phrase('percent|pct')) return toBps(number.value, 100)
  return cursor.phrase('bps|basis points') ? toBps(number.value, 1) : undefined
}

/** Basis points of a decimal; a condition has whole ones. */
function toBps(digits: string, unit: number): number {
  const bps = Math.round(Number(digits) * unit)
  if (bps === 0 || Math.abs(bps - Number(digits) * unit) > 1e-6) {
    refuse(`${digits} is not understood as a percentage`, 'name one with at most two decimals, above 0')
  }
  if (bps > 1_000_000) refuse(`${digits} is too much`, 'name at most 10,000 %')
  return bps
}
