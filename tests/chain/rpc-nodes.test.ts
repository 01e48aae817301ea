import { PROGRAM_ID } from '@prediction-market/sdk'
import {
  Keypair,
  LAMPORTS_PER_SOL,
  PublicKey,
  SYSVAR_CLOCK_PUBKEY,
  SystemProgram,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { expect } from 'chai'
import { restOf } from '../../app/src/chain/fetch-node.ts'
import { NodeProgress, SeenSlots } from '../../app/src/chain/node-progress.ts'
import { programAccounts } from '../../app/src/chain/program-accounts.ts'
import { NodeBudget, RequestBudget } from '../../app/src/chain/request-budget.ts'
import { RpcNodes } from '../../app/src/chain/rpc-nodes.ts'
import { sharedLocalnet, until } from '../helpers/localnet/index.ts'
import { type Fate, openRpcProxy, type ProxyOptions, type RpcProxy } from '../helpers/localnet/rpc-proxy.ts'

/** Slots that the other nodes are behind the one that is ahead. */
const LAG = 1_000

describe('chain: reads on behalf of callers', () => {
  it('attack 102: have half of the budget, so that others wait no longer beside them', async () => {
    const { node } = await sharedLocalnet()
    const asked: string[] = []
    const proxy = await openRpcProxy({
      node,
      fate: (method) => {
        asked.push(method)
        return 'pass'
      },
    })
    const results: string[] = []
    const observer = { call: (method: string, result: string) => results.push(`${method} ${result}`) }
    const limits = { all: { requests: 20, per: 60_000 } }
    const rpc = new RpcNodes([{ ...proxy, limits }], observer)
    try {
      const key = Keypair.generate().publicKey
      const reads = Array.from({ length: 50 }, () =>
        rpc.forCallers.getAccountInfo(key).catch(() => 'refused'),
      )
      const refused = (await Promise.all(reads)).filter((read) => read === 'refused')
      expect([asked.length, refused.length]).to.deep.equal([10, 40])
      // Nobody waits for what is left.
      for (let count = 0; count < 10; count += 1) await rpc.connection.getSlot()
      expect(results.filter((result) => result === 'getSlot ok')).to.have.length(10)
    } finally {
      await proxy.close()
    }
  })
})

describe('chain: nodes that lie', () => {
  const open: RpcProxy[] = []
  /** Results of calls, such as `getSlot ok`. */
  let calls: string[]
  const observer = { call: (method: string, result: string) => calls.push(`${method} ${result}`) }

  beforeEach(() => {
    calls = []
  })
  afterEach(async () => {
    await Promise.all(open.splice(0).map((proxy) => proxy.close()))
  })

  async function openProxy(options: Partial<ProxyOptions>): Promise<RpcProxy> {
    const { node } = await sharedLocalnet()
    const proxy = await openRpcProxy({ node, ...options })
    open.push(proxy)
    return proxy
  }

  /** A node that is `LAG` slots ahead of the localnet's, which thereby lags. */
  const openAhead = () =>
    openProxy({ alter: ({ result }) => ({ ...result, context: { slot: result.context.slot + LAG } }) })

  async function signedTransfer(): Promise<VersionedTransaction> {
    const { connection } = await sharedLocalnet()
    const payer = Keypair.generate()
    await connection.requestAirdrop(payer.publicKey, LAMPORTS_PER_SOL)
    await until('the airdrop', async () => (await connection.getBalance(payer.publicKey)) > 0)
    const { blockhash } = await connection.getLatestBlockhash()
    const transfer = SystemProgram.transfer({
      fromPubkey: payer.publicKey,
      toPubkey: payer.publicKey,
      lamports: 1,
    })
    const message = new TransactionMessage({
      payerKey: payer.publicKey,
      recentBlockhash: blockhash,
      instructions: [transfer],
    }).compileToV0Message()
    const transaction = new VersionedTransaction(message)
    transaction.sign([payer])
    return transaction
  }

  const clockOf = (rpc: RpcNodes) => rpc.connection.getAccountInfoAndContext(SYSVAR_CLOCK_PUBKEY, 'processed')

  it('wait for no node that hangs, however long it may take to answer', async () => {
    const hanging = await openProxy({ fate: () => 'hang' })
    const healthy = await openProxy({})
    const rpc = new RpcNodes([hanging, healthy], observer, { slowMs: 20, timeoutMs: 3_600_000 })
    await rpc.connection.getSlot()
    expect(calls).to.deep.equal(['getSlot ok'])
    expect(hanging.fates.get('hang')).to.equal(1)
    rpc.close()
  })

  it('passes on no answer of a node that is behind what was seen', async () => {
    const { node, connection } = await sharedLocalnet()
    const rpc = new RpcNodes([node, await openAhead()], observer)
    // Nothing is known before anything was seen.
    await clockOf(rpc)
    // Then a subscription reports a slot.
    const slot = (await connection.getSlot('processed')) + LAG
    rpc.sawSlot(slot)
    expect((await clockOf(rpc)).context.slot).to.be.at.least(slot)
    // And the node that is not behind is asked from now on.
    await clockOf(rpc)
    expect(calls).to.deep.equal([
      'getAccountInfo ok',
      'getAccountInfo behind',
      'getAccountInfo ok',
      'getAccountInfo ok',
    ])
  })

  it('fails if all nodes are behind', async () => {
    const { node, connection } = await sharedLocalnet()
    const rpc = new RpcNodes([node, node], observer)
    rpc.sawSlot((await connection.getSlot('processed')) + LAG)
    const refused = await clockOf(rpc).then(String, String)
    expect(refused).to.match(/No RPC node answers: the node is at slot \d+, which is before \d+/)
  })

  it('compares slots of the same commitment only', async () => {
    const { node, connection } = await sharedLocalnet()
    await until('a final slot', async () => (await connection.getSlot('finalized')) > 0)
    const rpc = new RpcNodes([node], observer)
    rpc.sawSlot(await connection.getSlot('processed'))
    for (const commitment of ['processed', 'confirmed', 'finalized'] as const) {
      expect(await rpc.connection.getSlot(commitment)).to.be.a('number')
      await rpc.connection.getAccountInfoAndContext(SYSVAR_CLOCK_PUBKEY, commitment)
    }
    expect(calls.filter((call) => !call.endsWith(' ok'))).to.deep.equal([])
  })

  it('fails over from a node that answers errors inside a 200', async () => {
    const { node } = await sharedLocalnet()
    const refusing = await openProxy({ fate: () => 'refuse' })
    const rpc = new RpcNodes([refusing, node], observer)
    expect(await rpc.connection.getSlot()).to.be.a('number')
    expect(calls).to.deep.equal(['getSlot failed', 'getSlot ok'])
    // The error of the last one is the answer.
    const alone = new RpcNodes([refusing], observer)
    const refused = await alone.connection.getSlot().then(String, String)
    expect(refused).to.contain('Node is behind')
  })

  it('fails over from a node whose answer is cut off or has no slot', async () => {
    const { node, connection: known } = await sharedLocalnet()
    const cutOff = await openProxy({ fate: () => 'truncate' })
    const senseless = await openProxy({ alter: () => 'nonsense' })
    const rpc = new RpcNodes([cutOff, senseless, node], observer)
    expect((await clockOf(rpc)).value?.data).to.have.length(40)
    expect(calls).to.deep.equal(['getAccountInfo failed', 'getAccountInfo failed', 'getAccountInfo ok'])
    // A list of accounts has a slot where it was asked for.
    for (const nonsense of [[], {}, -1]) {
      const lister = await openProxy({ alter: () => nonsense })
      const { connection } = new RpcNodes([lister, node], observer)
      expect((await programAccounts(connection, PROGRAM_ID, { filters: [] })).slot).to.be.greaterThan(0)
    }
    // So has the chain's hash: one that is none would be kept in the store.
    for (const nonsense of ['nonsense', {}, -1]) {
      const nameless = await openProxy({ alter: () => nonsense })
      const { connection } = new RpcNodes([nameless, node], observer)
      expect(await connection.getGenesisHash()).to.equal(await known.getGenesisHash())
      expect(await connection.getSlot())
        .to.be.a('number')
        .and.to.be.greaterThan(0)
    }
    // If there is no other, there is no answer.
    const alone = new RpcNodes([cutOff, senseless], observer)
    expect(await clockOf(alone).then(String, String)).to.include('No RPC node answers')
  })

  it('passes an error about the request on at once', async () => {
    const [first, second] = [await openProxy({}), await openProxy({})]
    const rpc = new RpcNodes([first, second], observer)
    const refused = await rpc.connection.getTransaction('no signature').then(String, String)
    expect(refused).to.match(/failed to get transaction/)
    expect([first.fates.get('pass'), second.fates.get('pass')]).to.deep.equal([1, undefined])
  })

  it('sends a transaction to all nodes at once, and uses the first acceptance', async () => {
    const { connection } = await sharedLocalnet()
    const transaction = await signedTransfer()
    const deaf = await openProxy({ fate: () => 'hang' })
    const failing = await openProxy({ fate: () => 'fail' })
    const first = await openProxy({})
    // Behind it is the same node, which refuses both if it hears of a transaction twice at the same moment.
    const second = await openProxy({
      fate: async () => {
        await until('the answer of the first', () => calls.includes('sendTransaction ok'))
        return 'pass' as const
      },
    })
    const rpc = new RpcNodes([deaf, failing, first, second], observer)
    const signature = await rpc.connection.sendTransaction(transaction)
    await until('both to have it', async () => first.fates.get('pass') && second.fates.get('pass'))
    await until('the transaction', async () => {
      const { value } = await connection.getSignatureStatuses([signature])
      return value[0]?.confirmationStatus
    })
    // What none of them accepts fails with the error of one of them.
    const refused = await rpc.connection.sendRawTransaction(Buffer.from('none')).then(String, String)
    expect(refused).to.match(/SendTransactionError|failed/)
  })

  it('waits for the node that takes a transaction while another says that it has it already', async () => {
    const transaction = await signedTransfer()
    let hasTaken = false
    const slow = await openProxy({
      alter: async () => {
        hasTaken = true
        await until('the answer of the other node', async () => calls.length > 0)
      },
    })
    const late = await openProxy({
      fate: async () => {
        await until('the transaction at the other node', async () => hasTaken)
        return 'pass' as const
      },
    })
    const rpc = new RpcNodes([slow, late], observer)
    await rpc.connection.sendTransaction(transaction)
    expect(calls).to.deep.equal(['sendTransaction failed', 'sendTransaction ok'])
    // If all have it, that is the answer.
    const again = await rpc.connection.sendTransaction(transaction).then(String, String)
    expect(again).to.include('already been processed')
  })

  it('asks the next node about a blockhash that one does not know', async () => {
    const { node } = await sharedLocalnet()
    const value = { err: 'BlockhashNotFound', logs: [], unitsConsumed: 0 }
    const lagging = await openProxy({
      alter: ({ method, result }) => (method === 'simulateTransaction' ? { ...result, value } : undefined),
    })
    const rpc = new RpcNodes([lagging, node], observer)
    const payer = Keypair.generate()
    const { connection } = await sharedLocalnet()
    await connection.requestAirdrop(payer.publicKey, LAMPORTS_PER_SOL)
    await until('the airdrop', async () => (await connection.getBalance(payer.publicKey)) > 0)
    const { blockhash } = await connection.getLatestBlockhash()
    const message = new TransactionMessage({
      payerKey: payer.publicKey,
      recentBlockhash: blockhash,
      instructions: [],
    }).compileToV0Message()
    const simulated = await rpc.connection.simulateTransaction(new VersionedTransaction(message))
    expect(simulated.value.err).to.not.equal('BlockhashNotFound')
    expect(calls).to.deep.equal(['simulateTransaction failed', 'simulateTransaction ok'])
  })

  it('fails over from a node that stands still', async () => {
    const { node, connection } = await sharedLocalnet()
    const stopped = await connection.getAccountInfoAndContext(SYSVAR_CLOCK_PUBKEY, 'processed')
    const standing = await openProxy({
      alter: ({ result }) => ({ ...result, context: { slot: stopped.context.slot } }),
    })
    const rpc = new RpcNodes([standing, node], observer, { stillMs: 300 })
    const { context } = await until('a newer slot', async () => {
      const answer = await clockOf(rpc)
      return answer.context.slot > stopped.context.slot && answer
    })
    expect(context.slot).to.be.greaterThan(stopped.context.slot)
    expect(calls).to.include('getAccountInfo still')
    // If all stand still, so does the chain, and its state is the answer.
    const halted = new RpcNodes([standing], observer, { stillMs: -1 })
    expect((await clockOf(halted)).context.slot).to.equal(stopped.context.slot)
  })

  it('returns to a rate-limited node when it allows requests again', async () => {
    const ends: Fate[] = ['limit', 'pass']
    const proxy = await openProxy({ fate: () => ends.shift() ?? 'pass', retryAfter: 0 })
    const rpc = new RpcNodes([proxy], observer)
    expect(await rpc.connection.getSlot()).to.be.a('number')
    expect(calls).to.deep.equal(['getSlot limited', 'getSlot ok'])
  })

  it('sends nothing to a node during its Retry-After', async () => {
    const { node } = await sharedLocalnet()
    const proxy = await openProxy({ fate: () => 'limit', retryAfter: 30 })
    const rpc = new RpcNodes([proxy], observer)
    for (let count = 0; count < 3; count++) {
      expect(await rpc.connection.getSlot().then(String, String)).to.contain('too many requests')
    }
    expect(proxy.fates.get('limit')).to.equal(1)
    // The others are asked meanwhile, also by connections to one node alone.
    const both = new RpcNodes([proxy, node], observer)
    expect(await both.connection.getSlot()).to.be.a('number')
    const [first, second] = both.each
    expect(await first?.getSlot().then(String, String)).to.contain('too many requests')
    expect(await second?.getSlot()).to.be.a('number')
    expect(proxy.fates.get('limit')).to.equal(2)
  })

  it('pauses as long as a node asks, or longer each time if it does not say', () => {
    const now = Date.parse('2026-01-01T00:00:00Z')
    const between = (rest: number, least: number) => expect(rest).to.be.within(least, 1.25 * least)
    between(restOf('7', 1, now), 7_000)
    between(restOf('Thu, 01 Jan 2026 00:00:09 GMT', 1, now), 9_000)
    between(restOf('3600', 1, now), 60_000)
    for (const retryAfter of [null, 'soon', '0']) {
      between(restOf(retryAfter, 1, now), 250)
      between(restOf(retryAfter, 4, now), 2_000)
      between(restOf(retryAfter, 40, now), 60_000)
    }
  })

  it('keeps to one budget of requests', () => {
    const budget = new RequestBudget({ requests: 10, per: 1_000 })
    const take = (now: number) => budget.take(now, 500)
    // A second's worth at once, then one each tenth of a second; who would wait too long gets no place.
    expect(Array.from({ length: 10 }, () => take(5_000))).to.deep.equal(Array(10).fill(0))
    expect(Array.from({ length: 6 }, () => take(5_000))).to.deep.equal([100, 200, 300, 400, 500, null])
    expect(take(5_400)).to.equal(200)
    expect(take(60_000)).to.equal(0)
    const unlimited = new NodeBudget()
    expect(Array.from({ length: 1_000 }, () => unlimited.take('any', 1, 0))).to.deep.equal(
      Array(1_000).fill(0),
    )
  })

  it('keeps to budgets of methods, within that of all', () => {
    const methods = new Map([['getProgramAccounts', { requests: 1, per: 60_000 }]])
    const budget = new NodeBudget({ all: { requests: 2, per: 1_000 }, methods })
    const list = (now: number) => budget.take('getProgramAccounts', now, 500)
    // A rare one is waited for as long as it takes for the next, and others are not held up by it.
    expect([list(100_000), list(100_000), list(100_000)]).to.deep.equal([0, 60_000, null])
    expect([budget.take('getSlot', 200_000, 500), budget.take('getSlot', 200_000, 500)]).to.deep.equal([0, 0])
    expect([budget.take('getSlot', 200_000, 500), budget.take('getSlot', 200_000, 500)]).to.deep.equal([
      500,
      null,
    ])
  })

  it('forgets a slot that no node reaches for a minute', () => {
    const seen = new SeenSlots()
    seen.see('processed', 900, 0)
    seen.see('processed', 500, 30_000)
    expect([seen.latest('processed', 60_000), seen.latest('confirmed', 0)]).to.deep.equal([900, 0])
    seen.see('processed', 550, 60_001)
    expect(seen.latest('processed', 60_001)).to.equal(550)
  })

  it('treats a node that advances at any commitment as moving', () => {
    const progress = new NodeProgress(1_000, 0)
    expect(progress.isStill('finalized', 5, 900)).to.equal(false)
    expect(progress.isStill('processed', 50, 1_800)).to.equal(false)
    expect(progress.isStill('finalized', 5, 2_800)).to.equal(false)
    expect(progress.isStill('finalized', 5, 2_801)).to.equal(true)
    expect(progress.isStill('processed', 51, 2_802)).to.equal(false)
  })

  it('passes other answers on, such as an unknown account', async () => {
    const { node } = await sharedLocalnet()
    const rpc = new RpcNodes([node], observer)
    expect(await rpc.connection.getAccountInfo(new PublicKey(7))).to.equal(null)
    expect(await rpc.connection.getTransaction('1'.repeat(64)).catch(() => null)).to.equal(null)
  })
})
