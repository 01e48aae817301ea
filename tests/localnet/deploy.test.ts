import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getMint } from '@solana/spl-token'
import {
  type Connection,
  Keypair,
  PublicKey,
  sendAndConfirmTransaction,
  Transaction,
  TransactionInstruction,
} from '@solana/web3.js'
import { expect } from 'chai'
import { programDataAddress, UPGRADEABLE_LOADER } from '../../app/src/deploy/loader.ts'
import type { LocalNode } from '../../app/src/localnet/node.ts'
import { failure, lamportsOf, sharedLocalnet, tokensOf } from '../helpers/localnet/index.ts'

/** The first memo program, which fails unless its data is UTF-8: small, and on every node. */
const MEMO = new PublicKey('Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo')

describe('deploying to the localnet', () => {
  let node: LocalNode
  let connection: Connection
  let folder: string
  let soPath: string

  before(async () => {
    ;({ node, connection } = await sharedLocalnet())
    folder = await mkdtemp(join(tmpdir(), 'localnet-'))
    soPath = join(folder, 'memo.so')
    const memo = await connection.getAccountInfo(MEMO)
    await writeFile(soPath, memo?.data ?? '')
  })

  after(() => rm(folder, { recursive: true }))

  const call = (programId: PublicKey, data: Buffer) =>
    sendAndConfirmTransaction(
      connection,
      new Transaction().add(new TransactionInstruction({ programId, keys: [], data })),
      [node.payer],
    )

  it('makes a program that runs, with the upgrade authority that was asked for', async () => {
    const programId = Keypair.generate().publicKey
    const upgradeAuthority = Keypair.generate().publicKey
    await node.deploy({ programId, soPath, upgradeAuthority })

    // Then the loader's accounts are as a deployment leaves them.
    const program = await connection.getAccountInfo(programId)
    expect(program?.executable).to.equal(true)
    expect(program?.owner.equals(UPGRADEABLE_LOADER)).to.equal(true)
    expect(program?.data.readUInt32LE(0)).to.equal(2)
    expect(new PublicKey(program?.data.subarray(4) ?? []).equals(programDataAddress(programId))).to.equal(
      true,
    )

    const data = await connection.getAccountInfo(programDataAddress(programId))
    expect(data?.owner.equals(UPGRADEABLE_LOADER)).to.equal(true)
    expect(data?.data.readUInt32LE(0)).to.equal(3)
    expect(data?.data.readUInt8(12)).to.equal(1)
    expect(new PublicKey(data?.data.subarray(13, 45) ?? []).equals(upgradeAuthority)).to.equal(true)

    // And it does what the original does.
    await call(programId, Buffer.from('héllo'))
    const failure = await call(programId, Buffer.from([0xff])).catch((error: Error) => error)
    expect((failure as Error).message).to.contain(`Program ${programId.toBase58()} failed`)
  })

  it('again replaces the authority and leaves it running', async () => {
    const programId = Keypair.generate().publicKey
    const authorities = [Keypair.generate().publicKey, Keypair.generate().publicKey]
    for (const upgradeAuthority of authorities) await node.deploy({ programId, soPath, upgradeAuthority })

    const data = await connection.getAccountInfo(programDataAddress(programId))
    expect(new PublicKey(data?.data.subarray(13, 45) ?? []).toBase58()).to.equal(authorities[1]?.toBase58())
    await call(programId, Buffer.from('again'))
  })

  it('refuses a file that is missing or not a program, by its name', async () => {
    const programId = Keypair.generate().publicKey
    const upgradeAuthority = node.payer.publicKey
    const text = join(folder, 'text.so')
    await writeFile(text, 'not a program')

    for (const [path, reason] of [
      [join(folder, 'absent.so'), 'Cannot read the program'],
      [text, 'is not a built program'],
    ] as const) {
      const error = await node
        .deploy({ programId, soPath: path, upgradeAuthority })
        .catch((cause: Error) => cause)
      expect((error as Error).message)
        .to.contain(reason)
        .and.to.contain(path)
    }
    expect(await connection.getAccountInfo(programId)).to.equal(null)
  })
})

describe('the faucet of the localnet', () => {
  const stranger = () => Keypair.generate().publicKey

  it('pays SOL', async () => {
    const { connection, faucet } = await sharedLocalnet()
    const wallet = stranger()
    const signature = await faucet.pay({ wallet, currency: 'SOL', amount: 1_234_567_890n })
    expect(await lamportsOf(connection, wallet)).to.equal(1_234_567_890n)
    expect((await connection.getSignatureStatus(signature)).value?.err).to.equal(null)
  })

  it('mints UTILITY, so that the supply is what there is', async () => {
    const { connection, faucet, program } = await sharedLocalnet()
    const mint = program.utilityMint
    const { supply } = await getMint(connection, mint)
    const wallet = stranger()
    await faucet.pay({ wallet, currency: 'UTILITY', amount: 5_000_001n })
    await faucet.pay({ wallet, currency: 'UTILITY', amount: 2n })
    expect(await tokensOf(connection, mint, wallet)).to.equal(5_000_003n)
    expect((await getMint(connection, mint)).supply - supply).to.equal(5_000_003n)
  })

  it('pays each of several at once, however alike they are', async () => {
    const { connection, faucet, program } = await sharedLocalnet()
    const wallet = stranger()
    const payouts = (['SOL', 'UTILITY', 'SOL', 'UTILITY', 'SOL'] as const).map((currency) =>
      faucet.pay({ wallet, currency, amount: 3_000_000n }),
    )
    expect(new Set(await Promise.all(payouts)).size).to.equal(5)
    expect(await lamportsOf(connection, wallet)).to.equal(9_000_000n)
    expect(await tokensOf(connection, program.utilityMint, wallet)).to.equal(6_000_000n)
  })

  it('says why it cannot pay less than the rent of a new wallet', async () => {
    const { connection, faucet } = await sharedLocalnet()
    const wallet = stranger()
    const error = await failure(faucet.pay({ wallet, currency: 'SOL', amount: 1n }))
    expect(error.name).to.equal('TransactionFailedError')
    expect(error.message).to.match(/rent/i)
    expect(await lamportsOf(connection, wallet)).to.equal(0n)
  })
})
