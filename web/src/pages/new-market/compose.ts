// The question that the builder asks, in words that the gateway understands: English, whatever the page's language is.

import { groupDigits, kindOf } from '@prediction-market/sdk/condition'
import type { Asset } from '../../model/types.ts'
import type { Draft } from './draft.ts'
import { isTime } from './local-time.ts'
import { MOVES } from './moves.ts'
import { isChange, isEvent } from './topics.ts'

/** A token that has no name here. */
const TOKEN = 'this token'

/** Stands in a sentence for what is not filled in yet. */
export const GAP = '…'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Questions that show what can be asked in one's own words. */
export const EXAMPLES = [
  'Will SOL be above $250 on Friday?',
  'Will BTC reach $150k?',
  'Will JUP fall below $0.80?',
  'Will it rain in Lisbon?',
]

/** What a question asks of something that is a fact or is not. */
const FACT = 'migrate to PumpSwap'

/** The question that a builder asks, in words that the gateway understands; with gaps where something is missing. */
export function composeQuestion(draft: Draft, assets: readonly Asset[]): string {
  const { topic, asset } = draft
  if (isEvent(topic)) return draft.words.trim() || GAP
  const end = momentText(draft.expiry)
  if (isChange(topic)) return changeQuestion(draft, end)
  const token = assets.find(({ tokenAddress }) => tokenAddress === draft.token.trim())?.symbol ?? TOKEN
  const { grammar } = kindOf({ type: topic })
  if (!grammar) return `Will ${token} ${FACT} by ${end}?`
  const { measured, counted, timing } = MOVES[draft.move]
  const digits = valueText(draft.target)
  const { subject, value } = grammar.phrase({ symbol: asset, words: digits, digits, isNamed: false })
  const when = `${timing === 'byExpiry' ? 'by' : 'at'} ${end}`
  return `Will ${subject.replace(TOKEN, token)} ${grammar.isCounted ? counted : measured} ${value} ${when}?`
}

function changeQuestion({ asset, direction, percent, start }: Draft, end: string): string {
  const begin = momentText(start)
  if (!percent.trim()) {
    return `Will ${asset} be ${direction === 'up' ? 'higher' : 'lower'} at ${end} than at ${begin}?`
  }
  const share = percent.trim().replace('%', '').trim()
  return `Will ${asset} ${direction === 'up' ? 'gain' : 'lose'} ${share}% between ${begin} and ${end}?`
}

/** A value as it was typed, with thousands in groups if it is a plain number. */
function valueText(typed: string): string {
  const text = typed.replace(/[$\s]/g, '')
  return /^\d+(\.\d+)?$/.test(text) ? groupDigits(text) : text || GAP
}

/** A moment as questions name it: `17:45 UTC on 1 Dec 2026`. */
function momentText(local: string): string {
  if (!isTime(local)) return GAP
  const iso = new Date(local).toISOString()
  const [date = '', time = ''] = iso.split('T')
  const [year, month, day] = date.split('-').map(Number)
  const clock = time.slice(0, time.slice(6, 8) === '00' ? 5 : 8)
  return `${clock} UTC on ${day} ${MONTHS[(month ?? 1) - 1]} ${year}`
}
