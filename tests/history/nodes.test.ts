import { setTimeout as sleep } from 'node:timers/promises'
import { type Condition, PROGRAM_ID, PredictionMarketClient } from '@prediction-market/sdk'
import { parseEvents } from '@prediction-market/sdk/events'
import { findFeed } from '@prediction-market/sdk/feeds'
import { Keypair, type PublicKey } from '@solana/web3.js'
import bs58 from 'bs58'
import { expect } from 'chai'
import { eq } from 'drizzle-orm'
import { RpcNodes } from '../../app/src/chain/rpc-nodes.ts'
import type { Nodes, SocketAddress } from '../../app/src/chain/socket.ts'
import { type FollowerOptions, HistoryFollower } from '../../app/src/history/follow.ts'
import { dropEvents } from '../../app/src/history/log/append.ts'
import { RpcLedger } from '../../app/src/history/log/chain/rpc-ledger.ts'
import { readHead } from '../../app/src/history/log/head.ts'
import { eventsOfMarket, lastOfMarket } from '../../app/src/history/log/read.ts'
import { startLocalnet } from '../../app/src/localnet/localnet.ts'
import type { Database } from '../../app/src/store/database.ts'
import * as tables from '../../app/src/store/schema/history.ts'
import { sharedStore } from '../helpers/gateway/store.ts'
import { logsOf, signatureOf } from '../helpers/history/encode.ts'
import { Play } from '../helpers/history/play.ts'
import { isSlowNode } from '../helpers/history/project.ts'
import {
  chainTime,
  closeConnection,
  openConnection,
  type TestLocalnet,
  until,
} from '../helpers/localnet/index.ts'
import { type Fate, openRpcProxy, type RpcProxy } from '../helpers/localnet/rpc-proxy.ts'

const CONDITION: Condition = {
  type: 'price',
  feed: findFeed('SOL')?.id ?? expect.fail(),
  comparison: 'above',
  target: '150',
  timing: 'atExpiry',
}

