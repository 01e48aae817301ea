import { PublicKey } from '@solana/web3.js'
import { requireAddress, requireInteger, requireU64 } from './input.ts'
import { PROGRAM_ID, seed } from './program.ts'

/** The one configuration of the program. */
export function findConfig(programId: PublicKey = PROGRAM_ID): PublicKey {
  return find([seed('configSeed')], programId)
}

/** The vault that takes the burn shares of SOL markets. */
export function findFeeVault(programId: PublicKey = PROGRAM_ID): PublicKey {
  return find([seed('feeVaultSeed')], programId)
}

/** The attestor set of that number; they are counted from 0. */
export function findAttestorSet(index: number, programId: PublicKey = PROGRAM_ID): PublicKey {
  requireInteger('index', index, 0, 0xffff)
  return find([seed('attestorsSeed'), littleEndian(BigInt(index), 2)], programId)
}

/** The market that `creator` opened, or can open, with that nonce. */
export function findMarket(creator: PublicKey, nonce: bigint, programId: PublicKey = PROGRAM_ID): PublicKey {
  requireU64('nonce', nonce)
  return find([seed('marketSeed'), bytes('creator', creator), littleEndian(nonce, 8)], programId)
}

/** The account that holds the text of a market's question. */
export function findQuestion(market: PublicKey, programId: PublicKey = PROGRAM_ID): PublicKey {
  return find([seed('questionSeed'), bytes('market', market)], programId)
}

/** The account that holds a market's stakes. */
export function findEscrow(market: PublicKey, programId: PublicKey = PROGRAM_ID): PublicKey {
  return find([seed('escrowSeed'), bytes('market', market)], programId)
}

/** The stakes of `owner` in a market. */
export function findPosition(
  market: PublicKey,
  owner: PublicKey,
  programId: PublicKey = PROGRAM_ID,
): PublicKey {
  return find([seed('positionSeed'), bytes('market', market), bytes('owner', owner)], programId)
}

/** The bankroll of an owner. */
export function findBankroll(owner: PublicKey, programId: PublicKey = PROGRAM_ID): PublicKey {
  return find([seed('bankrollSeed'), bytes('owner', owner)], programId)
}

function find(seeds: Uint8Array[], programId: PublicKey): PublicKey {
  const [address] = PublicKey.findProgramAddressSync(seeds, requireAddress('programId', programId))
  return address
}

function bytes(field: string, address: PublicKey): Uint8Array {
  return requireAddress(field, address).toBytes()
}

function littleEndian(value: bigint, length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, index) => Number((value >> BigInt(8 * index)) & 0xffn))
}
