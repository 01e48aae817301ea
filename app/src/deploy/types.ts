// The types of a deployment.

import type { AuctionSettings, Settings } from '@prediction-market/sdk/accounts'
import type { Connection, Keypair, PublicKey } from '@solana/web3.js'
import type { Batch } from './transactions.ts'

/** A mint to create. The deployer becomes its mint authority; there is no freeze authority. */
export interface NewMint {
  key: Keypair
  decimals: number
}

/** The built program and a way to deploy it. */
export interface ProgramSource {
  code: Uint8Array
  /** Deploys it at its address, with the deployer as upgrade authority. */
  deploy(): Promise<void>
}

export interface SetUpInput {
  connection: Connection
  /** Pays for everything; becomes upgrade authority and admin of what is new. */
  deployer: Keypair
  program: ProgramSource
  /** The mint of UTILITY, which never changes: an existing one or a new one. */
  utilityMint: PublicKey | NewMint
  /** The settings of a new configuration, given the decimals of the utility mint. */
  settings: (utilityDecimals: number) => Settings
  /** The settings of the burn auction, which never change, given the decimals of the utility mint. */
  auction: (utilityDecimals: number) => AuctionSettings
  /**
   * Whether the utility mint may have a mint authority, which can mint tokens and buy the fee vault's SOL for nothing.
   * A new mint has one.
   */
  allowMintAuthority: boolean
  /** The keys of the first attestor set: 4, 5, 7 or 8; `null` for none yet. */
  attestors: readonly PublicKey[] | null
  /** Micro-lamports for each compute unit; none by default. */
  priorityFee?: bigint | undefined
  /** Called after each step. */
  report?: (step: Step) => void
}

export interface Step {
  name: 'program' | 'mint' | 'config' | 'attestors' | 'treasury'
  /** Whether it was created; `false` if it existed. */
  changed: boolean
  /** The state after the step, for people. */
  text: string
}

/** A step and the instructions that carry it out, if there is anything to do. */
export interface PlannedStep {
  step: Step
  batch?: Batch
}

export interface Deployment {
  programId: PublicKey
  utilityMint: PublicKey
  utilityDecimals: number
  treasury: PublicKey
  /** Whether any step changed something. */
  changed: boolean
}

export function joinText(...parts: (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined).join('; ')
}
