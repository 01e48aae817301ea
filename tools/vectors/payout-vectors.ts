// Computes tests/vectors/payouts.json.

import { payoutCase } from './payout-case.ts'
import { payoutSituations } from './payout-situations.ts'

const DESCRIPTION = [
  'Payouts of every position of a decided market, computed with exact fractions; the tests of the program and of',
  'the SDK read them. Amounts are decimal strings of base units, pairs are [yes, no]. A market decided for a side',
  "that nobody holds is void: 'burn', 'developer' and 'distributable' are 0 and every stake is refunded.",
  "'maxRatio' is in hundredths, 0 for none: of the losing pool 'unmatched' is refunded, and fees are of the rest.",
  "'dust' is the rest of all stakes after payouts, refunds and fees.",
  'Regenerate with: npx tsx tools/vectors/payouts.ts',
].join(' ')

/** The text of `tests/vectors/payouts.json`, with one case per line so that diffs stay readable. */
export function payoutVectors(): string {
  const cases = payoutSituations().map((situation) => `    ${JSON.stringify(payoutCase(situation))}`)
  return `{\n  "description": ${JSON.stringify(DESCRIPTION)},\n  "cases": [\n${cases.join(',\n')}\n  ]\n}\n`
}
