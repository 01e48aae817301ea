// Reads the description of a condition back.

import { type DescriptionContext, describeCondition } from '../core/condition/describe.ts'
import { CONDITION_KINDS, isDated } from '../core/condition/kinds/index.ts'
import { toCondition } from '../core/condition/parts.ts'
import type { Comparison, Condition, EventCondition, Timing } from '../core/condition/types.ts'
import { findFeed } from '../core/feeds/lookup.ts'
import { DESCRIPTION } from './characters.ts'
import { refuse } from './refusal.ts'

const COMPARISONS: Record<string, Comparison> = {
  above: 'above',
  'at least': 'atLeast',
  below: 'below',
  'at most': 'atMost',
  'more than': 'above',
  'fewer than': 'below',
}

/** A condition that is measured. */
export type MeasuredCondition = Exclude<Condition, EventCondition>

/**
 * Reads the description of a condition back, word for word as {@link describeCondition} writes it.
 *
 * @returns `undefined` if the text is not a description
 */
export function readDescription(text: string, context: DescriptionContext): MeasuredCondition | undefined {
  const opening = DESCRIPTION.exec(text)
  if (!opening) return undefined
  const timing = opening[1] === 'if' ? 'atExpiry' : 'byExpiry'
  const condition = readParts(text, timing).find((one) => describeCondition(one, context) === text)
  if (condition) return condition
  return refuse(
    'the text reads like the description of a condition, but is none for this token and time',
    'copy it whole, or ask "Will … ?"',
  )
}

/** The conditions of every type whose description matches. */
function readParts(text: string, timing: Timing): MeasuredCondition[] {
  return CONDITION_KINDS.flatMap(({ type, description, fields }) => {
    const parts = description?.exec(text)
    // The state of an account is never read at one moment.
    if (!parts || (timing === 'atExpiry' && !isDated({ type }))) return []
    const { pair = '', comparison = '', target = '', minimum = '0', ...change } = parts.groups ?? {}
    const { share = '100', reference } = change
    const feed = findFeed(pair)?.id
    if (feed === undefined && fields.includes('feed')) return []
    const condition = toCondition({
      type,
      feed: feed ?? '',
      comparison: COMPARISONS[comparison] ?? 'above',
      target: target.replaceAll(',', ''),
      minimumBalance: BigInt(minimum.replaceAll(',', '')),
      bps: Math.round(100 * Number(share)) - 10_000,
      referenceAt: BigInt(Date.parse(`${reference?.replace(' ', 'T')}Z`) / 1_000 || 0),
      timing,
    })
    return [condition as MeasuredCondition]
  })
}
