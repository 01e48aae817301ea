import type { Settings } from '@prediction-market/sdk'
import type { Connection } from '@solana/web3.js'
import { PROGRAM_PATH, readProgram } from '../deploy/program.ts'
import { type Deployment, setUp } from '../deploy/set-up.ts'
import { readSettings } from '../deploy/settings.ts'
import { ATTESTOR_THRESHOLD, LOCALNET_KEYS } from './keys.ts'
import type { LocalNode } from './node.ts'

/** Decimals of the localnet's utility token. */
const UTILITY_DECIMALS = 6

/** What the admin and each keeper start with: 1,000 SOL. */
const FUNDS = 1_000_000_000_000n

/** What is other than on clusters: nobody has to wait for long to see how a market without a proof ends. */
const LOCALNET_SETTINGS: Partial<Settings> = { proofWindow: 30, voidDelay: 600 }

/**
 * Puts the program on a fresh node and makes it ready for markets, by the code that does so on clusters; only
 * the program itself and the first SOL come out of nowhere.
 *
 * @param settings - what is to be other than by default
 */
export async function setUpProgram(
  node: Pick<LocalNode, 'deploy' | 'cheats'>,
  connection: Connection,
  settings: Partial<Settings> = {},
): Promise<Deployment> {
  const { admin, treasury, mint, attestors, keepers, program } = LOCALNET_KEYS
  const funded = [admin, ...keepers].map(({ publicKey }) => node.cheats.setLamports(publicKey, FUNDS))
  const [code] = await Promise.all([readProgram(PROGRAM_PATH), ...funded])
  const deployment = {
    programId: program.publicKey,
    soPath: PROGRAM_PATH,
    upgradeAuthority: admin.publicKey,
  }
  const defaults = readSettings({}, treasury.publicKey)
  return setUp({
    connection,
    deployer: admin,
    program: { code, deploy: () => node.deploy(deployment) },
    utilityMint: { key: mint, decimals: UTILITY_DECIMALS },
    settings: (decimals) => ({ ...defaults(decimals), ...LOCALNET_SETTINGS, ...settings }),
    attestors: { keys: attestors.map(({ publicKey }) => publicKey), threshold: ATTESTOR_THRESHOLD },
  })
}
