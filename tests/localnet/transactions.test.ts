import { createTransferInstruction, getAccount, getMint } from '@solana/spl-token'
import {
  type Connection,
  Keypair,
  type PublicKey,
  SendTransactionError,
  SystemProgram,
  sendAndConfirmTransaction,
  Transaction,
} from '@solana/web3.js'
import { expect } from 'chai'
import { startNode } from '../../app/src/localnet/node.ts'
import {
  closeConnection,
  createMint,
  fundedWallet,
  mintTokens,
  openConnection,
  sharedLocalnet,
  until,
} from '../helpers/localnet/index.ts'

const transfer = (from: PublicKey, to: PublicKey, lamports: number) =>
  new Transaction().add(SystemProgram.transfer({ fromPubkey: from, toPubkey: to, lamports }))

const stranger = () => Keypair.generate().publicKey

describe('a transaction on the localnet', () => {
  let connection: Connection
  let wallet: Keypair

  before(async () => {
    connection = (await sharedLocalnet()).connection
    wallet = await fundedWallet(connection)
  })

  it('moves lamports and costs its fee', async () => {
    const to = stranger()
    const before = await connection.getBalance(wallet.publicKey)

    await sendAndConfirmTransaction(connection, transfer(wallet.publicKey, to, 1_500_000), [wallet])

    expect(await connection.getBalance(to)).to.equal(1_500_000)
    expect(await connection.getBalance(wallet.publicKey)).to.equal(before - 1_500_000 - 5000)
  })

  it('moves SPL tokens', async () => {
    const mint = await createMint(connection, wallet, 9)
    const from = await mintTokens(connection, wallet, mint, wallet.publicKey, 2n ** 63n)
    const to = await mintTokens(connection, wallet, mint, stranger(), 1n)

    const move = createTransferInstruction(from, to, wallet.publicKey, 2n ** 62n)
    await sendAndConfirmTransaction(connection, new Transaction().add(move), [wallet])

    expect((await getAccount(connection, to)).amount).to.equal(2n ** 62n + 1n)
    expect((await getMint(connection, mint)).supply).to.equal(2n ** 63n + 1n)
  })

  it('has one effect when it is sent twice', async () => {
    const to = stranger()
    const transaction = transfer(wallet.publicKey, to, 2_000_000)
    const signature = await sendAndConfirmTransaction(connection, transaction, [wallet])

    for (const skipPreflight of [false, true]) {
      const again = await connection
        .sendRawTransaction(transaction.serialize(), { skipPreflight })
        .catch((error: Error) => error)
      expect(again).to.be.instanceOf(SendTransactionError)
      expect((again as Error).message).to.contain('already been processed')
    }
    expect(await connection.getBalance(to)).to.equal(2_000_000)
    const { value } = await connection.getSignatureStatus(signature)
    expect(value?.err).to.equal(null)
  })

  it('that would fail is refused before it is sent, with its logs', async () => {
    const to = stranger()
    const error = await connection
      .sendTransaction(transfer(wallet.publicKey, to, 1_000_000_000_000), [wallet])
      .catch((reason: unknown) => reason)

    expect(error).to.be.instanceOf(SendTransactionError)
    const { logs } = error as SendTransactionError
    expect(logs).to.be.an('array')
    expect(logs?.join('\n')).to.match(/Transfer: insufficient lamports \d+, need 1000000000000/)
    expect(await connection.getBalance(to)).to.equal(0)
  })

  it('that fails on the chain keeps its error and logs', async () => {
    const to = stranger()
    const signature = await connection.sendTransaction(
      transfer(wallet.publicKey, to, 1_000_000_000_000),
      [wallet],
      { skipPreflight: true },
    )
    const status = await until(`the status of ${signature}`, async () => {
      return (await connection.getSignatureStatus(signature)).value
    })

    expect(status.err).to.deep.equal({ InstructionError: [0, { Custom: 1 }] })
    const details = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 1 })
    expect(details?.meta?.logMessages?.join('\n')).to.contain('insufficient lamports')
  })

  it('with a blockhash that never was is refused', async () => {
    const transaction = transfer(wallet.publicKey, stranger(), 1_000_000)
    transaction.recentBlockhash = stranger().toBase58()
    transaction.feePayer = wallet.publicKey
    transaction.sign(wallet)

    const error = await connection
      .sendRawTransaction(transaction.serialize())
      .catch((reason: Error) => reason)
    expect((error as Error).message).to.contain('Blockhash not found')
  })
})

describe('a blockhash of the localnet', () => {
  it('expires after 150 blocks', async () => {
    // Given a node whose blocks come every 10 ms, and a transaction signed and kept back.
    const node = await startNode({ rpcPort: 0, slotTimeMs: 10 })
    const connection = openConnection(node)
    try {
      const latest = await connection.getLatestBlockhash()
      const to = stranger()
      const transaction = new Transaction({ feePayer: node.payer.publicKey, ...latest }).add(
        ...transfer(node.payer.publicKey, to, 1_000_000).instructions,
      )
      transaction.sign(node.payer)
      expect((await connection.isBlockhashValid(latest.blockhash)).value).to.equal(true)

      // When its last valid block height has passed.
      await until(`block height ${latest.lastValidBlockHeight}`, async () => {
        return (await connection.getBlockHeight()) > latest.lastValidBlockHeight
      })

      // Then it is refused, and nothing moved.
      const error = await connection
        .sendRawTransaction(transaction.serialize())
        .catch((reason: Error) => reason)
      expect((error as Error).message).to.contain('Blockhash not found')
      expect((await connection.isBlockhashValid(latest.blockhash)).value).to.equal(false)
      expect(await connection.getBalance(to)).to.equal(0)
    } finally {
      await closeConnection(connection)
      await node.stop()
    }
  })
})
