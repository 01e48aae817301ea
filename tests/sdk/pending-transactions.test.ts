import {
  ProgramError,
  TransactionExpiredError,
  TransactionFailedError,
  TransactionUnconfirmedError,
} from '@prediction-market/sdk'
import {
  compileTransaction,
  PendingTransactions,
  readStatuses,
  requireConfirmed,
  type SignedTransaction,
} from '@prediction-market/sdk/transaction'
import { Connection, Keypair, SystemProgram, TransactionInstruction } from '@solana/web3.js'
import bs58 from 'bs58'
import { expect } from 'chai'
import { type LocalNode, startNode } from '../../app/src/localnet/node.ts'
import { until } from '../helpers/localnet/index.ts'

/** A connection that loses transactions on the way, as networks do. */
class LossyConnection extends Connection {
  broadcasts = 0
  /** How many status polls fail. */
  failing = 0
  /** The number of signatures in each status poll. */
  readonly polled: number[] = []
  /** Whether the answers to broadcasts are lost. */
  isMute = false

  constructor(
    url: string,
    private readonly lost: number,
  ) {
    super(url, 'confirmed')
  }

  override async sendRawTransaction(...args: Parameters<Connection['sendRawTransaction']>) {
    this.broadcasts += 1
    if (this.broadcasts <= this.lost) return 'lost'
    const signature = await super.sendRawTransaction(...args)
    if (this.isMute) throw new TypeError('fetch failed')
    return signature
  }

  override async getSignatureStatuses(...args: Parameters<Connection['getSignatureStatuses']>) {
    this.polled.push(args[0].length)
    if (this.failing-- > 0) throw new Error('the node does not answer')
    return super.getSignatureStatuses(...args)
  }
}

