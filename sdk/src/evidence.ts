import { type PublicKey, SYSVAR_INSTRUCTIONS_PUBKEY } from '@solana/web3.js'
import type { Condition } from './condition/types.ts'
import { InvalidInputError } from './errors.ts'
import { findAttestorSet } from './pda.ts'
import { PROGRAM_ID } from './program.ts'
import { findBondingCurve, findMigrationPool } from './pump.ts'

/** What says which accounts show the state that a condition is about. */
export interface StateInput {
  condition: Condition
  /** The mint the market is about. */
  token: PublicKey | null
  /** For a migration: what the token is traded against, wrapped SOL by default; see `readQuoteMint`. */
  quoteMint?: PublicKey | undefined
}

/** What says which accounts decide a market. */
export interface DecisionInput extends StateInput {
  /** The attestor set of the market's terms. */
  terms: { attestorSet: number }
  /** The Pyth price update that proves a price or a market capitalisation. */
  price?: PublicKey | undefined
  /** Whether the instruction before verifies the signatures of attestors. */
  isAttested?: boolean | undefined
}

/**
 * The accounts that a bet must show: where the state of an account decides, as soon as it holds, the program
 * refuses bets on what can be seen already. Empty for all other conditions.
 */
export function betEvidence(input: StateInput): PublicKey[] {
  return input.condition.timing === 'byExpiry' ? stateEvidence(input) : []
}

/**
 * The accounts that decide a market. Without a price or an attestation, where one is asked for, they are none:
 * that decides No, once the proof window of a condition by expiry has passed.
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
