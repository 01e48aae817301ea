import { type Condition, findFeed, PROGRAM_ID, PredictionMarketClient } from '@prediction-market/sdk'
import { Keypair, type PublicKey } from '@solana/web3.js'
import bs58 from 'bs58'
import { expect } from 'chai'
import { asc, eq } from 'drizzle-orm'
import { failoverConnection } from '../../app/src/chain/failover.ts'
import { eachNode } from '../../app/src/chain/majority.ts'
import type { Nodes } from '../../app/src/chain/socket.ts'
import { Projector } from '../../app/src/history/projector/projector.ts'
import { RpcLedger } from '../../app/src/history/projector/rpc-ledger.ts'
import { startLocalnet } from '../../app/src/localnet/localnet.ts'
import type { Database } from '../../app/src/store/database.ts'
import * as tables from '../../app/src/store/schema/history.ts'
import { sharedStore } from '../helpers/gateway/store.ts'
import {
  chainTime,
  closeConnection,
  openConnection,
  type TestLocalnet,
  until,
} from '../helpers/localnet/index.ts'
import { openRpcProxy, type RpcProxy } from '../helpers/localnet/rpc-proxy.ts'

const CONDITION: Condition = {
  type: 'price',
  feed: findFeed('SOL')?.id ?? expect.fail(),
  comparison: 'above',
  target: '150',
  timing: 'atExpiry',
}