describe('pending transactions', () => {
  let node: LocalNode

  before(async () => {
    node = await startNode({ rpcPort: 0, slotTimeMs: 100 })
  })

  after(() => node.stop())

  /** A signed transfer of 1,000,000 lamports, or a transaction with another instruction. */
  async function given(connection: Connection, instruction?: TransactionInstruction) {
    const to = Keypair.generate().publicKey
    const payer = node.payer.publicKey
    const transfer = SystemProgram.transfer({ fromPubkey: payer, toPubkey: to, lamports: 1_000_000 })
    const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash()
    const transaction = compileTransaction({ payer, instructions: [instruction ?? transfer], blockhash })
    transaction.sign([node.payer])
    return { to, signed: { transaction, lastValidBlockHeight } }
  }

  /** An instruction that the system program refuses. */
  const failing = () =>
    SystemProgram.transfer({
      fromPubkey: node.payer.publicKey,
      toPubkey: Keypair.generate().publicKey,
      lamports: 2n ** 60n,
    })

  const submit = (connection: Connection, signed: SignedTransaction) =>
    new PendingTransactions(connection).submit(signed)

  it('are broadcast again until a block includes them', async () => {
    const connection = new LossyConnection(node.rpcUrl, 1)
    const { to, signed } = await given(connection)
    const { signature, slot } = requireConfirmed(await submit(connection, signed))
    expect(connection.broadcasts).to.equal(2)
    expect((await connection.getSignatureStatus(signature)).value?.slot).to.equal(slot)
    expect(await connection.getBalance(to)).to.equal(1_000_000)
  })

  it('expire when no block can include them any more', async () => {
    const connection = new LossyConnection(node.rpcUrl, Number.POSITIVE_INFINITY)
    const { to, signed } = await given(connection)
    const lastValidBlockHeight = (await connection.getBlockHeight('confirmed')) + 5
    const pending = new PendingTransactions(connection)
    const confirmation = await pending.submit({ ...signed, lastValidBlockHeight })
    expect(confirmation.status).to.equal('expired')
    expect(() => requireConfirmed(confirmation)).to.throw(TransactionExpiredError)
    expect(pending.size).to.equal(0)
    expect(await connection.getBlockHeight('confirmed')).to.be.greaterThan(lastValidBlockHeight)
    expect(await connection.getBalance(to)).to.equal(0)
  })

  it('do not expire because of a node that is behind the one that reports the height', async () => {
    // Given that heights come from a node far ahead, and statuses from one that has not seen the transaction.
    const slot = await new Connection(node.rpcUrl).getSlot('confirmed')
    let behind = 10_000
    class TwoNodes extends Connection {
      override async getEpochInfo(...args: Parameters<Connection['getEpochInfo']>) {
        const info = await super.getEpochInfo(...args)
        return { ...info, absoluteSlot: slot + behind, blockHeight: slot + behind }
      }
    }
    const connection = new TwoNodes(node.rpcUrl, 'confirmed')
    const { transaction } = (await given(connection)).signed
    const signature = bs58.encode(transaction.signatures[0] ?? expect.fail())
    const query = { signature, lastValidBlockHeight: 0 }
    const statuses = () => readStatuses(connection, [query], { finality: 'confirmed' })
    expect(await statuses()).to.deep.equal([null])
    // Once that node is as far, it counts.
    behind = 0
    expect(await statuses()).to.deep.equal(['expired'])
  })

  it('have one effect when they are sent twice', async () => {
    const connection = new LossyConnection(node.rpcUrl, 0)
    const { to, signed } = await given(connection)
    const pending = new PendingTransactions(connection)
    const [first, second] = await Promise.all([pending.submit(signed), pending.submit(signed)])
    expect(first.status).to.equal('confirmed')
    expect(second).to.equal(first)
    expect(connection.broadcasts).to.equal(1)
    expect(await submit(connection, { ...signed, skipPreflight: false })).to.deep.equal(first)
    expect(await connection.getBalance(to)).to.equal(1_000_000)
  })

  it('share their status polls', async () => {
    const connection = new LossyConnection(node.rpcUrl, Number.POSITIVE_INFINITY)
    const many = await Promise.all(Array.from({ length: 300 }, () => given(connection)))
    const pending = new PendingTransactions(connection)
    const all = Promise.all(many.map(({ signed }) => pending.submit(signed)))
    expect(pending.size).to.equal(300)
    await until('both calls of the first poll', async () => connection.polled.length >= 2)
    // A call takes 256 signatures.
    expect(connection.polled.slice(0, 2)).to.deep.equal([256, 44])
    pending.stop()
    for (const { status } of await all) expect(status).to.equal('unconfirmed')
  })

  it('are reported by a websocket before the next poll', async () => {
    const connection = new LossyConnection(node.rpcUrl, 0)
    const listener = new Connection(node.rpcUrl, { wsEndpoint: node.wsUrl, commitment: 'confirmed' })
    // A node does not report what was confirmed before it was asked: so it is connected first.
    await new Promise<void>((resolve) => {
      const id = listener.onSlotChange(() => resolve(listener.removeSlotChangeListener(id)))
    })
    const { to, signed } = await given(connection)
    const pending = new PendingTransactions(connection, { listener, pollMs: 30_000 })
    expect((await pending.submit(signed)).status).to.equal('confirmed')
    expect(connection.polled).to.deep.equal([])
    expect(await connection.getBalance(to)).to.equal(1_000_000)
    pending.stop()
  })

  it('survive a node that does not answer for a moment', async () => {
    const connection = new LossyConnection(node.rpcUrl, 0)
    const { to, signed } = await given(connection)
    connection.failing = 3
    const errors: Error[] = []
    const pending = new PendingTransactions(connection, { onError: (error) => errors.push(error) })
    expect((await pending.submit(signed)).status).to.equal('confirmed')
    expect(errors).to.have.length(3)
    expect(await connection.getBalance(to)).to.equal(1_000_000)
  })

  it('do not fail because an answer was lost', async () => {
    const connection = new LossyConnection(node.rpcUrl, 0)
    const { to, signed } = await given(connection)
    connection.isMute = true
    expect((await submit(connection, signed)).status).to.equal('confirmed')
    expect(await connection.getBalance(to)).to.equal(1_000_000)
  })

  it('end unconfirmed when the node stops answering', async () => {
    const connection = new LossyConnection(node.rpcUrl, 0)
    const { to, signed } = await given(connection)
    connection.failing = Number.POSITIVE_INFINITY
    const pending = new PendingTransactions(connection, { patienceMs: 1_000 })
    const confirmation = await pending.submit(signed)
    expect(confirmation.status).to.equal('unconfirmed')
    expect(() => requireConfirmed(confirmation)).to.throw(TransactionUnconfirmedError)
    expect(await connection.getBalance(to)).to.equal(1_000_000)
  })

  it('end unconfirmed when they stay at processed, as on a fork that was dropped', async () => {
    class ForkedConnection extends LossyConnection {
      override async getSignatureStatuses(...args: Parameters<Connection['getSignatureStatuses']>) {
        const { context } = await super.getSignatureStatuses(...args)
        const status = { slot: 1, confirmations: 0, err: null, confirmationStatus: 'processed' } as const
        return { context, value: args[0].map(() => status) }
      }
    }
    const connection = new ForkedConnection(node.rpcUrl, Number.POSITIVE_INFINITY)
    const { signed } = await given(connection)
    const pending = new PendingTransactions(connection, { giveUpMs: 3_000 })
    expect((await pending.submit(signed)).status).to.equal('unconfirmed')
    expect(pending.size).to.equal(0)
    expect(connection.broadcasts, 'sent again meanwhile').to.equal(2)
  })

  it('end unconfirmed when they are stopped, and no more are sent', async () => {
    const connection = new LossyConnection(node.rpcUrl, Number.POSITIVE_INFINITY)
    const { signed } = await given(connection)
    const pending = new PendingTransactions(connection)
    const confirmation = pending.submit(signed)
    pending.stop()
    expect((await confirmation).status).to.equal('unconfirmed')
    const refused = await pending.submit(signed).catch((error: Error) => error.message)
    expect(refused).to.equal('Sending has been stopped')
  })

  it('fail with the refusal of a program, in the preflight and on chain', async () => {
    const connection = new LossyConnection(node.rpcUrl, 0)
    const { signed } = await given(connection, failing())
    const refused = await submit(connection, { ...signed, skipPreflight: false })
    expect(refused).to.include({ status: 'failed', slot: null })
    expect(() => requireConfirmed(refused))
      .to.throw(ProgramError)
      .with.property('name', 'InsufficientFunds')

    const failed = await submit(connection, signed)
    if (failed.status !== 'failed') return expect.fail(failed.status)
    expect(failed.slot).to.be.a('number')
    expect(failed.error).to.be.instanceOf(ProgramError).and.to.include({ name: 'InsufficientFunds' })
    expect(failed.error.logs.join('\n')).to.contain('insufficient lamports')
  })

  it('fail with the reason of the runtime where no program refused', async () => {
    const connection = new LossyConnection(node.rpcUrl, 0)
    const missing = new TransactionInstruction({
      programId: Keypair.generate().publicKey,
      keys: [],
      data: Buffer.alloc(0),
    })
    const { signed } = await given(connection, missing)
    const failed = await submit(connection, { ...signed, skipPreflight: false })
    if (failed.status !== 'failed') return expect.fail(failed.status)
    expect(failed.error).to.be.instanceOf(TransactionFailedError)
    expect(failed.error.message).to.match(/^The transaction failed: .*program.*/i)
  })
})
