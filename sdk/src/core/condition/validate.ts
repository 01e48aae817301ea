// Validates conditions before they are sent to the program.

import { fromBase58 } from '../encoding.ts'
import { InvalidInputError } from '../errors.ts'
import { requireOneOf } from './checks.ts'
import { TIMINGS } from './comparison.ts'
import { CONDITION_KINDS, type Condition, kindOf, METRICS } from './kinds/index.ts'

/** The market that a condition belongs to. */
export interface ConditionContext {
  /** Mint of the market's token in base58; `null` or absent in a market about no token. */
  tokenAddress?: string | null
}

/**
 * Checks a condition: the program must accept it, and both answers must be possible.
 *
 * @throws InvalidInputError naming the field: `condition.target`, `tokenAddress` …
 */
export function validateCondition(condition: Condition, context: ConditionContext = {}): void {
  validateShape(condition)
  validateToken(condition, context)
}

/** Checks that a market has the token that its condition needs. */
export function validateToken(condition: Condition, { tokenAddress }: ConditionContext): void {
  if (tokenAddress != null) validateTokenAddress(tokenAddress)
  else if (kindOf(condition).needsToken) {
    throw new InvalidInputError('tokenAddress', `is needed by a condition of type ${condition.type}`)
  }
}

/** Checks a condition without its market. */
export function validateShape(condition: Condition): void {
  if (typeof condition !== 'object' || condition === null) {
    throw new InvalidInputError('condition', 'must be an object')
  }
  requireOneOf('condition.timing', condition.timing, TIMINGS)
  const kind = CONDITION_KINDS.find(({ type }) => type === condition.type)
  if (!kind) {
    const names = `${METRICS.slice(0, -1).join(', ')} or ${METRICS.at(-1)}`
    throw new InvalidInputError('condition.type', `must be ${names}`)
  }
  kind.validate(condition)
}

function validateTokenAddress(address: string): void {
  // A longer text cannot be an address, and decoding base58 takes quadratic time.
  const isText = typeof address === 'string' && address.length <= 44
  if (!isText || bytesOfBase58(address) !== 32) {
    throw new InvalidInputError('tokenAddress', 'must be a Solana address in base58')
  }
  if (/^1+$/.test(address)) {
    throw new InvalidInputError('tokenAddress', 'must not be the default pubkey, which means no token')
  }
}

/** The number of bytes that a base58 text encodes: each leading `1` is a zero byte. `null` if it is not base58. */
function bytesOfBase58(text: string): number | null {
  const value = fromBase58(text)
  const zeros = text.length - text.replace(/^1+/, '').length
  return value === null ? null : zeros + (value === 0n ? 0 : Math.ceil(value.toString(16).length / 2))
}
