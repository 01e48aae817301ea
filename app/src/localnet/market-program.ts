import type { Settings } from '@prediction-market/sdk'
import { type Connection, LAMPORTS_PER_SOL } from '@solana/web3.js'
import { PROGRAM_PATH, readProgram } from '../deploy/program.ts'
import { setUp } from '../deploy/set-up.ts'
import { programSettings } from '../deploy/settings.ts'
import type { Deployment } from '../deploy/types.ts'
import { ATTESTOR_THRESHOLD, LOCALNET_KEYS, UTILITY_DECIMALS } from './keys.ts'
import type { LocalNode } from './node.ts'

/** SOL that the admin and each keeper start with. */
const FUNDS = 1_000

/** Seconds; shorter than on a cluster, so that you can watch how a market without a proof ends. */
export const LOCALNET_TIMES = { proofWindow: 30, voidDelay: 600 } as const

/**
 * Sets up the program on a fresh node with the code that does so on a cluster. Only the program itself and the
 * first SOL are written by cheats.
 *
 * @param settings - replace the localnet's defaults
 */
export async function setUpProgram(
  node: Pick<LocalNode, 'deploy' | 'cheats'>,
  connection: Connection,
  settings: Partial<Settings> = {},
): Promise<Deployment> {
  const { admin, treasury, mint, attestors, keepers, program } = LOCALNET_KEYS
  const lamports = BigInt(FUNDS * LAMPORTS_PER_SOL)
  const funded = [admin, ...keepers].map(({ publicKey }) => node.cheats.setLamports(publicKey, lamports))
  const [code] = await Promise.all([readProgram(PROGRAM_PATH), ...funded])
  const deploy = () =>
    node.deploy({ programId: program.publicKey, soPath: PROGRAM_PATH, upgradeAuthority: admin.publicKey })
  const defaults = programSettings({}, treasury.publicKey)
  return setUp({
    connection,
    deployer: admin,
    program: { code, deploy },
    utilityMint: { key: mint, decimals: UTILITY_DECIMALS },
    settings: (decimals) => ({ ...defaults(decimals), ...LOCALNET_TIMES, ...settings }),
    attestors: { keys: attestors.map(({ publicKey }) => publicKey), threshold: ATTESTOR_THRESHOLD },
  })
}
