// Sets up the program on a localnet, with the localnet's settings.

import type { AuctionSettings, Settings } from '@prediction-market/sdk/accounts'
import { type Connection, LAMPORTS_PER_SOL } from '@solana/web3.js'
import { PROGRAM_PATH, readProgram } from '../deploy/program.ts'
import { setUp } from '../deploy/set-up.ts'
import { programSettings } from '../deploy/settings.ts'
import type { Deployment } from '../deploy/types.ts'
import { LOCALNET_KEYS, UTILITY_DECIMALS } from './keys.ts'
import type { LocalNode } from './node.ts'

/** SOL that the admin, the burner, the opener, the cosigner and each keeper start with. */
const FUNDS = 1_000

/** In seconds; shorter than on a cluster, so that you can watch markets end, even those without a proof. */
export const LOCALNET_TIMES = {
  proofWindow: 30,
  voidDelay: 600,
  feedVoidDelay: 900,
  shortestPeriod: 2,
  shortestAttestedPeriod: 5,
  closeMargin: 2,
} as const

/** The burn auction: it starts at 1,000 UTILITY for one SOL, and halves every minute. */
export const LOCALNET_AUCTION: AuctionSettings = {
  firstPrice: 1_000n * 10n ** BigInt(UTILITY_DECIMALS),
  halfLife: 150,
  smallestLot: BigInt(LAMPORTS_PER_SOL),
}

/** How the localnet's keeper buys: with this much UTILITY, in base units, at twice the first price at most. */
export const LOCALNET_BURN = { utility: 10_000n * 10n ** BigInt(UTILITY_DECIMALS), maxPrice: '2000' } as const

/** The series of rounds that the localnet's keeper opens. */
export const LOCALNET_ROUNDS = '1:SOL/USD:1m:SOL,2:BTC/USD:5m:UTILITY,3:ETH/USD:15m:SOL'

/**
 * The settings of a localnet's program.
 *
 * @param settings - replace the localnet's defaults
 */
export function localnetSettings(settings: Partial<Settings> = {}): Settings {
  const defaults = programSettings({}, LOCALNET_KEYS.treasury.publicKey)(UTILITY_DECIMALS)
  return { ...defaults, ...LOCALNET_TIMES, ...settings }
}

/**
 * Sets up the program on a fresh node with the code that does so on a cluster. Only the program itself and the
 * first SOL are written by cheats.
 */
export async function setUpProgram(
  node: Pick<LocalNode, 'deploy' | 'cheats'>,
  connection: Connection,
  settings: Settings,
): Promise<Deployment> {
  const { admin, mint, attestors, keepers, burner, opener, cosigner, program } = LOCALNET_KEYS
  const lamports = BigInt(FUNDS * LAMPORTS_PER_SOL)
  const rich = [admin, burner, opener, cosigner, ...keepers]
  const funded = rich.map(({ publicKey }) => node.cheats.setLamports(publicKey, lamports))
  const [code] = await Promise.all([readProgram(PROGRAM_PATH), ...funded])
  const deploy = () =>
    node.deploy({ programId: program.publicKey, soPath: PROGRAM_PATH, upgradeAuthority: admin.publicKey })
  return setUp({
    connection,
    deployer: admin,
    program: { code, deploy },
    utilityMint: { key: mint, decimals: UTILITY_DECIMALS },
    settings: () => settings,
    auction: () => LOCALNET_AUCTION,
    // The faucet mints UTILITY.
    allowMintAuthority: true,
    attestors: attestors.map(({ publicKey }) => publicKey),
  })
}
