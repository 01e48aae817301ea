// Loads Surfpool, the embedded Solana node, for this platform.

import { createRequire } from 'node:module'

/** An event of a Surfpool node, with the fields that we read. */
export interface SurfnetEvent {
  /** `systemClockUpdated`, `clockUpdate`, `transactionProcessed`, `infoLog` … */
  kind: string
  /** Of `systemClockUpdated`: the chain's new clock. */
  clock?: { slot: number; unixTimestamp: number } | null
  /** Of `clockUpdate`: `pause`, `resume` … */
  clockCommand?: string | null
}

export interface SurfnetConfig {
  /** Whether to work without a remote node to read accounts from. */
  offline: boolean
  /** `clock` produces a block every slot, also without transactions. */
  blockProductionMode: 'clock' | 'transaction' | 'manual'
  slotTimeMs: number
  /** Lamports that the payer starts with. */
  airdropSol: number
  /** 64 bytes; a random key by default. */
  payerSecretKey?: number[]
}

/** A running node, on random ports. */
export interface Surfnet {
  readonly rpcUrl: string
  readonly wsUrl: string
  readonly payerSecretKey: number[]
  /** Returns the events since the last call. The node stalls once about a thousand events are queued. */
  drainEvents(): SurfnetEvent[]
  /** Closes both servers; throws if that takes more than five seconds. */
  stop(): void
}

/** The parts of Surfpool's native addon that we use. */
type SurfpoolAddon = { Surfnet: { startWithConfig(config: SurfnetConfig): Surfnet } }

const PACKAGES: Record<string, string> = {
  'linux-x64': '@solana/surfpool-linux-x64-gnu',
  'darwin-arm64': '@solana/surfpool-darwin-arm64',
  'darwin-x64': '@solana/surfpool-darwin-x64',
}

const INSTEAD = 'or set RPC_URL to the URL of a Solana node'

/**
 * The npm package of the embedded node for a platform.
 *
 * @throws Error that says what to do if there is none
 */
export function surfpoolPackage(platform: string = process.platform, arch: string = process.arch): string {
  const name = PACKAGES[`${platform}-${arch}`]
  if (name) return name
  const known = Object.keys(PACKAGES).join(', ')
  throw new Error(`There is no embedded Solana node for ${platform}-${arch}: use one of ${known}, ${INSTEAD}`)
}

/**
 * Loads the embedded node.
 *
 * @throws Error if its package is not installed or fails to load
 */
export function loadAddon(name: string = surfpoolPackage()): SurfpoolAddon {
  try {
    return createRequire(import.meta.url)(name) as SurfpoolAddon
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.split('\n')[0] : String(cause)
    throw new Error(
      `The embedded Solana node ${name} failed to load (${reason}): ` +
        `run npm install --include=optional, ${INSTEAD}`,
      { cause },
    )
  }
}
