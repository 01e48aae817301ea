import { createHash } from 'node:crypto'
import { Keypair } from '@solana/web3.js'
import { PUBLIC_PROGRAM_KEYPAIR } from '../deploy/program.ts'

/**
 * A key of the localnet. Every one of them is public on purpose: derived from a label that is written here, so
 * that a localnet has the same addresses each time and anyone can act as its admin, attestor or keeper. They
 * hold nothing but play money and must never be used on another chain.
 *
 * @param label - what the key is for: `admin`, `attestor 1`
 */
export function localnetKey(label: string): Keypair {
  return Keypair.fromSeed(createHash('sha256').update(`prediction-market localnet: ${label}`).digest())
}

/** How many of the attestors must sign. */
export const ATTESTOR_THRESHOLD = 2

/** The keys of a localnet. */
export const LOCALNET_KEYS = {
  /** The address of the program, the same as in the IDL. */
  program: PUBLIC_PROGRAM_KEYPAIR,
  /** Deployed the program, changes the configuration and mints UTILITY. */
  admin: localnetKey('admin'),
  /** Gets the developer share of fees. */
  treasury: localnetKey('treasury'),
  /** The address of UTILITY's mint. */
  mint: localnetKey('utility mint'),
  /** Hands out SOL. */
  faucet: localnetKey('faucet'),
  attestors: numbered('attestor', 3),
  /** Pay for the transactions of the keeper. */
  keepers: numbered('keeper', 4),
} as const

/** Wallets that people may try things with, and that bet on the demonstration markets. */
export const LOCALNET_WALLETS: readonly Keypair[] = numbered('wallet', 8)

function numbered(label: string, count: number): Keypair[] {
  return Array.from({ length: count }, (_, index) => localnetKey(`${label} ${index + 1}`))
}
