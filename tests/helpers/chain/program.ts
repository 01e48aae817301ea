// Finds the file of the program under test, and makes the accounts of a deployed program.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROGRAM_ID } from '@prediction-market/sdk'
import { Keypair, PublicKey } from '@solana/web3.js'
import { checkSources, ROOT } from '../../../app/src/deploy/sources.ts'
import type { ChainAccount } from './chain.ts'

/** Offset of the ELF header's flags, which are the version of SBPF. */
const ELF_FLAGS = 48

const NAMES = { v3: 'prediction_market.so', v0: 'prediction_market-v0.so' }

/**
 * The file of the program under test: that of `target/deploy` if there is one of this version, otherwise the committed
 * one. Anchor builds only one version, v3 by default.
 *
 * @param version - of SBPF; bankrun's runtime is older than v3
 * @throws Error if the sources have changed since it was built
 */
export function programFile(version: 'v0' | 'v3', root: string = ROOT): string {
  const built = join(root, 'target/deploy', NAMES.v3)
  const isBuilt = existsSync(built) && versionOf(built) === version
  const file = isBuilt ? built : join(root, 'sdk/program', NAMES[version])
  checkSources(file, root)
  return file
}

/** Reads the program under test. `PROGRAM_FILE` names another one in v3, such as a mutant, whose sources differ. */
export function readProgramUnderTest(version: 'v0' | 'v3'): Buffer {
  const other = version === 'v3' ? process.env.PROGRAM_FILE : undefined
  return readFileSync(other ?? programFile(version))
}

function versionOf(path: string): string {
  return `v${readFileSync(path).readUInt32LE(ELF_FLAGS)}`
}

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
