import {
  type Connection,
  Keypair,
  PublicKey,
  sendAndConfirmTransaction,
  Transaction,
  TransactionInstruction,
} from '@solana/web3.js'
import { expect } from 'chai'
import { decodeProgramData, programDataAddress, UPGRADEABLE_LOADER } from '../../app/src/deploy/loader.ts'
import { uploadProgram } from '../../app/src/deploy/upload.ts'
import { failure, lamportsOf, sharedLocalnet } from '../helpers/localnet/index.ts'

/** The memo program, which fails unless its data is UTF-8: small, and on every node. */
const MEMO = new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr')

/** How the account of a buffer begins: 1, as four bytes. */
const BUFFER = '2UzHM'

describe('uploading a program through the loader', () => {
  let connection: Connection
  let code: Buffer

  before(async () => {
    connection = (await sharedLocalnet()).connection
    code = (await connection.getAccountInfo(MEMO))?.data ?? expect.fail('The node has no memo program')
  })

  const givenDeployer = async (lamports: bigint) => {
    const deployer = Keypair.generate()
    await (await sharedLocalnet()).node.cheats.setLamports(deployer.publicKey, lamports)
    return deployer
  }

  const call = (programId: PublicKey, payer: Keypair, data: Buffer) =>
    sendAndConfirmTransaction(
      connection,
      new Transaction().add(new TransactionInstruction({ programId, keys: [], data })),
      [payer],
    )

  /** Buffers whose authority is the deployer. */
  const buffersOf = ({ publicKey }: Keypair) =>
    connection.getProgramAccounts(UPGRADEABLE_LOADER, {
      filters: [
        { memcmp: { offset: 0, bytes: BUFFER } },
        { memcmp: { offset: 5, bytes: publicKey.toBase58() } },
      ],
    })

  it('makes a program that runs, byte for byte, and leaves nothing behind', async () => {
    const deployer = await givenDeployer(10_000_000_000n)
    const program = Keypair.generate()
    const progress: string[] = []
    await uploadProgram({ connection, deployer, program, code, progress: (text) => progress.push(text) })

    const account = await connection.getAccountInfo(programDataAddress(program.publicKey))
    const deployed = decodeProgramData(account?.data ?? expect.fail())
    expect(deployed.code.equals(code)).to.equal(true)
    expect(deployed.upgradeAuthority?.equals(deployer.publicKey)).to.equal(true)
    expect(await buffersOf(deployer)).to.deep.equal([])
    expect(progress[0]).to.contain(`0 % of ${code.length} bytes`)
    expect(progress.at(-1)).to.equal('activating')

    await call(program.publicKey, deployer, Buffer.from('héllo'))
    const refused = await failure(call(program.publicKey, deployer, Buffer.from([0xff])))
    expect(refused.message).to.contain(`Program ${program.publicKey.toBase58()} failed`)
  })

  it('goes on where it was interrupted', async () => {
    // Given an upload that breaks off at its second step, after the buffer has been made.
    const deployer = await givenDeployer(10_000_000_000n)
    const program = Keypair.generate()
    const stop = () => {
      throw new Error('interrupted')
    }
    const upload = { connection, deployer, program, code }
    expect((await failure(uploadProgram({ ...upload, progress: stop }))).message).to.equal('interrupted')
    const [buffer, ...others] = await buffersOf(deployer)
    expect(others).to.deep.equal([])
    expect(buffer?.account.data.length).to.equal(37 + code.length)

    // When it runs again, it uses that buffer.
    const before = await lamportsOf(connection, deployer.publicKey)
    await uploadProgram(upload)
    expect(await buffersOf(deployer)).to.deep.equal([])
    expect(await connection.getAccountInfo(buffer?.pubkey ?? expect.fail())).to.equal(null)
    await call(program.publicKey, deployer, Buffer.from('again'))

    // And its rent was not paid twice: what the program data holds is what the buffer held, or a little more.
    const spent = before - (await lamportsOf(connection, deployer.publicKey))
    expect(spent < BigInt(buffer?.account.lamports ?? 0)).to.equal(true)
  })

  it('says what the deployer lacks, and spends nothing', async () => {
    const deployer = await givenDeployer(5_000_000n)
    const error = await failure(uploadProgram({ connection, deployer, program: Keypair.generate(), code }))
    expect(error.message).to.match(/holds 0\.005 SOL, but the rent of the program takes \d+\.\d+ SOL/)
    expect(await lamportsOf(connection, deployer.publicKey)).to.equal(5_000_000n)
  })
})
