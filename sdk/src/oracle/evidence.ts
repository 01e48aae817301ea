import { type PublicKey, SYSVAR_INSTRUCTIONS_PUBKEY } from '@solana/web3.js'
import type { Condition } from '../condition/types.ts'
import { InvalidInputError } from '../errors.ts'
import { findAttestorSet } from '../pda.ts'
import { PROGRAM_ID } from '../program.ts'
import { findBondingCurve, findMigrationPool } from './pump.ts'

/** The condition whose state is to be shown. */
export interface StateInput {
  condition: Condition
  /** The mint the market is about. */
  token: PublicKey | null
  /** For a migration: the mint that the token is traded against; wrapped SOL by default. See `readQuoteMint`. */
  quoteMint?: PublicKey | undefined
}

/** The market to decide, and its proof. */
export interface DecisionInput extends StateInput {
  /** The attestor set of the market's terms. */
  terms: { attestorSet: number }
  /** The Pyth price update that proves a price or a market capitalisation. */
  price?: PublicKey | undefined
  /** Whether the instruction before verifies signatures of attestors. */
  isAttested?: boolean | undefined
}

/**
 * The accounts that a bet must show. Where the state of an account decides a market early, the program refuses bets
 * once it holds. Empty for all other conditions.
 */
export function betEvidence(input: StateInput): PublicKey[] {
  return input.condition.timing === 'byExpiry' ? stateEvidence(input) : []
}

/**
 * The accounts that decide a market. Empty without the price or attestation that a condition needs: that decides No
 * once the proof window of a `byExpiry` condition has passed.
 */
export function resolutionEvidence(input: DecisionInput, programId: PublicKey = PROGRAM_ID): PublicKey[] {
  switch (input.condition.type) {
    case 'price':
      return input.price ? [input.price] : []
    case 'marketCap':
      return input.price ? [input.price, requireToken(input)] : []
    case 'holders':
    case 'event': {
      const set = findAttestorSet(input.terms.attestorSet, programId)
      return input.isAttested ? [set, SYSVAR_INSTRUCTIONS_PUBKEY] : []
    }
    default:
      return stateEvidence(input)
  }
}

function stateEvidence(input: StateInput): PublicKey[] {
  if (input.condition.type === 'supply') return [requireToken(input)]
  if (input.condition.type !== 'migration') return []
  const token = requireToken(input)
  return [findBondingCurve(token), findMigrationPool(token, input.quoteMint)]
}

function requireToken({ token, condition }: StateInput): PublicKey {
  if (!token) throw new InvalidInputError('token', `is needed by a condition of type ${condition.type}`)
  return token
}
