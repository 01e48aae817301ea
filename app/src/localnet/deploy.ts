import { readFile } from 'node:fs/promises'
import { PublicKey } from '@solana/web3.js'
import { callRpc } from './rpc.ts'

/** The loader that owns upgradeable programs and their data. */
export const UPGRADEABLE_LOADER = new PublicKey('BPFLoaderUpgradeab1e11111111111111111111111')

const ELF_MAGIC = Buffer.from('\x7fELF', 'latin1')

/** A program to put on the localnet. */
export interface Deployment {
  programId: PublicKey
  /** The built program, a file. */
  soPath: string
  /** Who may upgrade it; what `initialize_config` asks of its signer. */
  upgradeAuthority: PublicKey
}

/** Where the upgradeable loader keeps a program's code and its upgrade authority. */
export function programDataAddress(programId: PublicKey): PublicKey {
  return PublicKey.findProgramAddressSync([programId.toBytes()], UPGRADEABLE_LOADER)[0]
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
  const code = await readFile(soPath).catch((cause) => {
    throw new Error(`Cannot read the program ${soPath}: ${(cause as Error).message}`, { cause })
  })
  if (!code.subarray(0, ELF_MAGIC.length).equals(ELF_MAGIC)) {
    throw new Error(`${soPath} is not a built program: it does not start as an ELF file does`)
  }
  const params = [programId.toBase58(), code.toString('hex'), 0, upgradeAuthority.toBase58()]
  await callRpc(rpcUrl, 'surfnet_writeProgram', params)
}