describe('history: read from nodes with gaps', () => {
  const [creator, bettor] = [Keypair.generate(), Keypair.generate()]
  /** Signatures that the first node, or the first two, do not have. */
  const hidden = [new Set<string>(), new Set<string>(), new Set<string>()]
  /** The most signatures that each node lists at once. */
  const shortPages = [1_000, 1_000, 1_000]
  /** Nodes that follow a fork, in which every transaction is a slot later and has logged nothing. */
  const forked = new Set<number>()
  /** Signatures of transactions that no node can show. */
  const unreadable = new Set<string>()
  let localnet: TestLocalnet
  let client: PredictionMarketClient
  let proxies: RpcProxy[]
  let db: Database
  let market: PublicKey

  before(async () => {
    ;({ db } = await sharedStore())
    const started = await startLocalnet({ rpcPort: 0, demo: false, seed: 'gaps' })
    localnet = { ...started, connection: openConnection(started.node) }
    client = new PredictionMarketClient(localnet.connection)
    for (const { publicKey } of [creator, bettor]) {
      await localnet.node.cheats.setLamports(publicKey, 100_000_000_000n)
    }
    proxies = await Promise.all(hidden.map((gap, index) => openGap(gap, index)))
    const expireAt = BigInt((await chainTime(localnet.connection)) + 3_600)
    const open = {
      question: 'Will SOL be above $150?',
      condition: CONDITION,
      currency: 'SOL',
      expireAt,
    } as const
    ;({ market } = await client.markets.create(open, { signer: creator }))
  })

  after(async () => {
    await Promise.all(proxies.map((proxy) => proxy.close()))
    await closeConnection(localnet.connection)
    await localnet.stop()
  })

  /** A node that does not have some transactions. */
  function openGap(gap: ReadonlySet<string>, node: number): Promise<RpcProxy> {
    return openRpcProxy({
      node: localnet.node,
      fate: (method, [signature]) => {
        return method === 'getTransaction' && unreadable.has(String(signature)) ? 'refuse' : 'pass'
      },
      alter({ method, params, result }) {
        if (method === 'getSignaturesForAddress') {
          const listed = result.filter(({ signature }: { signature: string }) => !gap.has(signature))
          return listed.slice(0, shortPages[node])
        }
        if (method === 'getTransaction' && forked.has(node)) {
          return { ...result, slot: result.slot + 1, meta: { ...result.meta, logMessages: [] } }
        }
        if (method === 'getTransaction') return gap.has(params[0]) ? null : result
        if (method !== 'getSignatureStatuses') return result
        const isHidden = (index: number) => gap.has(params[0][index])
        return {
          ...result,
          value: result.value.map((one: unknown, index: number) => (isHidden(index) ? null : one)),
        }
      },
    })
  }

  function connect(nodes: readonly SocketAddress[]): RpcNodes {
    return new RpcNodes(nodes as unknown as Nodes, { call: () => {} })
  }

  /** A follower of a new history. */
  function newFollower(rpc: RpcNodes, options: Partial<FollowerOptions> = {}): HistoryFollower {
    const ours = { db, rpc, programId: PROGRAM_ID, replaceOther: true, onError: () => {} }
    return new HistoryFollower({ ...ours, ...options })
  }

  async function bet(amount: bigint) {
    const { signature, slot } = await client.bets.place(
      { market, outcome: 'Yes', amount },
      { signer: bettor },
    )
    return { signature, slot }
  }

  it('attack 39: a transaction is dropped only if a majority of the nodes do not have it', async () => {
    // Given a bet that is final.
    const placed = await bet(10_000_000n)
    const rpc = connect(proxies)
    const { connection, addresses } = rpc
    await until('finality', async () => (await connection.getSlot('finalized')) >= placed.slot)
    const ledger = new RpcLedger(rpc, PROGRAM_ID)
    const [first, second] = hidden as [Set<string>, Set<string>, Set<string>]
    const unseen = { signature: placed.signature, slot: placed.slot + 1_000_000 }

    // When one node of three has a gap, the bet is listed, read and final.
    first.add(placed.signature)
    const lists = await ledger.listOf(market.toBase58(), null, 0)
    const having = lists.filter(({ entries }) =>
      entries.some(({ signature }) => signature === placed.signature),
    )
    expect([lists.length, having.length]).to.deep.equal([3, 2])
    const [read] = await ledger.read([{ ...placed, time: 0, isFailed: false, isFinal: true }])
    expect(read).to.have.property('logs')
    expect(await ledger.finalities([placed])).to.deep.equal([{ state: 'final', slot: placed.slot }])

    // When two have, it was dropped, unless its slot is not final yet or too few answer.
    second.add(placed.signature)
    expect(await ledger.finalities([placed])).to.deep.equal([{ state: 'dropped' }])
    hidden[2]?.add(placed.signature)
    expect(await ledger.finalities([unseen])).to.deep.equal([{ state: 'unknown' }])
    const dead = { rpcUrl: 'http://127.0.0.1:9', wsUrl: 'ws://127.0.0.1:9' }
    const few = new RpcLedger(connect([addresses[0], dead, dead]), PROGRAM_ID)
    expect(await few.finalities([placed])).to.deep.equal([{ state: 'unknown' }])
    // A single node is believed.
    const one = new RpcLedger(connect([addresses[0]]), PROGRAM_ID)
    expect(await one.finalities([placed])).to.deep.equal([{ state: 'dropped' }])
    for (const gap of hidden) gap.clear()
  })

  it('a slot is final once half of the nodes have reached it, whatever one says', async () => {
    const liar = await openRpcProxy({
      node: localnet.node,
      alter: ({ method }) => (method === 'getSlot' ? 1_000_000_000_000 : undefined),
    })
    const [honest, other] = proxies as [RpcProxy, RpcProxy]
    const dead = { rpcUrl: 'http://127.0.0.1:9', wsUrl: 'ws://127.0.0.1:9' }
    const finalSlot = (...nodes: SocketAddress[]) => new RpcLedger(connect(nodes), PROGRAM_ID).finalSlot()
    const latest = await localnet.connection.getSlot('confirmed')
    try {
      for (const nodes of [[honest], [honest, dead], [liar, honest, other], [dead, honest, other]]) {
        expect(await finalSlot(...nodes)).to.be.within(1, latest + 1_000)
      }
      const unknown = await finalSlot(liar, dead, dead).catch(String)
      expect(unknown).to.include('No RPC node answers')
    } finally {
      await liar.close()
    }
  })

  it('attack 38: a transaction that no node returns holds up its own market, until one does', async () => {
    // Given a bet that no node can show, and one behind it.
    const errors: string[] = []
    const follower = newFollower(connect(proxies.slice(0, 1)), {
      everyMs: 500,
      onError: ({ message }) => isSlowNode(message) || errors.push(message),
    })
    await follower.start()
    try {
      const amount = 20_000_000n
      const built = await client.bets.buildPlace({ market, bettor: creator.publicKey, outcome: 'No', amount })
      const prepared = await client.prepare(built, { payer: creator.publicKey })
      prepared.transaction.sign([creator])
      const signature = bs58.encode(prepared.transaction.signatures[0] ?? expect.fail())
      unreadable.add(signature)
      await localnet.connection.sendRawTransaction(prepared.transaction.serialize())
      await bet(30_000_000n)
      await until('the gap', () => follower.hasGap(market.toBase58()))
      expect(follower.gaps).to.equal(1)

      // When a node returns it, the market is complete and in order.
      unreadable.clear()
      await until('its end', () => !follower.hasGap(market.toBase58()))
      await until('the pools of the chain', async () => {
        const { row, market: settled } = await state()
        return row?.poolYes === settled.pools.Yes && row.poolNo === settled.pools.No
      })
      const events = await eventsOfMarket(db, market.toBase58())
      expect(events.map(({ sequence }) => sequence)).to.deep.equal(events.map((_, index) => index + 1))
      expect(events.some((event) => event.signature === signature)).to.equal(true)
      expect(errors).to.deep.equal([])
    } finally {
      await follower.stop()
    }
  })

  it('attack 98: finds the end of a market that was listed too late, once it has no account', async () => {
    // Given a node that lists the cancellation of a market only after the list has passed it.
    const expireAt = BigInt((await chainTime(localnet.connection)) + 3_600)
    const open = {
      question: 'Will SOL be above $150?',
      condition: CONDITION,
      currency: 'SOL',
      expireAt,
    } as const
    const { market: cancelled } = await client.markets.create(open, { signer: creator })
    const follower = newFollower(connect(proxies.slice(0, 1)), {
      everyMs: 500,
      endsMs: 500,
      // The market of the other tests has an account.
      numbers: () => [[market.toBase58(), 0]],
    })
    await follower.start()
    try {
      const isThere = async () => (await rowOf(cancelled)) !== undefined
      await until('the market', isThere)
      // Not before its nonce can no longer be used again.
      await localnet.node.cheats.timeTravel((await chainTime(localnet.connection)) + 400)
      const built = await client.markets.buildCancel({ market: cancelled })
      const prepared = await client.prepare(built, { payer: creator.publicKey })
      prepared.transaction.sign([creator])
      hidden[0]?.add(bs58.encode(prepared.transaction.signatures[0] ?? expect.fail()))
      await localnet.connection.sendRawTransaction(prepared.transaction.serialize())
      await until('its account to be closed', async () => (await client.markets.get(cancelled)) === null)
      const { slot } = await bet(10_000_000n)
      const hasPassed = async () => (await readHead(db, PROGRAM_ID.toBase58())).listedSlot >= slot
      await until('the list to pass it', hasPassed)
      await until('the gap', () => follower.hasGap(cancelled.toBase58()))
      expect(follower.hasGap(market.toBase58())).to.equal(false)

      // When the node lists it, the market is complete.
      hidden[0]?.clear()
      await until('its end', async () => (await rowOf(cancelled))?.cancelled)
      await until('no gap', () => follower.gaps === 0)
    } finally {
      await follower.stop()
    }
  })

  it('takes a short page for the end only if the node reaches the transaction that it is asked back to', async () => {
    // Given three bets after one that is known.
    const anchor = await bet(10_000_000n)
    const later = [await bet(11_000_000n), await bet(12_000_000n), await bet(13_000_000n)]
    const ofLater = later.map(({ signature }) => signature)
    const list = async (ledger: RpcLedger) => {
      const entries = await ledger.list(anchor.signature, anchor.slot)
      return entries.map(({ signature }) => signature)
    }

    // When a node lists only one at a time.
    shortPages.fill(1)
    const ledger = new RpcLedger(connect(proxies), PROGRAM_ID)
    expect(await list(ledger)).to.deep.equal(ofLater)
    shortPages.fill(1_000)

    // When a node lacks that one, its list says so.
    hidden[0]?.add(anchor.signature)
    const lists = await ledger.listOf(market.toBase58(), anchor.signature, anchor.slot)
    expect(lists.map(({ isWhole }) => isWhole)).to.deep.equal([false, true, true])

    // When the first node has forgotten that one and all before it, the next one is asked.
    const [first, second] = hidden as [Set<string>, Set<string>, Set<string>]
    const before = (await ledger.list(null, 0)).map(({ signature }) => signature)
    for (const signature of before) if (!ofLater.includes(signature)) first.add(signature)
    first.add(ofLater[0] ?? '')
    expect(await list(ledger)).to.deep.equal(ofLater)
    // If no node reaches it, the list is not taken for complete.
    for (const gap of [second, hidden[2]]) for (const signature of first) gap?.add(signature)
    const refused = await ledger.list(anchor.signature, anchor.slot).then(String, String)
    expect(refused).to.contain(`The node lists no transactions of the account back to ${anchor.signature}`)
    for (const gap of hidden) gap.clear()
  })

  it('lists on the next node while one does not answer', async () => {
    const [, second] = proxies as [RpcProxy, RpcProxy]
    const silent = await openRpcProxy({ node: localnet.node, fate: () => 'hang' })
    try {
      // Given that nobody gives up the first node during this test.
      const rpc = new RpcNodes([silent, second], { call: () => {} }, { aloneMs: 600_000 })
      const placed = await bet(10_000_000n)
      const listed = await new RpcLedger(rpc, PROGRAM_ID).list(null, 0)
      expect(listed.at(-1)?.signature).to.equal(placed.signature)
      expect(silent.fates.get('hang')).to.equal(1)
    } finally {
      await silent.close()
    }
  })

  it('is current before it is known what is final', async () => {
    // Given a bet that is final, of which a node does not say so.
    const { slot } = await bet(10_000_000n)
    await until('finality', async () => (await localnet.connection.getSlot('finalized')) >= slot)
    const asked = new Set<string>()
    const silent = await openRpcProxy({
      node: localnet.node,
      fate: (method) => {
        asked.add(method)
        return method === 'getSignatureStatuses' ? 'hang' : 'pass'
      },
    })
    const rpc = new RpcNodes([silent], { call: () => {} }, { aloneMs: 600_000 })
    const follower = newFollower(rpc)
    await follower.start()
    try {
      await until('the history to be complete', () => follower.isComplete)
      await until('it to ask what is final', () => asked.has('getSignatureStatuses'))
    } finally {
      rpc.close()
      await follower.stop()
      await silent.close()
    }
  })

  it('lists all transactions of a new log once: the next list begins where they are final', async () => {
    const { slot } = await bet(10_000_000n)
    await until('finality', async () => (await localnet.connection.getSlot('finalized')) > slot)
    const rpc = connect(proxies)
    const follower = newFollower(rpc, { everyMs: 600_000 })
    await follower.start()
    try {
      await until('the mark of the only list', async () => {
        return (await readHead(db, PROGRAM_ID.toBase58())).listedSlot >= slot
      })
    } finally {
      rpc.close()
      await follower.stop()
    }
  })

  it('attack 39: offers a report of a fork, whose block has no time, until lists have passed it', async () => {
    const play = new Play()
    play.create('a', 1)
    play.bet('a', 'ann', 'Yes', 5n, 1)
    play.resolve('a', null, 1)
    const proxy = await openRpcProxy({
      node: localnet.node,
      alter: ({ method }) => (method === 'getBlockTime' ? null : undefined),
    })
    const rpc = connect([proxy])
    let failures = 0
    const follower = newFollower(rpc, {
      everyMs: 500,
      onError: (_, what) => {
        if (what === 'could not append reported events') failures += 1
      },
    })
    await follower.start()
    try {
      await until('the history to be complete', () => follower.isComplete, 60_000)
      const slot = await localnet.connection.getSlot('confirmed')
      const report = { slot, logs: [], ...parseEvents(logsOf([play.settle('a', 'ann')])) }
      rpc.logs.add({ signature: signatureOf('of a fork'), ...report })
      await until('it to be offered again', () => failures > 1)
      await localnet.node.cheats.timeTravel((await chainTime(localnet.connection)) + 400)
      const isGivenUp = async () => {
        const before = failures
        await sleep(3_000)
        return failures === before
      }
      await until('it to be given up', isGivenUp, 60_000)
    } finally {
      await follower.stop()
      await proxy.close()
    }
  })

  it('looks for the events of one market while a node does not answer about another', async () => {
    // Given two markets whose accounts tell of more events than there are.
    const addresses = [0, 1].map(() => Keypair.generate().publicKey.toBase58())
    const asked = new Set<string>()
    const silent = await openRpcProxy({
      node: localnet.node,
      fate: (method, [address]) => {
        if (method !== 'getSignaturesForAddress' || !addresses.includes(String(address))) return 'pass'
        asked.add(String(address))
        return 'hang'
      },
    })
    // Given that nobody gives up the node during this test.
    const rpc = new RpcNodes([silent], { call: () => {} }, { aloneMs: 600_000 })
    const follower = newFollower(rpc, {
      numbers: () => addresses.map((address) => [address, 1] as const),
    })
    await follower.start()
    try {
      await until('both to be looked for', () => asked.size === 2, 60_000)
    } finally {
      rpc.close()
      await follower.stop()
      await silent.close()
    }
  })

  it('attack 39: finds what another replica has dropped, if the chain has it after all', async () => {
    // Given a market of which the log has every event, as its account says, and lists have passed all.
    const { slot } = await bet(10_000_000n)
    const { sequence } = (await client.markets.get(market)) ?? expect.fail()
    const follower = newFollower(connect(proxies.slice(0, 1)), {
      everyMs: 500,
      numbers: () => [[market.toBase58(), sequence]],
    })
    await follower.start()
    try {
      const program = PROGRAM_ID.toBase58()
      await bet(10_000_000n)
      const hasPassed = async () => (await readHead(db, program)).listedSlot > slot
      await until('the list to pass it', hasPassed, 120_000)
      const isThere = async () => (await lastOfMarket(db, market.toBase58()))?.sequence ?? 0
      const [last] = (await eventsOfMarket(db, market.toBase58())).slice(sequence - 1)
      await dropEvents(db, program, last?.id ?? expect.fail())
      expect(await isThere()).to.equal(sequence - 1)
      await until('it to be there again', async () => (await isThere()) >= sequence, 60_000)
    } finally {
      await follower.stop()
    }
  })

  it('asks for the time of a block once, and knows none that only nodes without answer could tell', async () => {
    const asked: string[] = []
    let fate: Fate = 'pass'
    const proxy = await openRpcProxy({
      node: localnet.node,
      fate: (method) => {
        asked.push(method)
        return fate
      },
    })
    try {
      const rpc = connect([proxy])
      const ledger = new RpcLedger(rpc, PROGRAM_ID)
      const { slot } = await bet(10_000_000n)
      const times = await Promise.all([1, 2, 3].map(() => ledger.blockTime(slot)))
      expect(times).to.deep.equal(Array(3).fill(await localnet.connection.getBlockTime(slot)))
      expect(asked).to.deep.equal(['getBlockTime'])
      // A block of the last seconds may have one soon, an old one never will.
      const later = slot + 1_000_000
      expect(await ledger.blockTime(later).catch(String)).to.include(`has the time of block ${later} yet`)
      rpc.sawSlot(later + 1_000)
      expect(await ledger.blockTime(later)).to.equal(undefined)
      fate = 'fail'
      expect(await ledger.blockTime(slot + 1).catch(String)).to.include('No RPC node answers')
    } finally {
      await proxy.close()
    }
  })

  it('knows no time of a listed transaction where no node has it, rather than ours', async () => {
    const proxy = await openRpcProxy({
      node: localnet.node,
      alter: ({ method, result }) => {
        if (method === 'getBlockTime') return null
        const isList = method === 'getSignaturesForAddress'
        return isList ? result.map((listed: object) => ({ ...listed, blockTime: null })) : undefined
      },
    })
    try {
      const listed = await new RpcLedger(connect([proxy]), PROGRAM_ID).list(null, 0)
      expect(new Set(listed.map(({ time }) => time))).to.deep.equal(new Set([0]))
    } finally {
      await proxy.close()
    }
  })

  it('attack 39: a transaction is read in the slot in which it is listed, not in that of a fork', async () => {
    const placed = await bet(10_000_000n)
    const entry = { ...placed, time: 0, isFailed: false, isFinal: true }
    const ledger = new RpcLedger(connect(proxies), PROGRAM_ID)

    // When the first two nodes show it in another slot, with other logs.
    forked.add(0).add(1)
    const [read] = await ledger.read([entry])
    expect(read).to.have.property('logs').that.is.not.empty

    // When all nodes do, there is nothing to read.
    forked.add(2)
    const [nothing] = await ledger.read([entry])
    expect(nothing).to.be.an('error').with.property('message', `no node has it in slot ${placed.slot}`)
    forked.clear()
  })

  async function rowOf(address: PublicKey) {
    const { markets } = tables
    const [row] = await db.select().from(markets).where(eq(markets.address, address.toBase58()))
    return row
  }

  /** The market on the chain and in the history. */
  async function state() {
    return { row: await rowOf(market), market: (await client.markets.get(market)) ?? expect.fail() }
  }
})
