import { type DescriptionContext, describeCondition } from '../condition/describe.ts'
import { CONDITION_KINDS } from '../condition/kinds/index.ts'
import { toCondition } from '../condition/parts.ts'
import type { Comparison, Condition, EventCondition, Timing } from '../condition/types.ts'
import { findFeed } from '../feeds/lookup.ts'
import { refuse } from './refusal.ts'

const COMPARISONS: Record<string, Comparison> = {
  above: 'above',
  'at least': 'atLeast',
  below: 'below',
  'at most': 'atMost',
}

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
    'the text reads like the description of a condition, but is none for this token and time',
    'copy it whole, or ask "Will … ?"',
  )
}

function readParts(text: string, timing: Timing): MeasuredCondition | undefined {
  for (const { type, description, fields } of CONDITION_KINDS) {
    const parts = description?.exec(text)
    if (!parts) continue
    const { pair = '', comparison = '', target = '', minimum = '0' } = parts.groups ?? {}
    const feed = findFeed(pair)?.id
    if (feed === undefined && fields.includes('feed')) return undefined
    return toCondition({
      type,
      feed: feed ?? '',
      comparison: COMPARISONS[comparison] ?? 'above',
      target: target.replaceAll(',', ''),
      minimumBalance: BigInt(minimum.replaceAll(',', '')),
      timing,
    }) as MeasuredCondition
  }
  return undefined
}
