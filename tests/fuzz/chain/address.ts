import { createHash } from 'node:crypto'
import { PROGRAM_ID } from '@prediction-market/sdk'
import {
  ASSOCIATED_TOKEN_PROGRAM_ID,
  NATIVE_MINT,
  NATIVE_MINT_2022,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from '@solana/spl-token'
import {
  ComputeBudgetProgram,
  Ed25519Program,
  PublicKey,
  SYSVAR_INSTRUCTIONS_PUBKEY,
  SystemProgram,
} from '@solana/web3.js'

/** An address with a name to print. There is one object for each address, so objects can be compared. */
export interface Address {
  readonly name: string
  readonly bytes: Uint8Array
  /** Of a program-derived address; 0 otherwise. */
  readonly bump: number
}

const known = new Map<string, Address>()

/** The object of an address, which keeps the first name that it was given. */
export function address(name: string, bytes: Uint8Array, bump = 0): Address {
  const key = Buffer.from(bytes).toString('latin1')
  const found = known.get(key)
  if (found) return found
  const made = { name, bytes, bump }
  known.set(key, made)
  return made
}

/** Forgets all addresses but those of programs, so that a long run does not collect them. */
export function forgetAddresses(): void {
  for (const [key, entry] of known) if (!PERMANENT.has(entry)) known.delete(key)
}

/** An address that depends on nothing but its name. */
export function named(name: string): Address {
  return address(name, createHash('sha256').update(name).digest())
}

/** A program-derived address: the canonical one, or one of the others that fit. */
export function derive(name: string, seeds: readonly Uint8Array[], program: Address, skip = 0): Address {
  let left = skip
  for (let bump = 255; bump >= 0; bump--) {
    const hash = createHash('sha256')
    for (const seed of seeds) hash.update(seed)
    const bytes = hash
      .update(Uint8Array.of(bump))
      .update(program.bytes)
      .update('ProgramDerivedAddress')
      .digest()
    if (!PublicKey.isOnCurve(bytes) && left-- === 0) return address(name, bytes, bump)
  }
  throw new Error(`There is no address for ${name}`)
}

const fixed = (name: string, key: PublicKey) => address(name, key.toBytes())

export const PROGRAM = fixed('program', PROGRAM_ID)
export const SYSTEM = fixed('system program', SystemProgram.programId)
export const TOKEN = fixed('token program', TOKEN_PROGRAM_ID)
export const TOKEN_2022 = fixed('token-2022 program', TOKEN_2022_PROGRAM_ID)
const ASSOCIATED = fixed('associated token program', ASSOCIATED_TOKEN_PROGRAM_ID)
export const ED25519 = fixed('ed25519 program', Ed25519Program.programId)
export const COMPUTE_BUDGET = fixed('compute budget program', ComputeBudgetProgram.programId)
export const INSTRUCTIONS = fixed('instructions sysvar', SYSVAR_INSTRUCTIONS_PUBKEY)
export const LOADER = fixed('loader', new PublicKey('BPFLoaderUpgradeab1e11111111111111111111111'))
export const PUMP = fixed('pump.fun', new PublicKey('6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P'))
export const PUMP_AMM = fixed('PumpSwap', new PublicKey('pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA'))
export const WRAPPED_SOL = fixed('wrapped SOL', NATIVE_MINT)
export const WRAPPED_SOL_2022 = fixed('wrapped SOL (2022)', NATIVE_MINT_2022)
export const RECEIVERS = [
  fixed('receiver 0', new PublicKey('rec5EKMGg6MxZYaMdyBfgwp4d5rB9T1VQH5pJv5LtFJ')),
  fixed('receiver 1', new PublicKey('rec2HHDDnjLfj4kE7VyEtFA1HPGQLK33259532cRyHp')),
] as const

const PERMANENT = new Set(known.values())

/** The associated token account of an owner. */
export function associated(owner: Address, mint: Address, program: Address): Address {
  return derive(`tokens of ${owner.name}`, [owner.bytes, program.bytes, mint.bytes], ASSOCIATED)
}

/** An address of our program's. */
export function ours(name: string, seed: string, ...seeds: Uint8Array[]): Address {
  return derive(name, [Buffer.from(seed), ...seeds], PROGRAM)
}
