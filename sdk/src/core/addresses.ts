// Addresses of the program's accounts and public ids of markets, for any library.

import { IDL_CONSTANTS, type PredictionMarket } from '../idl/prediction_market.ts'
import { InvalidInputError } from './errors.ts'
import { requireInteger, requireU64 } from './numbers.ts'
import type { AddressInput, Codec, Library } from './wire.ts'

/** The one configuration of the program. */
export function findConfig<L extends Library>(codec: Codec<L>): L['Address'] {
  return find(codec, [seed('configSeed')])
}

/** The vault that receives the burn shares of SOL markets. */
export function findFeeVault<L extends Library>(codec: Codec<L>): L['Address'] {
  return find(codec, [seed('feeVaultSeed')])
}

/** The attestor set of that number; they are counted from 0. */
export function findAttestorSet<L extends Library>(codec: Codec<L>, index: number): L['Address'] {
  requireInteger('index', index, 0, 0xffff)
  return find(codec, [seed('attestorsSeed'), littleEndian(BigInt(index), 2)])
}

/** The market that `creator` opened, or can open, with that nonce. */
export function findMarket<L extends Library>(codec: Codec<L>, creator: AddressInput<L>, nonce: bigint) {
  requireU64('nonce', nonce)
  return find(codec, [seed('marketSeed'), bytes(codec, 'creator', creator), littleEndian(nonce, 8)])
}

/** The account that holds the text of a market's question. */
export function findQuestion<L extends Library>(codec: Codec<L>, market: AddressInput<L>): L['Address'] {
  return find(codec, [seed('questionSeed'), bytes(codec, 'market', market)])
}

/** The account that holds a market's stakes. */
export function findEscrow<L extends Library>(codec: Codec<L>, market: AddressInput<L>): L['Address'] {
  return find(codec, [seed('escrowSeed'), bytes(codec, 'market', market)])
}

/** The stakes of `owner` in a market. */
export function findPosition<L extends Library>(
  codec: Codec<L>,
  market: AddressInput<L>,
  owner: AddressInput<L>,
): L['Address'] {
  return find(codec, [seed('positionSeed'), bytes(codec, 'market', market), bytes(codec, 'owner', owner)])
}

/** The bankroll of an owner. */
export function findBankroll<L extends Library>(codec: Codec<L>, owner: AddressInput<L>): L['Address'] {
  return find(codec, [seed('bankrollSeed'), bytes(codec, 'owner', owner)])
}

/** Reads a list of addresses. */
export function requireAddresses<L extends Library>(
  codec: Codec<L>,
  field: string,
  addresses: readonly AddressInput<L>[],
): L['Address'][] {
  if (!Array.isArray(addresses)) throw new InvalidInputError(field, 'must be an array of public keys')
  return addresses.map((address, index) => codec.address(`${field}[${index}]`, address))
}

type Derived<Address> = [address: Address, bump: number]

/** Remembers the addresses that were derived last: a bet needs the same ones several times. */
export function rememberDerived<Address>(
  derive: (seeds: readonly Uint8Array[], program: Uint8Array) => Derived<Address>,
): typeof derive {
  const derived = new Map<string, Derived<Address>>()
  return (seeds, program) => {
    // With their lengths, other seeds of the same bytes have another key.
    const key = [program, ...seeds].map((part) => String.fromCharCode(part.length, ...part)).join('')
    const known = derived.get(key) ?? derive(seeds, program)
    // The one that was used last is at the end, the oldest is at the front.
    derived.delete(key)
    derived.set(key, known)
    if (derived.size > MAX_DERIVED) derived.delete(derived.keys().next().value ?? '')
    return known
  }
}

const MAX_DERIVED = 1_000

type Constant = PredictionMarket['constants'][number]

/** The bytes of a seed that the program exports. */
function seed(name: Extract<Constant, { type: 'bytes' }>['name']): Uint8Array {
  return Uint8Array.from(JSON.parse(IDL_CONSTANTS.find((one) => one.name === name)?.value ?? ''))
}

function find<L extends Library>(codec: Codec<L>, seeds: Uint8Array[]): L['Address'] {
  return codec.derive(seeds, codec.program)[0]
}

function bytes<L extends Library>(codec: Codec<L>, field: string, address: AddressInput<L>): Uint8Array {
  return codec.bytes(codec.address(field, address))
}

function littleEndian(value: bigint, length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, index) => Number((value >> BigInt(8 * index)) & 0xffn))
}

/** The prefix of a market id; the market's address follows. */
export const MARKET_ID_PREFIX = 'market_'

/** The public id of a market from its address in base58, which is not validated. */
export function marketIdOf(address: string): string {
  return MARKET_ID_PREFIX + address
}

/** The address in a public id, in base58 and not validated; empty if the id has another prefix. */
export function marketAddressOf(id: string): string {
  return id.startsWith(MARKET_ID_PREFIX) ? id.slice(MARKET_ID_PREFIX.length) : ''
}

/**
 * The address of a market from its public id. Every address has exactly one id.
 *
 * @throws InvalidInputError if it is not a market id; the market itself need not exist
 */
export function requireMarketId<L extends Library>(codec: Codec<L>, id: string, field: string): L['Address'] {
  const address = typeof id === 'string' ? marketAddressOf(id) : ''
  try {
    return codec.address(field, address)
  } catch {
    throw new InvalidInputError(field, 'must be market_ and an address in base58')
  }
}
