import type { PublicKey } from '@solana/web3.js'
import { readProgram } from '../deploy/program.ts'
import { callRpc } from './rpc.ts'

/** A program to put on the localnet. */
export interface Deployment {
  programId: PublicKey
  /** The built program, a file. */
  soPath: string
  /** Who may upgrade it; what `initialize_config` asks of its signer. */
  upgradeAuthority: PublicKey
}

/**
 * Puts a program on a Surfpool node as the upgradeable loader would leave it, at any address, without its key
 * and without fees. It can be called at once; done again, it replaces the code.
 *
 * The addon's own `deploy` makes the system program the authority, so this is the call behind it.
 *
 * @throws Error if the file is missing or not a program
 */
export async function deployProgram(rpcUrl: string, deployment: Deployment): Promise<void> {
  const { programId, soPath, upgradeAuthority } = deployment
  const code = await readProgram(soPath)
  const params = [programId.toBase58(), code.toString('hex'), 0, upgradeAuthority.toBase58()]
  await callRpc(rpcUrl, 'surfnet_writeProgram', params)
}
