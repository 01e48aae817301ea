// Addresses of the program's accounts.

import { PublicKey } from '@solana/web3.js'
import { seed } from '../core/constants.ts'
import { type AddressInput, requireAddress, requireInteger, requireU64 } from './input.ts'
import { PROGRAM_ID } from './program-id.ts'

/** The one configuration of the program. */
export function findConfig(programId: AddressInput = PROGRAM_ID): PublicKey {
  return find([seed('configSeed')], programId)
}

/** The vault that receives the burn shares of SOL markets. */
export function findFeeVault(programId: AddressInput = PROGRAM_ID): PublicKey {
  return find([seed('feeVaultSeed')], programId)
}

/** The attestor set of that number; they are counted from 0. */
export function findAttestorSet(index: number, programId: AddressInput = PROGRAM_ID): PublicKey {
  requireInteger('index', index, 0, 0xffff)
  return find([seed('attestorsSeed'), littleEndian(BigInt(index), 2)], programId)
}

/** The market that `creator` opened, or can open, with that nonce. */
export function findMarket(
  creator: AddressInput,
  nonce: bigint,
  programId: AddressInput = PROGRAM_ID,
): PublicKey {
  requireU64('nonce', nonce)
  return find([seed('marketSeed'), bytes('creator', creator), littleEndian(nonce, 8)], programId)
}

/** The account that holds the text of a market's question. */
export function findQuestion(market: AddressInput, programId: AddressInput = PROGRAM_ID): PublicKey {
  return find([seed('questionSeed'), bytes('market', market)], programId)
}

/** The account that holds a market's stakes. */
export function findEscrow(market: AddressInput, programId: AddressInput = PROGRAM_ID): PublicKey {
  return find([seed('escrowSeed'), bytes('market', market)], programId)
}

/** The stakes of `owner` in a market. */
export function findPosition(
  market: AddressInput,
  owner: AddressInput,
  programId: AddressInput = PROGRAM_ID,
): PublicKey {
  return find([seed('positionSeed'), bytes('market', market), bytes('owner', owner)], programId)
}

/** The bankroll of an owner. */
export function findBankroll(owner: AddressInput, programId: AddressInput = PROGRAM_ID): PublicKey {
  return find([seed('bankrollSeed'), bytes('owner', owner)], programId)
}

/** An address of a program, and the bump that makes it one. */
export type Derived = [address: PublicKey, bump: number]

function find(seeds: Uint8Array[], programId: AddressInput): PublicKey {
  return derive(seeds, programId)[0]
}

/** Addresses that were derived last: a bet needs the same ones several times, and deriving takes most of the work. */
const derived = new Map<string, Derived>()
const MAX_DERIVED = 1_000

/** Derives an address of a program. */
export function derive(seeds: Uint8Array[], programId: AddressInput): Derived {
  const program = requireAddress('programId', programId)
  // With their lengths, other seeds of the same bytes have another key.
  const key = [program.toBytes(), ...seeds].map((part) => String.fromCharCode(part.length, ...part)).join('')
  const known = derived.get(key) ?? PublicKey.findProgramAddressSync(seeds, program)
  // The one that was used last is at the end, the oldest is at the front.
  derived.delete(key)
  derived.set(key, known)
  if (derived.size > MAX_DERIVED) derived.delete(derived.keys().next().value ?? '')
  return known
}

function bytes(field: string, address: AddressInput): Uint8Array {
  return requireAddress(field, address).toBytes()
}

function littleEndian(value: bigint, length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, index) => Number((value >> BigInt(8 * index)) & 0xffn))
}
