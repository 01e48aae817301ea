import { createHash } from 'node:crypto'
import { Keypair } from '@solana/web3.js'
import { PUBLIC_PROGRAM_KEYPAIR } from '../deploy/program.ts'

/**
 * Derives a keypair of the localnet from a label, so that every localnet has the same addresses and anyone can act
 * as its admin, attestor or keeper. These keys are public: never use them on another chain.
 *
 * @param label - such as `admin` or `attestor 1`
 */
export function localnetKey(label: string): Keypair {
  return Keypair.fromSeed(createHash('sha256').update(`prediction-market localnet: ${label}`).digest())
}

export const UTILITY_DECIMALS = 6

export const LOCALNET_KEYS = {
  /** The address of the program, the same as in the IDL. */
  program: PUBLIC_PROGRAM_KEYPAIR,
  /** Upgrade authority, admin and mint authority of UTILITY. */
  admin: localnetKey('admin'),
  /** Receives the developer share of fees. */
  treasury: localnetKey('treasury'),
  mint: localnetKey('utility mint'),
  /** Pays out SOL. */
  faucet: localnetKey('faucet'),
  attestors: numbered('attestor', 4),
  keepers: numbered('keeper', 4),
  /** Buys SOL of the fee vault with UTILITY, for the keeper. */
  burner: localnetKey('burner'),
  opener: localnetKey('opener'),
  /** Signs one-call bets beside the API key's own key, and pays their network fees. */
  cosigner: localnetKey('cosigner'),
} as const

/** Wallets for experiments, which also bet on the demonstration markets. */
export const LOCALNET_WALLETS: readonly Keypair[] = numbered('wallet', 8)

function numbered(label: string, count: number): Keypair[] {
  return Array.from({ length: count }, (_, index) => localnetKey(`${label} ${index + 1}`))
}
