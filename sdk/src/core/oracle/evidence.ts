// The evidence accounts of bets, new markets and decisions.

import { findAttestorSet } from '../addresses.ts'
import {
  type Condition,
  type ConditionKind,
  type EvidenceAccount,
  isAttested,
  kindOf,
} from '../condition/kinds/index.ts'
import { InvalidInputError } from '../errors.ts'
import type { AddressInput, Codec, Library } from '../wire.ts'
import { findBondingCurve, findMigrationPool } from './pump.ts'

const INSTRUCTIONS_SYSVAR = 'Sysvar1nstructions1111111111111111111111111'

/** The condition whose evidence is needed. */
export interface StateInput<L extends Library> {
  condition: Pick<Condition, 'type'>
  /** The mint the market is about. */
  token: AddressInput<L> | null
}

/** The market to decide, and its proof. */
export interface DecisionInput<L extends Library> extends StateInput<L> {
  /** The attestor set of the market's terms. */
  terms: { attestorSet: number }
  /** The Pyth price update that proves a price or a market capitalisation. */
  price?: AddressInput<L> | undefined
  /** The Pyth price update that proves the reference price of a change, unless it was recorded. */
  referencePrice?: AddressInput<L> | undefined
  /** Whether the instruction before verifies signatures of attestors. */
  isAttested?: boolean | undefined
  /** For a migration: the mint that the token is traded against; wrapped SOL by default. See `readQuoteMint`. */
  quoteMint?: AddressInput<L> | undefined
}

/** The accounts of `resolveMarket` that prove the answer. */
export interface ResolutionEvidence<Address> {
  /** The market's attestor set, if attestors prove it; `null` otherwise. */
  attestorSet: Address | null
  evidence: Address[]
}

/**
 * The evidence accounts of a bet: the mint for a supply, the bonding curve for a migration. The program refuses bets
 * once the answer can no longer change. Empty for all other conditions.
 */
export function betEvidence<L extends Library>(codec: Codec<L>, input: StateInput<L>): L['Address'][] {
  return evidenceOf(codec, input, 'bet')
}

/**
 * The evidence accounts of a new market: those of a bet, and the mint for a market capitalisation and for holders. The
 * program refuses accounts that are not mints, and mints whose supply is not reliable.
 */
export function creationEvidence<L extends Library>(codec: Codec<L>, input: StateInput<L>): L['Address'][] {
  return evidenceOf(codec, input, 'creation')
}

/**
 * The evidence accounts of a decision. Empty without the price or attestation that a condition needs: after the proof
 * window, a recorded observation decides without them.
 */
export function resolutionEvidence<L extends Library>(
  codec: Codec<L>,
  input: DecisionInput<L>,
): ResolutionEvidence<L['Address']> {
  const evidence = evidenceOf(codec, input, 'decision')
  const isProven = isAttested(input.condition) && evidence.length > 0
  return {
    attestorSet: isProven ? findAttestorSet(codec, input.terms.attestorSet) : null,
    evidence,
  }
}

type EvidenceInput<L extends Library> = StateInput<L> & Partial<DecisionInput<L>>

/** The addresses of each account that can be evidence; `undefined` if there is no such proof. */
const ADDRESSES: Record<
  EvidenceAccount,
  <L extends Library>(codec: Codec<L>, input: EvidenceInput<L>) => L['Address'][] | undefined
> = {
  price: (codec, { price }) => (price === undefined ? undefined : [codec.address('price', price)]),
  prices: (codec, { price, referencePrice }) => [
    ...(referencePrice === undefined ? [] : [codec.address('referencePrice', referencePrice)]),
    ...(price === undefined ? [] : [codec.address('price', price)]),
  ],
  mint: (codec, input) => [requireToken(codec, input)],
  bondingCurve: (codec, input) => [findBondingCurve(codec, requireToken(codec, input))],
  migrationPool: (codec, input) => [findMigrationPool(codec, requireToken(codec, input), input.quoteMint)],
  instructions: (codec, input) => (input.isAttested ? [codec.constant(INSTRUCTIONS_SYSVAR)] : undefined),
}

/** The evidence accounts of an instruction. */
function evidenceOf<L extends Library>(
  codec: Codec<L>,
  input: EvidenceInput<L>,
  step: keyof ConditionKind['accounts'],
): L['Address'][] {
  const shown: L['Address'][] = []
  for (const account of kindOf(input.condition).accounts[step]) {
    const found = ADDRESSES[account](codec, input)
    if (!found) return []
    shown.push(...found)
  }
  return shown
}

function requireToken<L extends Library>(codec: Codec<L>, { token, condition }: StateInput<L>): L['Address'] {
  if (!token) throw new InvalidInputError('token', `is needed by a condition of type ${condition.type}`)
  return codec.address('token', token)
}
