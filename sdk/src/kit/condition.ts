// Converts conditions between the SDK's form and the generated one.

import { formatDecimal } from '../core/condition/decimal.ts'
import { comparedOf, metricData, numbered, toBps, toCondition } from '../core/condition/parts.ts'
import { COMPARISONS, type Condition, METRICS, TIMINGS } from '../core/condition/types.ts'
import { validateShape } from '../core/condition/validate.ts'
import { toHex } from '../core/hex.ts'
import type { ConditionArgs, MetricArgs, StoredCondition } from './generated/index.ts'

/** Converts a condition, as `parseQuestion` derives it, to the argument of `createMarket`. */
export function encodeCondition(condition: Condition): ConditionArgs {
  validateShape(condition)
  const { comparison, target } = comparedOf(condition)
  return {
    metric: encodeMetric(condition),
    comparison: COMPARISONS.indexOf(comparison),
    target,
    timing: TIMINGS.indexOf(condition.timing),
  }
}

/** Converts the condition that a market stores; `describeCondition` says what it means. */
export function decodeCondition(stored: StoredCondition): Condition {
  return toCondition({
    type: numbered('condition.metric', stored.metric, METRICS),
    feed: toHex(stored.source),
    minimumBalance: stored.minimumBalance,
    comparison: numbered('condition.comparison', stored.comparison, COMPARISONS),
    target: formatDecimal({ mantissa: stored.targetMantissa, exponent: stored.targetExponent }),
    bps: toBps(stored.targetMantissa),
    referenceAt: stored.referenceAt,
    timing: numbered('condition.timing', stored.timing, TIMINGS),
  })
}

/** Codama names the variants of an enum as Rust does, and takes bytes as an array of them. */
function encodeMetric(condition: Condition): MetricArgs {
  const { feed, ...data } = metricData(condition)
  const name = condition.type.charAt(0).toUpperCase() + condition.type.slice(1)
  return { __kind: name, ...data, ...(feed && { feed: Uint8Array.from(feed) }) } as MetricArgs
}
