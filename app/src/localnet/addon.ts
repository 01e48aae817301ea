import { createRequire } from 'node:module'

/** What Surfpool reports of itself while it runs; the kinds that we read. */
export interface SurfnetEvent {
  /** `systemClockUpdated`, `clockUpdate`, `transactionProcessed`, `infoLog` … */
  kind: string
  /** With `systemClockUpdated`: the chain's clock from now on. */
  clock?: { slot: number; unixTimestamp: number } | null
  /** With `clockUpdate`: `pause`, `resume` … */
  clockCommand?: string | null
}

/** How a node starts. Lamports are numbers here, as the addon takes them. */
export interface SurfnetConfig {
  /** Never asks a remote node for accounts. */
  offline: boolean
  /** `clock` makes a block every slot, with or without transactions. */
  blockProductionMode: 'clock' | 'transaction' | 'manual'
  slotTimeMs: number
  /** Lamports that the payer starts with. */
  airdropSol: number
  /** 64 bytes; a random key without it. */
  payerSecretKey?: number[]
}

/** A running node, on ports of its own choice. */
export interface Surfnet {
  readonly rpcUrl: string
  readonly wsUrl: string
  readonly payerSecretKey: number[]
  /** Takes what happened since the last call. The node stalls once about a thousand events wait. */
  drainEvents(): SurfnetEvent[]
  /** Closes both servers; throws if they do not confirm it within five seconds. */
  stop(): void
}

/** The native addon of Surfpool's Node package, as far as we use it. */
export interface SurfpoolAddon {
  Surfnet: { startWithConfig(config: SurfnetConfig): Surfnet }
}

const PACKAGES: Record<string, string> = {
  'linux-x64': '@solana/surfpool-linux-x64-gnu',
  'darwin-arm64': '@solana/surfpool-darwin-arm64',
  'darwin-x64': '@solana/surfpool-darwin-x64',
}

const INSTEAD = 'or set RPC_URL to the address of a Solana node'

/**
 * The package that holds the node for a platform.
 *
 * @throws Error if there is none; it says what to do instead
 */
export function surfpoolPackage(platform: string = process.platform, arch: string = process.arch): string {
  const name = PACKAGES[`${platform}-${arch}`]
  if (name) return name
  const known = Object.keys(PACKAGES).join(', ')
  throw new Error(
    `No embedded Solana node for ${platform}-${arch} (only ${known}): use one of these, ${INSTEAD}`,
  )
}

/**
 * Loads the embedded node for a platform.
 *
 * @throws Error if there is none, or it is not installed, or does not load here
 */
export function loadAddon(name: string = surfpoolPackage()): SurfpoolAddon {
  try {
    return createRequire(import.meta.url)(name) as SurfpoolAddon
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.split('\n')[0] : String(cause)
    throw new Error(
      `The embedded Solana node ${name} does not load (${reason}): ` +
        `run npm install with optional dependencies, ${INSTEAD}`,
      { cause },
    )
  }
}
