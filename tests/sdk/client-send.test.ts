import {
  compileTransaction,
  PROGRAM_ID,
  ProgramError,
  sendAndConfirm,
  TransactionExpiredError,
  TransactionFailedError,
  TransactionUnconfirmedError,
} from '@prediction-market/sdk'
import { Connection, Keypair, SystemProgram, TransactionInstruction } from '@solana/web3.js'
import { expect } from 'chai'
import { type LocalNode, startNode } from '../../app/src/localnet/node.ts'

/** A connection that loses transactions on the way, as networks do. */
class LossyConnection extends Connection {
  broadcasts = 0
  failing = 0
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
    if (this.failing-- > 0) throw new Error('the node does not answer')
    return super.getSignatureStatuses(...args)
  }
}

describe('sending', () => {
  let node: LocalNode

  before(async () => {
    node = await startNode({ rpcPort: 0, slotTimeMs: 20 })
  })

  after(() => node.stop())

  /** A transfer, or whatever else, signed and ready. */
  async function given(connection: Connection, instruction?: TransactionInstruction) {
    const to = Keypair.generate().publicKey
    const transfer = SystemProgram.transfer({
      ...{ fromPubkey: node.payer.publicKey, toPubkey: to, lamports: 1_000_000 },
    })
    const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash()
    const payer = node.payer.publicKey
    const transaction = compileTransaction({ payer, instructions: [instruction ?? transfer], blockhash })
    transaction.sign([node.payer])
    const input = { connection, transaction, lastValidBlockHeight, programId: PROGRAM_ID }
    return { to, input: { ...input, finality: 'confirmed' as const } }
  }

  const failing = () =>
    SystemProgram.transfer({
      ...{ fromPubkey: node.payer.publicKey, toPubkey: Keypair.generate().publicKey, lamports: 2n ** 60n },
    })

  const error = (action: Promise<unknown>) =>
    action.then(
      () => null,
      (reason: unknown) => reason,
    )

  it('broadcasts again until a block takes it in', async () => {
    const connection = new LossyConnection(node.rpcUrl, 1)
    const { to, input } = await given(connection)
    const { signature, slot } = await sendAndConfirm(input)
    expect(connection.broadcasts).to.equal(2)
    expect((await connection.getSignatureStatus(signature)).value?.slot).to.equal(slot)
    expect(await connection.getBalance(to)).to.equal(1_000_000)
  })

  it('gives up when no block can take it in any more', async () => {
    const connection = new LossyConnection(node.rpcUrl, Number.POSITIVE_INFINITY)
    const { to, input } = await given(connection)
    expect(await error(sendAndConfirm(input))).to.be.instanceOf(TransactionExpiredError)
    expect(await connection.getBlockHeight()).to.be.greaterThan(input.lastValidBlockHeight)
    expect(await connection.getBalance(to)).to.equal(0)
  })

  it('has one effect when it is sent twice', async () => {
    const connection = new LossyConnection(node.rpcUrl, 0)
    const { to, input } = await given(connection)
    const first = await sendAndConfirm(input)
    expect(await sendAndConfirm(input)).to.deep.equal(first)
    expect(await connection.getBalance(to)).to.equal(1_000_000)
  })

  it('bears with a node that does not answer for a moment', async () => {
    const connection = new LossyConnection(node.rpcUrl, 0)
    const { to, input } = await given(connection)
    connection.failing = 3
    await sendAndConfirm(input)
    expect(await connection.getBalance(to)).to.equal(1_000_000)
  })

  it('takes no lost answer for a refusal', async () => {
    const connection = new LossyConnection(node.rpcUrl, 0)
    const { to, input } = await given(connection)
    connection.isMute = true
    await sendAndConfirm(input)
    expect(await connection.getBalance(to)).to.equal(1_000_000)
  })

  it('does not claim to know when the node stops answering', async () => {
    const connection = new LossyConnection(node.rpcUrl, 0)
    const { to, input } = await given(connection)
    connection.failing = Number.POSITIVE_INFINITY
    expect(await error(sendAndConfirm(input))).to.be.instanceOf(TransactionUnconfirmedError)
    expect(await connection.getBalance(to)).to.equal(1_000_000)
  })

  it('says who refused, before it is sent and after', async () => {
    const connection = new LossyConnection(node.rpcUrl, 0)
    const { input } = await given(connection, failing())
    const before = await error(sendAndConfirm(input))
    expect(before).to.be.instanceOf(ProgramError).and.to.include({ name: 'InsufficientFunds' })

    const after = await error(sendAndConfirm({ ...input, skipPreflight: true }))
    expect(after).to.be.instanceOf(ProgramError).and.to.include({ name: 'InsufficientFunds' })
    expect((after as ProgramError).logs.join('\n')).to.contain('insufficient lamports')
  })

  it('gives the reason where no program refused', async () => {
    const connection = new LossyConnection(node.rpcUrl, 0)
    const nowhere = new TransactionInstruction({
      ...{ programId: Keypair.generate().publicKey, keys: [], data: Buffer.alloc(0) },
    })
    const { input } = await given(connection, nowhere)
    const failed = await error(sendAndConfirm(input))
    expect(failed).to.be.instanceOf(TransactionFailedError)
    expect((failed as Error).message).to.match(/^The transaction failed: .*program.*/i)
  })
})
