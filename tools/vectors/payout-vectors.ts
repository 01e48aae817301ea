import { payoutCase } from './payout-case.ts'
import { payoutSituations } from './payout-situations.ts'

const DESCRIPTION = [
  'What every position is paid when a market is decided, worked out over exact fractions and read by the',
  "tests of the program and of the SDK. Amounts are decimal strings of base units, pairs are [yes, no]. A market that is decided for a side nobody holds is void: 'burn', 'developer' and 'distributable' are 0",
  "and everybody is refunded. 'dust' is what is left of all stakes after payouts and fees.",
  'Regenerate with: npx tsx tools/vectors/payouts.ts',
].join(' ')

/** The text of `tests/vectors/payouts.json`: one case a line, so that a change shows as the cases it touches. */
export function payoutVectors(): string {
  const cases = payoutSituations().map((situation) => `    ${JSON.stringify(payoutCase(situation))}`)
  return `{\n  "description": ${JSON.stringify(DESCRIPTION)},\n  "cases": [\n${cases.join(',\n')}\n  ]\n}\n`
}
