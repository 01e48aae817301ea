import type { PublicKey } from '@solana/web3.js'
import type { Condition } from './condition/types.ts'
import { InvalidInputError } from './errors.ts'

/** The parts of a market that say what proves it. */
export interface EvidenceInput {
  condition: Condition
  /** The mint the market is about. */
  token: PublicKey | null
}

/**
 * The accounts that a bet must show: where the state of an account decides, as soon as it holds, the program
 * refuses bets on what can be seen already. Empty for all other conditions.
 */
export function betEvidence({ condition, token }: EvidenceInput): PublicKey[] {
  if (condition.timing !== 'byExpiry') return []
  switch (condition.type) {
    case 'supply':
      return [requireToken(token)]
    default:
      return []
  }
}

/**
 * The accounts that decide a market.
 *
 * @param price - the Pyth price update that proves a price or a market capitalisation; may be left out to
 *   decide No once the proof window has passed
 */
export function resolutionEvidence({ condition, token }: EvidenceInput, price?: PublicKey): PublicKey[] {
  switch (condition.type) {
    case 'price':
      return price ? [price] : []
    case 'marketCap':
      return price ? [price, requireToken(token)] : []
    case 'supply':
      return [requireToken(token)]
    default:
      return []
  }
}

function requireToken(token: PublicKey | null): PublicKey {
  if (!token) throw new InvalidInputError('token', 'is needed by this condition')
  return token
}
