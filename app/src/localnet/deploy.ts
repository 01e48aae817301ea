// Deploys a program on the localnet without its keypair and without fees.

import type { PublicKey } from '@solana/web3.js'
import { readProgram } from '../deploy/program.ts'
import { callRpc } from './rpc.ts'

/** A program to deploy on the localnet. */
export interface Deployment {
  programId: PublicKey
  /** File of the built program. */
  soPath: string
  /** The upgrade authority, who must sign `initialize_config`. */
  upgradeAuthority: PublicKey
}

/**
 * Deploys a program on a Surfpool node as the upgradeable loader would, without its keypair and without fees. It
 * can be called at once. A second deployment replaces the code.
 *
 * The addon's own `deploy` makes the system program the upgrade authority, so this calls the method behind it.
 *
 * @throws Error if the file is missing or not a program
 */
export async function deployProgram(rpcUrl: string, deployment: Deployment): Promise<void> {
  const { programId, soPath, upgradeAuthority } = deployment
  const code = await readProgram(soPath)
  const params = [programId.toBase58(), code.toString('hex'), 0, upgradeAuthority.toBase58()]
  await callRpc(rpcUrl, 'surfnet_writeProgram', params)
}
