import { parseDecimal } from '../condition/decimal.ts'
import { fromHex, HAPPENED, numbered, toCondition } from '../condition/parts.ts'
import { COMPARISONS, type Condition, METRICS, TIMINGS } from '../condition/types.ts'
import { validateShape } from '../condition/validate.ts'
import type { ConditionArgs, MetricArgs, StoredCondition } from './generated/index.ts'

/** Converts a condition, as `parseQuestion` derives it, to the argument of `createMarket`. */
export function encodeCondition(condition: Condition): ConditionArgs {
  validateShape(condition)
  const { comparison, target } = 'target' in condition ? condition : HAPPENED
  return {
    metric: encodeMetric(condition),
    comparison: COMPARISONS.indexOf(comparison),
    target: parseDecimal(target),
    timing: TIMINGS.indexOf(condition.timing),
  }
}

/** Converts the condition that a market stores; `describeCondition` says what it means. */
export function decodeCondition(stored: StoredCondition): Condition {
  return toCondition({
    type: numbered('condition.metric', stored.metric, METRICS),
    feed: stored.feed,
    minimumBalance: stored.minimumBalance,
    comparison: numbered('condition.comparison', stored.comparison, COMPARISONS),
    target: { mantissa: stored.targetMantissa, exponent: stored.targetExponent },
    timing: numbered('condition.timing', stored.timing, TIMINGS),
  })
}

function encodeMetric(condition: Condition): MetricArgs {
  switch (condition.type) {
    case 'price':
      return { __kind: 'Price', feed: Uint8Array.from(fromHex(condition.feed)) }
    case 'marketCap':
      return { __kind: 'MarketCap', feed: Uint8Array.from(fromHex(condition.feed)) }
    case 'supply':
      return { __kind: 'Supply' }
    case 'migration':
      return { __kind: 'Migration' }
    case 'holders':
      return { __kind: 'Holders', minimumBalance: condition.minimumBalance }
    case 'event':
      return { __kind: 'Event' }
  }
}