describe('history: of nodes with gaps', function () {
  this.timeout(180_000)
  const [creator, bettor] = [Keypair.generate(), Keypair.generate()]
  /** Signatures that the first node, or the first two, do not have. */
  const hidden = [new Set<string>(), new Set<string>(), new Set<string>()]
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
    proxies = await Promise.all(hidden.map((gap) => openGap(gap)))
    const expireAt = BigInt((await chainTime(localnet.connection)) + 3_600)
    const open = {
      question: 'Will SOL be above $150?',
      condition: CONDITION,
      currency: 'SOL',
      expireAt,
    } as const
    ;({ market } = await client.createMarket(open, { signer: creator }))
  })

  after(async () => {
    await Promise.all(proxies.map((proxy) => proxy.close()))
    await closeConnection(localnet.connection)
    await localnet.stop()
  })

  /** A node that does not have some transactions. */
  function openGap(gap: ReadonlySet<string>): Promise<RpcProxy> {
    return openRpcProxy({
      node: localnet.node,
      fate: (method, [signature]) => {
        return method === 'getTransaction' && unreadable.has(String(signature)) ? 'refuse' : 'pass'
      },
      alter({ method, params, result }) {
        if (method === 'getSignaturesForAddress') {
          return result.filter(({ signature }: { signature: string }) => !gap.has(signature))
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

  function connect(nodes: readonly RpcProxy[]) {
    const urls = nodes.map(({ rpcUrl }) => rpcUrl) as [string, ...string[]]
    const connection = failoverConnection(urls, { call: () => {} })
    return { connection, nodes: nodes as unknown as Nodes }
  }

  async function bet(amount: bigint) {
    const { signature, slot } = await client.placeBet({ market, outcome: 'Yes', amount }, { signer: bettor })
    return { signature, slot }
  }

  it('attack 39: a transaction is dropped only if a majority of the nodes do not have it', async () => {
    // Given a bet that is final.
    const placed = await bet(10_000_000n)
    const { connection, nodes } = connect(proxies)
    await until('finality', async () => (await connection.getSlot('finalized')) >= placed.slot, 60_000)
    const ledger = new RpcLedger(connection, PROGRAM_ID, eachNode(nodes))
    const [first, second] = hidden as [Set<string>, Set<string>, Set<string>]
    const unseen = { signature: placed.signature, slot: placed.slot + 1_000_000 }

    // When one node of three has a gap, the bet is listed, read and final.
    first.add(placed.signature)
    const listed = (await ledger.list(null, 0, true)).map(({ signature }) => signature)
    expect(listed).to.include(placed.signature)
    const [read] = await ledger.read([{ ...placed, time: 0, isFailed: false, isFinal: true }])
    expect(read).to.have.property('logs')
    expect(await ledger.finalities([placed])).to.deep.equal(['final'])

    // When two have, it was dropped, unless its slot is not final yet or too few answer.
    second.add(placed.signature)
    expect(await ledger.finalities([placed])).to.deep.equal(['dropped'])
    hidden[2]?.add(placed.signature)
    expect(await ledger.finalities([unseen])).to.deep.equal(['unknown'])
    const dead = { rpcUrl: 'http://127.0.0.1:9', wsUrl: 'ws://127.0.0.1:9' }
    const few = new RpcLedger(connection, PROGRAM_ID, eachNode([nodes[0], dead, dead]))
    expect(await few.finalities([placed])).to.deep.equal(['unknown'])
    // A single node is believed.
    const one = new RpcLedger(connection, PROGRAM_ID, eachNode([nodes[0]]))
    expect(await one.finalities([placed])).to.deep.equal(['dropped'])
    for (const gap of hidden) gap.clear()
  })

  it('attack 38: what an unreadable transaction changed is made good from the accounts', async () => {
    // Given a bet that no node can show, and one behind it.
    const { connection, nodes } = connect(proxies.slice(0, 1))
    const reported: string[] = []
    const projector = new Projector({
      db,
      connection,
      programId: PROGRAM_ID,
      nodes,
      replaceOther: true,
      everyMs: 500,
      onError: (error) => expect.fail(error.message),
      onUnread: ({ entry }) => reported.push(entry.signature),
    })
    await projector.start()
    try {
      const amount = 20_000_000n
      const { market: before } = await state()
      const built = await client.buildPlaceBet({ market, bettor: creator.publicKey, outcome: 'No', amount })
      const prepared = await client.prepare(built, { payer: creator.publicKey })
      prepared.transaction.sign([creator])
      const signature = bs58.encode(prepared.transaction.signatures[0] ?? expect.fail())
      unreadable.add(signature)
      await localnet.connection.sendRawTransaction(prepared.transaction.serialize())
      const next = await bet(30_000_000n)

      // Then the one behind it is told at once, and the unreadable one from the accounts.
      const { bets, positions } = tables
      await until('the next bet', async () => {
        return (await db.$count(bets, eq(bets.signature, next.signature))) === 1
      })
      const { pools } = before
      await until(
        'the pools of the accounts',
        async () => {
          const { row } = await state()
          return row?.poolNo === pools[1] + amount && row.bets === 3
        },
        90_000,
      )
      const [position] = await db
        .select()
        .from(positions)
        .where(eq(positions.owner, creator.publicKey.toBase58()))
      expect(position).to.include({ stakeNo: amount, bets: 1 })
      expect(reported).to.include(signature)
      await until('the count', () => projector.unread === 1)
      const recovered = await db.select().from(bets).where(eq(bets.signature, signature))
      expect(recovered).to.have.length(1)

      // And once it can be read, it takes the place of what was made good, with the same id.
      unreadable.clear()
      await db.update(tables.unread).set({ retryAt: 0 })
      await until('it to be read', () => projector.unread === 0)
      const { row, market: settled } = await state()
      expect([row?.poolYes, row?.poolNo]).to.deep.equal(settled.pools)
      const all = await db.select().from(bets).orderBy(asc(bets.id))
      expect(all).to.have.length(3)
      expect(all.find((one) => one.signature === signature)).to.include({ id: recovered[0]?.id, amount })
    } finally {
      await projector.stop()
    }
  })

  /** The market on the chain and in the history. */
  async function state() {
    const { markets } = tables
    const [row] = await db.select().from(markets).where(eq(markets.address, market.toBase58()))
    return { row, market: (await client.market(market)) ?? expect.fail() }
  }
})
