// Runs the commands that upgrade the program of a localnet.

import { readFile } from 'node:fs/promises'
import { PROGRAM_ID } from '@prediction-market/sdk'
import { type Keypair, PublicKey, sendAndConfirmTransaction, Transaction } from '@solana/web3.js'
import { expect } from 'chai'
import { bufferKey } from '../../../app/src/deploy/buffer.ts'
import { UPGRADEABLE_LOADER } from '../../../app/src/deploy/loader.ts'
import { setBufferAuthority } from '../../../app/src/deploy/loader-instructions.ts'
import { readProgramData } from '../../../app/src/deploy/upgrade.ts'
import { LOCALNET_KEYS } from '../../../app/src/localnet/keys.ts'
import { type TestLocalnet, until } from '../localnet/index.ts'
import { adminCommand, keypairFile } from '../run/admin.ts'
import { runBundled } from '../run/bundle.ts'

/** The result of a command. */
interface Outcome {
  code: number | null
  output: string
}

/** Bytes of a program that the command writes itself: several chunks. */
const LAST_BYTES = 5_000

/** The beginning of a buffer's account. */
function bufferHeader(authority: PublicKey): Buffer {
  return Buffer.concat([Buffer.of(1, 0, 0, 0, 1), authority.toBytes()])
}

/** The commands of an upgrade, on a localnet. */
export class Upgrades {
  /** @param folder - for keypair files */
  constructor(
    private readonly localnet: TestLocalnet,
    private readonly folder: string,
  ) {}

  /**
   * Runs `npm run deploy -- --buffer` for a built program. All but the last chunks are in the buffer before, as after an
   * interruption: the embedded node copies the whole buffer for every chunk, which takes minutes for a program.
   */
  async deploy(deployer: Keypair, program: string): Promise<Outcome> {
    const code = await readFile(program)
    const { publicKey: buffer } = bufferKey({ deployer, code })
    if (!(await this.localnet.connection.getAccountInfo(buffer))) {
      const data = Buffer.concat([bufferHeader(deployer.publicKey), code])
      data.fill(0, data.length - LAST_BYTES)
      await this.localnet.node.cheats.setAccount(buffer, { owner: UPGRADEABLE_LOADER, data })
    }
    const environment = {
      RPC_URL: this.localnet.node.rpcUrl,
      KEYPAIR: await keypairFile(this.folder, deployer),
      PROGRAM: program,
    }
    return runBundled('app/src/deploy/command.ts', ['--buffer'], environment)
  }

  /** The same, and expects a buffer. */
  async prepare(deployer: Keypair, program: string): Promise<{ buffer: PublicKey; output: string }> {
    const { code, output } = await this.deploy(deployer, program)
    expect(code, output).to.equal(0)
    const [, address = expect.fail(output)] = /^ {2}buffer +(\w+);/m.exec(output) ?? []
    return { buffer: new PublicKey(address), output }
  }

  /** Runs `npm run admin` as the holder of a key, or without one. */
  async admin(key: Keypair | undefined, ...args: string[]): Promise<Outcome> {
    return adminCommand({ rpcUrl: this.localnet.node.rpcUrl, folder: this.folder }, key, args)
  }

  /** Upgrades the program to a file, as the documents say, and waits until it runs. */
  async upgradeTo(deployer: Keypair, program: string): Promise<void> {
    const { buffer } = await this.prepare(deployer, program)
    const { code, output } = await this.admin(LOCALNET_KEYS.admin, 'upgrade', buffer.toBase58(), '--yes')
    expect(code, output).to.equal(0)
    await this.untilItRuns()
  }

  /** Waits for the slot after the last upgrade, from which on the program runs. */
  async untilItRuns(): Promise<void> {
    const { connection } = this.localnet
    const { slot } = await readProgramData(connection, PROGRAM_ID)
    await until('the slot after the upgrade', async () => {
      return BigInt(await connection.getSlot('confirmed')) > slot
    })
  }

  /** Takes a buffer from the upgrade authority. */
  async handBufferTo(buffer: PublicKey, newAuthority: PublicKey): Promise<void> {
    const { admin } = LOCALNET_KEYS
    const take = setBufferAuthority({ buffer, authority: admin.publicKey, newAuthority })
    await sendAndConfirmTransaction(this.localnet.connection, new Transaction().add(take), [admin])
  }
}
