// The evidence accounts of bets, new markets and decisions, for Kit.

import { type Address, address, getAddressEncoder, getProgramDerivedAddress } from '@solana/kit'
import {
  type Condition,
  type ConditionKind,
  type EvidenceAccount,
  kindOf,
} from '../core/condition/kinds/index.ts'

const INSTRUCTIONS_SYSVAR = /* @__PURE__ */ address('Sysvar1nstructions1111111111111111111111111')

// Programs and seeds as in the program's `oracle/pump.rs`, which names its sources.
const PUMP = /* @__PURE__ */ address('6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P')
const PUMP_AMM = /* @__PURE__ */ address('pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA')
const WRAPPED_SOL = /* @__PURE__ */ address('So11111111111111111111111111111111111111112')
const CANONICAL_POOL_INDEX = /* @__PURE__ */ Uint8Array.of(0, 0)

/** What a condition measures. */
export interface StateInput {
  type: Condition['type']
  /** The mint the market is about; the market's `token`. */
  token: Address
}

/** The proof of an answer. */
export interface ProofInput extends StateInput {
  /** The Pyth price update that proves a price or a market capitalisation. */
  price?: Address | undefined
  /** The Pyth price update that proves the reference price of a change, unless it was recorded. */
  referencePrice?: Address | undefined
  /** Whether the instruction before verifies signatures of attestors; if so, pass `attestorSet` to `resolveMarket`. */
  isAttested?: boolean | undefined
  /** For a migration: the mint that the token is traded against; wrapped SOL by default. */
  quoteMint?: Address | undefined
}

/** The address of each account that can be evidence; `undefined` if there is no such proof. */
const ADDRESSES: Record<
  EvidenceAccount,
  (input: ProofInput) => Address | Address[] | Promise<Address> | undefined
> = {
  price: ({ price }) => price,
  prices: ({ referencePrice, price }) => [referencePrice, price].filter((one) => one !== undefined),
  mint: ({ token }) => token,
  bondingCurve: ({ token }) => findBondingCurvePda(token),
  migrationPool: ({ token, quoteMint }) => findMigrationPoolPda(token, quoteMint),
  instructions: ({ isAttested }) => (isAttested ? INSTRUCTIONS_SYSVAR : undefined),
}

/** The argument `evidence` of `placeBet`: the mint for a supply, the bonding curve for a migration, or nothing. */
export function getBetEvidence(input: StateInput): Promise<Address[]> {
  return addresses(input, 'bet')
}

/** The argument `evidence` of `createMarket`: that of a bet, and the mint for a market capitalisation and for holders. */
export function getCreationEvidence(input: StateInput): Promise<Address[]> {
  return addresses(input, 'creation')
}

/** The argument `evidence` of `resolveMarket`. Empty without the price or attestation that a condition needs. */
export function getResolutionEvidence(input: ProofInput): Promise<Address[]> {
  return addresses(input, 'decision')
}

async function addresses(input: ProofInput, step: keyof ConditionKind['accounts']): Promise<Address[]> {
  const shown = await Promise.all(kindOf(input).accounts[step].map((account) => ADDRESSES[account](input)))
  return shown.every((one) => one !== undefined) ? shown.flat() : []
}

/** The pump.fun bonding curve of a token. */
export async function findBondingCurvePda(token: Address): Promise<Address> {
  return find(PUMP, ['bonding-curve', bytes(token)])
}

/** The PumpSwap pool that the migration of a token creates. */
export async function findMigrationPoolPda(
  token: Address,
  quoteMint: Address = WRAPPED_SOL,
): Promise<Address> {
  const authority = await find(PUMP, ['pool-authority', bytes(token)])
  return find(PUMP_AMM, ['pool', CANONICAL_POOL_INDEX, bytes(authority), bytes(token), bytes(quoteMint)])
}

async function find(programAddress: Address, seeds: (string | Uint8Array)[]): Promise<Address> {
  const [found] = await getProgramDerivedAddress({ programAddress, seeds })
  return found
}

function bytes(key: Address): Uint8Array {
  return Uint8Array.from(getAddressEncoder().encode(key))
}
