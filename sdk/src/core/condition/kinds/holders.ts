// The condition type `holders`: how many wallets hold a token.

import { MAX_U64 } from '../../amounts.ts'
import { InvalidInputError } from '../../errors.ts'
import { requireTarget } from '../checks.ts'
import type { Comparison, Timing } from '../comparison.ts'
import { formatDecimal, parseDecimal } from '../decimal.ts'
import { groupDigits, tokenText } from '../text.ts'
import type { ConditionKind } from './kind.ts'

/** How many wallets hold the market's token, as attestors count them. */
export interface HoldersCondition {
  type: 'holders'
  comparison: Comparison
  /** Holders, as a whole number. */
  target: string
  /** Smallest balance that makes a wallet count, in base units of the token. */
  minimumBalance: bigint
  timing: Timing
}

/** Comparisons of a count, in words. */
const COUNT_TEXT: Record<Comparison, string> = {
  above: 'more than',
  atLeast: 'at least',
  below: 'fewer than',
  atMost: 'at most',
}

const COUNTED = ", as a quorum of the market's attestors counts them"

export const holders: ConditionKind<HoldersCondition> = {
  type: 'holders',
  fields: ['comparison', 'target', 'minimumBalance'],
  needsToken: true,
  proof: 'attestors',
  reads: ['attestation'],
  unit: 'holders',
  accounts: { creation: ['mint'], bet: [], decision: ['instructions'] },
  validate(condition) {
    requireTarget(condition)
    requireCount(condition.target)
    requireBalance(condition.minimumBalance)
  },
  describe(condition, { tokenAddress, tokenDecimals }) {
    const minimum = balanceText(condition.minimumBalance, tokenDecimals)
    const target = groupDigits(condition.target)
    const counted = `${COUNT_TEXT[condition.comparison]} ${target} ${target === '1' ? 'holder' : 'holders'}`
    return {
      holds: `${tokenText(tokenAddress)} has ${counted} of at least ${minimum} each`,
      reading: { atExpiry: COUNTED, byExpiry: COUNTED },
      note: 'Anyone can move the count by spreading tokens over many wallets.',
    }
  },
  grammar: {
    name: 'a holder count',
    nouns:
      'holders|holder count|number of holders|token holders|unique holders|holder|hodlers|count of holders|total holders',
    isCounted: true,
    wrongUnits: {
      dollars: ['holders are counted', 'write a number without a unit, as in "1,000 holders"'],
      tokens: ['holders are counted', 'write a number without a unit, as in "1,000 holders"'],
    },
    phrase: ({ digits }) => ({ subject: 'this token', value: `${digits} holders` }),
  },
}

function requireCount(target: string): void {
  const count = parseDecimal(target, 'condition.target')
  if (count.exponent < 0) {
    throw new InvalidInputError('condition.target', 'must be a whole number of holders')
  }
  if (BigInt(formatDecimal(count)) > MAX_U64) throw new InvalidInputError('condition.target', 'is too large')
}

function requireBalance(balance: bigint): void {
  if (typeof balance !== 'bigint' || balance < 1n || balance > MAX_U64) {
    throw new InvalidInputError('condition.minimumBalance', 'must be a u64 above 0')
  }
}

function balanceText(units: bigint, decimals: number | undefined): string {
  if (decimals === undefined) return `${groupDigits(units.toString())} base unit${units === 1n ? '' : 's'}`
  const amount = formatDecimal({ mantissa: units, exponent: -decimals })
  return `${groupDigits(amount)} token${amount === '1' ? '' : 's'}`
}
