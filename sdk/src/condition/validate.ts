import bs58 from 'bs58'
import { MAX_U64 } from '../amounts.ts'
import { InvalidInputError } from '../errors.ts'
import { formatDecimal, parseDecimal } from './decimal.ts'
import { COMPARISONS, type Comparison, type Condition, TIMINGS } from './types.ts'

/** The market that a condition belongs to. */
export interface ConditionContext {
  /** Mint of the market's token in base58; `null` or absent in a market about no token. */
  tokenAddress?: string | null
}

const FEED_ID = /^[0-9a-f]{64}$/

/** Types of conditions that need the market's token. */
const NEED_TOKEN: ReadonlySet<Condition['type']> = new Set(['marketCap', 'supply', 'migration', 'holders'])

/**
 * Checks a condition: the program must accept it, and both answers must be possible.
 *
 * @throws InvalidInputError naming the field: `condition.target`, `tokenAddress` …
 */
export function validateCondition(condition: Condition, context: ConditionContext = {}): void {
  validateShape(condition)
  const { tokenAddress } = context
  if (tokenAddress != null) validateTokenAddress(tokenAddress)
  else if (NEED_TOKEN.has(condition.type)) {
    throw new InvalidInputError('tokenAddress', `is needed by a condition of type ${condition.type}`)
  }
}

/** Checks a condition without its market. */
export function validateShape(condition: Condition): void {
  if (typeof condition !== 'object' || condition === null) {
    throw new InvalidInputError('condition', 'must be an object')
  }
  requireOneOf('condition.timing', condition.timing, TIMINGS)
  switch (condition.type) {
    case 'price':
    case 'marketCap':
      if (!FEED_ID.test(condition.feed)) {
        throw new InvalidInputError('condition.feed', 'must be 64 lower-case hexadecimal digits')
      }
      validateTarget(condition.comparison, condition.target)
      break
    case 'supply':
      validateTarget(condition.comparison, condition.target)
      break
    case 'holders':
      validateTarget(condition.comparison, condition.target)
      validateHolders(condition.target)
      validateMinimumBalance(condition.minimumBalance)
      break
    case 'migration':
    case 'event':
      break
    default:
      throw new InvalidInputError(
        'condition.type',
        'must be price, marketCap, supply, migration, holders or event',
      )
  }
}

/** Observed values are never negative, so two comparisons with zero have only one answer. */
function validateTarget(comparison: Comparison, target: string): void {
  requireOneOf('condition.comparison', comparison, COMPARISONS)
  const { mantissa } = parseDecimal(target, 'condition.target')
  if (mantissa > 0n) return
  if (comparison === 'atLeast') {
    throw new InvalidInputError('condition.target', 'must not be zero: everything is at least zero')
  }
  if (comparison === 'below') {
    throw new InvalidInputError('condition.target', 'must not be zero: nothing is below zero')
  }
}

function validateHolders(target: string): void {
  const count = parseDecimal(target, 'condition.target')
  if (count.exponent < 0) {
    throw new InvalidInputError('condition.target', 'must be a whole number of holders')
  }
  if (BigInt(formatDecimal(count)) > MAX_U64) throw new InvalidInputError('condition.target', 'is too large')
}

function validateMinimumBalance(balance: bigint): void {
  if (typeof balance !== 'bigint' || balance < 1n || balance > MAX_U64) {
    throw new InvalidInputError('condition.minimumBalance', 'must be from 1 base unit to the largest u64')
  }
}

function validateTokenAddress(address: string): void {
  // A longer text cannot be an address, and decoding base58 takes quadratic time.
  const isShort = typeof address === 'string' && address.length <= 44
  const bytes = isShort ? bs58.decodeUnsafe(address) : undefined
  if (bytes?.length !== 32) {
    throw new InvalidInputError('tokenAddress', 'must be a Solana address in base58')
  }
  if (bytes.every((byte) => byte === 0)) {
    throw new InvalidInputError('tokenAddress', 'must not be the empty address, which stands for no token')
  }
}

function requireOneOf<T extends string>(field: string, value: T, allowed: readonly T[]): void {
  if (!allowed.includes(value)) throw new InvalidInputError(field, `must be one of ${allowed.join(', ')}`)
}
