// The accounts of a deployed program, for the program tests.

import { PROGRAM_ID } from '@prediction-market/sdk'
import { Keypair, PublicKey } from '@solana/web3.js'
import type { ChainAccount } from './chain.ts'
import { readProgramUnderTest } from './program-file.ts'

const UPGRADEABLE_LOADER = new PublicKey('BPFLoaderUpgradeab1e11111111111111111111111')
const PROGRAM_DATA_HEADER = 45

/** The program's upgrade authority. */
export const upgradeAuthority = Keypair.fromSeed(new Uint8Array(32).fill(7))

/** The code of the program by version, read once. */
const codes = new Map<string, Buffer>()

/**
 * The accounts of our program after a deployment with the upgradeable loader. The program data comes first,
 * since a runtime may read it when the program account is set.
 *
 * @param version - of SBPF; bankrun's runtime is older than v3
 */
export function programAccounts(version: 'v0' | 'v3'): [PublicKey, ChainAccount][] {
  const code = codes.get(version) ?? readProgramUnderTest(version)
  codes.set(version, code)
  const [dataAddress] = PublicKey.findProgramAddressSync([PROGRAM_ID.toBytes()], UPGRADEABLE_LOADER)

  const header = Buffer.alloc(PROGRAM_DATA_HEADER)
  header.writeUInt32LE(3, 0) // the variant ProgramData
  header.writeBigUInt64LE(0n, 4) // deployed in slot 0
  header.writeUInt8(1, 12) // has an upgrade authority
  header.set(upgradeAuthority.publicKey.toBytes(), 13)

  const program = Buffer.alloc(36)
  program.writeUInt32LE(2, 0) // the variant Program
  program.set(dataAddress.toBytes(), 4)

  const account = (data: Buffer, executable: boolean): ChainAccount => ({
    lamports: 10_000_000_000n,
    data,
    owner: UPGRADEABLE_LOADER,
    executable,
  })
  return [
    [dataAddress, account(Buffer.concat([header, code]), false)],
    [PROGRAM_ID, account(program, true)],
  ]
}
