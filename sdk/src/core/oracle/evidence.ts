// The evidence accounts of bets, new markets and decisions.

import { type PublicKey, SYSVAR_INSTRUCTIONS_PUBKEY } from '@solana/web3.js'
import { type AddressInput, requireAddress } from '../../web3/input.ts'
import { findAttestorSet } from '../../web3/pda.ts'
import { PROGRAM_ID } from '../../web3/program-id.ts'
import {
  type Condition,
  type ConditionKind,
  type EvidenceAccount,
  isAttested,
  kindOf,
} from '../condition/kinds/index.ts'
import { InvalidInputError } from '../errors.ts'
import { findBondingCurve, findMigrationPool } from './pump.ts'

/** The condition whose evidence is needed. */
export interface StateInput {
  condition: Condition
  /** The mint the market is about. */
  token: AddressInput | null
}

/** The market to decide, and its proof. */
export interface DecisionInput extends StateInput {
  /** The attestor set of the market's terms. */
  terms: { attestorSet: number }
  /** The Pyth price update that proves a price or a market capitalisation. */
  price?: AddressInput | undefined
  /** The Pyth price update that proves the reference price of a change, unless it was recorded. */
  referencePrice?: AddressInput | undefined
  /** Whether the instruction before verifies signatures of attestors. */
  isAttested?: boolean | undefined
  /** For a migration: the mint that the token is traded against; wrapped SOL by default. See `readQuoteMint`. */
  quoteMint?: AddressInput | undefined
}

/** The accounts of `resolveMarket` that prove the answer. */
export interface ResolutionEvidence {
  /** The market's attestor set, if attestors prove it; `null` otherwise. */
  attestorSet: PublicKey | null
  evidence: PublicKey[]
}

/**
 * The evidence accounts of a bet: the mint for a supply, the bonding curve for a migration. The program refuses bets
 * once the answer can no longer change. Empty for all other conditions.
 */
export function betEvidence(input: StateInput): PublicKey[] {
  return addresses(input, 'bet')
}

/**
 * The evidence accounts of a new market: those of a bet, and the mint for a market capitalisation and for holders. The
 * program refuses accounts that are not mints, and mints whose supply is not reliable.
 */
export function creationEvidence(input: StateInput): PublicKey[] {
  return addresses(input, 'creation')
}

/**
 * The evidence accounts of a decision. Empty without the price or attestation that a condition needs: after the proof
 * window, a recorded observation decides without them.
 */
export function resolutionEvidence(
  input: DecisionInput,
  programId: AddressInput = PROGRAM_ID,
): ResolutionEvidence {
  const evidence = addresses(input, 'decision')
  const isProven = isAttested(input.condition) && evidence.length > 0
  return {
    attestorSet: isProven ? findAttestorSet(input.terms.attestorSet, programId) : null,
    evidence,
  }
}

/** The address of each account that can be evidence; `undefined` if there is no such proof. */
const ADDRESSES: Record<EvidenceAccount, (input: EvidenceInput) => PublicKey | PublicKey[] | undefined> = {
  price: ({ price }) => (price ? requireAddress('price', price) : undefined),
  prices: ({ referencePrice, price }) => [
    ...(referencePrice ? [requireAddress('referencePrice', referencePrice)] : []),
    ...(price ? [requireAddress('price', price)] : []),
  ],
  mint: requireToken,
  bondingCurve: (input) => findBondingCurve(requireToken(input)),
  migrationPool: (input) => findMigrationPool(requireToken(input), input.quoteMint),
  instructions: (input) => (input.isAttested ? SYSVAR_INSTRUCTIONS_PUBKEY : undefined),
}

type EvidenceInput = StateInput & Partial<DecisionInput>

function addresses(input: EvidenceInput, step: keyof ConditionKind['accounts']): PublicKey[] {
  const shown: PublicKey[] = []
  for (const account of kindOf(input.condition).accounts[step]) {
    const address = ADDRESSES[account](input)
    if (!address) return []
    shown.push(...[address].flat())
  }
  return shown
}

function requireToken({ token, condition }: StateInput): PublicKey {
  if (!token) throw new InvalidInputError('token', `is needed by a condition of type ${condition.type}`)
  return requireAddress('token', token)
}
