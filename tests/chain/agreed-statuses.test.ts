import {
  type Connection,
  Keypair,
  SystemProgram,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import bs58 from 'bs58'
import { expect } from 'chai'
import { withAgreedStatuses } from '../../app/src/chain/agreed-statuses.ts'
import { RpcNodes } from '../../app/src/chain/rpc-nodes.ts'
import { sharedLocalnet, until } from '../helpers/localnet/index.ts'
import { type Fate, openRpcProxy, type RpcCall, type RpcProxy } from '../helpers/localnet/rpc-proxy.ts'

/** What a node does with a call for statuses. */
type Alter = (call: RpcCall) => unknown

describe('chain: statuses that the nodes agree on', () => {
  const open: RpcProxy[] = []
  afterEach(async () => {
    await Promise.all(open.splice(0).map((proxy) => proxy.close()))
  })

  /** A connection to nodes that answer as told; `undefined` stands for one that tells the truth. */
  async function connect(...nodes: (Alter | Fate | undefined)[]): Promise<Connection> {
    const { node } = await sharedLocalnet()
    const proxies = nodes.map((one) => {
      const alter = typeof one === 'function' ? one : () => undefined
      return openRpcProxy({ node, alter, fate: () => (typeof one === 'string' ? one : 'pass') })
    })
    const opened = (await Promise.all(proxies)) as [RpcProxy, ...RpcProxy[]]
    open.push(...opened)
    const rpc = new RpcNodes(opened, { call: () => {} }, { aloneMs: 1_000 })
    return withAgreedStatuses(rpc.connection, rpc.each)
  }

  const none: Alter = ({ result }) => ({ ...result, value: result.value.map(() => null) })
  const invented: Alter = ({ result }) => {
    const { slot } = result.context
    const status = { slot, confirmations: 1, err: null, confirmationStatus: 'confirmed' }
    return { ...result, value: result.value.map(() => status) }
  }

  async function confirmed(): Promise<string> {
    const { connection, node } = await sharedLocalnet()
    const payer = node.payer
    const { blockhash } = await connection.getLatestBlockhash()
    const to = Keypair.generate().publicKey
    const pay = SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: to, lamports: 1_000_000_000 })
    const message = new TransactionMessage({
      payerKey: payer.publicKey,
      recentBlockhash: blockhash,
      instructions: [pay],
    })
    const transaction = new VersionedTransaction(message.compileToV0Message())
    transaction.sign([payer])
    const signature = await connection.sendRawTransaction(transaction.serialize())
    await until('the confirmation', async () => {
      const [status] = (await connection.getSignatureStatuses([signature])).value
      return status?.confirmationStatus && status.confirmationStatus !== 'processed'
    })
    return signature
  }

  const statusOf = async (connection: Connection, signature: string) => {
    const [status] = (await connection.getSignatureStatuses([signature])).value
    return status?.confirmationStatus ?? null
  }

  it('include a transaction that one node lacks, and not one that only one node has', async () => {
    const signature = await confirmed()
    const never = bs58.encode(Keypair.generate().secretKey)
    expect(await statusOf(await connect(none, undefined, undefined), signature)).to.be.oneOf([
      'confirmed',
      'finalized',
    ])
    expect(await statusOf(await connect(invented, undefined, undefined), never)).to.equal(null)
  })

  it('are undecided if two nodes disagree', async () => {
    const signature = await confirmed()
    expect(await statusOf(await connect(none, undefined), signature)).to.equal('processed')
  })

  it('are those of the others if one node lies about block, result or confirmation', async () => {
    const signature = await confirmed()
    const read = async (...nodes: (Alter | undefined)[]) => {
      const { context, value } = await (await connect(...nodes)).getSignatureStatuses([signature])
      const [status] = value
      return { context, err: status?.err ?? null, at: status?.slot, is: status?.confirmationStatus }
    }
    const saying =
      (lie: object): Alter =>
      ({ result }) => ({ ...result, value: result.value.map((status: object) => ({ ...status, ...lie })) })
    const failed = saying({ err: { InstructionError: [0, 'InvalidArgument'] } })
    const early = saying({ confirmationStatus: 'processed' })
    const truth = await read(undefined, undefined)
    expect(truth)
      .to.include({ err: null })
      .and.to.have.property('is')
      .that.is.oneOf(['confirmed', 'finalized'])
    for (const lie of [failed, saying({ slot: 1 }), early]) {
      for (const nodes of [
        [lie, undefined, undefined],
        [undefined, undefined, lie],
      ]) {
        expect(await read(...nodes)).to.deep.include({ err: null, at: truth.at, is: truth.is })
      }
      // One against one leaves it open, whoever is asked first.
      for (const nodes of [
        [lie, undefined],
        [undefined, lie],
      ]) {
        expect(await read(...nodes)).to.include({ is: 'processed' })
      }
    }
    // Most of them have it, and one alone has seen it confirmed.
    expect(await read(early, undefined, early)).to.include({ is: 'processed' })
    expect(await read(early, early)).to.include({ is: 'processed' })
    // As of the slot of the node that is furthest behind; an answer of another length counts nothing.
    const behind: Alter = ({ result }) => ({ ...result, context: { ...result.context, slot: 7 } })
    expect((await read(undefined, behind)).context.slot).to.equal(7)
    const long: Alter = ({ result }) => ({ ...result, value: [{ ...result.value[0], slot: 1 }, null] })
    expect(await read(long, undefined, undefined)).to.include({ at: truth.at })
    const failure = await read(long, long).catch((error) => error)
    expect(failure).to.be.an('error').with.property('message').that.includes('too few statuses')
  })

  it('are unknown while too few nodes answer', async () => {
    const never = bs58.encode(Keypair.generate().secretKey)
    const connection = await connect('cut', undefined)
    const failure = await connection.getSignatureStatuses([never]).catch((error) => error)
    expect(failure).to.be.an('error').with.property('message').that.includes('No RPC node answers')
  })
})
