import { type DescriptionContext, describeCondition } from '../condition/describe.ts'
import type { Comparison, Condition, EventCondition, Timing } from '../condition/types.ts'
import { findFeed } from '../feeds/lookup.ts'
import { refuse } from './refusal.ts'

const COMPARISONS: Record<string, Comparison> = {
  above: 'above',
  'at least': 'atLeast',
  below: 'below',
  'at most': 'atMost',
}

const COMPARED = '(above|at least|below|at most) \\$?(\\d[\\d,]*(?:\\.\\d+)?)'

/** The variable parts of each kind of description; the rest of it follows from these parts. */
const PRICE = new RegExp(`the Pyth price of (\\S+) is ${COMPARED}`)
const MARKET_CAP = new RegExp(`the Pyth price of (\\S+) times its supply .* is ${COMPARED}`)
const SUPPLY = new RegExp(`the supply of .* is ${COMPARED} tokens`)
const HOLDERS = new RegExp(`has ${COMPARED} holders? of at least (\\d[\\d,]*) base units? each`)
const MIGRATION = /the pump\.fun bonding curve of .* is complete/

/** A condition that is measured. */
export type MeasuredCondition = Exclude<Condition, EventCondition>

/**
 * Reads the description of a condition back, word for word as {@link describeCondition} writes it.
 *
 * @returns `undefined` if the text is no description
 */
export function readDescription(text: string, context: DescriptionContext): MeasuredCondition | undefined {
  const opening = /^Yes (if|as soon as) /.exec(text)
  if (!opening) return undefined
  const condition = readParts(text, opening[1] === 'if' ? 'atExpiry' : 'byExpiry')
  if (condition && describeCondition(condition, context) === text) return condition
  return refuse(
    'the text reads like the description of a condition, but is none for this token and expireAt',
    'copy it whole, or ask "Will … ?"',
  )
}

function readParts(text: string, timing: Timing): MeasuredCondition | undefined {
  const marketCap = MARKET_CAP.exec(text)
  const price = PRICE.exec(text)
  if (marketCap ?? price) {
    const [, pair = '', comparison, target] = marketCap ?? price ?? []
    const feed = findFeed(pair)?.id
    return feed === undefined
      ? undefined
      : { type: marketCap ? 'marketCap' : 'price', feed, ...compared(comparison, target), timing }
  }
  const supply = SUPPLY.exec(text)
  if (supply) return { type: 'supply', ...compared(supply[1], supply[2]), timing }
  const holders = HOLDERS.exec(text)
  if (holders) {
    const minimumBalance = BigInt(holders[3]?.replaceAll(',', '') ?? '0')
    return { type: 'holders', ...compared(holders[1], holders[2]), minimumBalance, timing }
  }
  return MIGRATION.test(text) ? { type: 'migration', timing } : undefined
}

function compared(comparison = '', target = ''): { comparison: Comparison; target: string } {
  return { comparison: COMPARISONS[comparison] ?? 'above', target: target.replaceAll(',', '') }
}
