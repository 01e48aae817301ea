// Runs the commands that upgrade the program of a localnet, and makes markets of any version.

import { readFile } from 'node:fs/promises'
import { type Fetched, type Market, type Outcome, PROGRAM_ID } from '@prediction-market/sdk'
import { decodeMarket } from '@prediction-market/sdk/accounts'
import { payout } from '@prediction-market/sdk/rules'
import {
  type Connection,
  type Keypair,
  PublicKey,
  sendAndConfirmTransaction,
  Transaction,
} from '@solana/web3.js'
import { expect } from 'chai'
import { bufferKey } from '../../../app/src/deploy/buffer.ts'
import { UPGRADEABLE_LOADER } from '../../../app/src/deploy/loader.ts'
import { setBufferAuthority } from '../../../app/src/deploy/loader-instructions.ts'
import { readProgramData } from '../../../app/src/deploy/upload.ts'
import { LOCALNET_KEYS } from '../../../app/src/localnet/keys.ts'
import { type TestLocalnet, until } from '../localnet/index.ts'
import { adminCommand, keypairFile } from '../run/admin.ts'
import { runBundled } from '../run/bundle.ts'

/** The result of a command. */
interface Ended {
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
  async deploy(deployer: Keypair, program: string): Promise<Ended> {
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
  async admin(key: Keypair | undefined, ...args: string[]): Promise<Ended> {
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

/** Offsets in the account of a market: its version, and the count of bets that version 2 has in reserved bytes. */
const VERSION_AT = 8
const BETS_AT = 552

/** A market of version 1 or 2. */
export interface VersionedMarket {
  version: number
  /** How many bets were placed; 0 in version 1. */
  bets: bigint
  market: Fetched<Market>
}

/** Reads a market of version 1 or 2, which differ in reserved bytes alone. */
export async function readMarket(connection: Connection, address: PublicKey): Promise<VersionedMarket> {
  const { data } = (await connection.getAccountInfo(address)) ?? expect.fail('The market is not there')
  const version = data.readUInt8(VERSION_AT)
  const first = Buffer.from(data)
  first.writeUInt8(1, VERSION_AT)
  return { version, bets: data.readBigUInt64LE(BETS_AT), market: { ...decodeMarket(first), address } }
}

/** All that somebody has staked on one side of a market, in base units. */
export interface Stakes {
  bettor: Keypair
  outcome: Outcome
  amount: bigint
}

/** What a market pays each if a side wins and nobody was late, in base units. */
export function payouts(stakes: readonly Stakes[], winner: Outcome, { terms }: Market): bigint[] {
  const pool = (isWinning: boolean) =>
    stakes
      .filter(({ outcome }) => (outcome === winner) === isWinning)
      .reduce((sum, { amount }) => sum + amount, 0n)
  return stakes.map(({ outcome, amount }) =>
    outcome === winner ? payout(amount, pool(true), pool(false), terms) : 0n,
  )
}
