import { PROGRAM_ID } from '@prediction-market/sdk'
import type { PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import { changedSince } from '../../app/src/book/changed-since.ts'
import type { NodeConnection } from '../../app/src/chain/node-connection.ts'
import { RecentLogs } from '../../app/src/chain/recent-logs.ts'
import { addressOf, encodeEvent, logsOf } from '../helpers/history/encode.ts'
import { cancelled, ListingNode, type Told } from '../helpers/listing-node.ts'

const MARKETS = Array.from({ length: 4 }, (_, index) => addressOf(`market ${index}`))
const [A, B, C, D] = MARKETS as [PublicKey, PublicKey, PublicKey, PublicKey]
const WALLET = addressOf('wallet').toBase58()

const OLD: Told = { signature: 'old', slot: 9, events: [D] }

const texts = (...markets: PublicKey[]) => markets.map((market) => market.toBase58())

describe('the markets that transactions since a slot have changed', () => {
  let node: ListingNode
  let logs: RecentLogs

  beforeEach(() => {
    node = new ListingNode()
    node.listed = [OLD]
    logs = new RecentLogs()
  })

  const changed = async (known: readonly PublicKey[] = MARKETS) => {
    const isKnown = (address: string) => known.some((market) => market.toBase58() === address)
    const found = await changedSince({
      rpc: { connection: node.connection, logs },
      programId: PROGRAM_ID,
      sinceSlot: 10,
      isKnown,
    })
    return found ? texts(...found) : null
  }

  it('are those that events name, each once, from that slot on', async () => {
    node.listed = [
      { signature: '3', slot: 12, events: [B, A] },
      { signature: '2', slot: 11, events: [A] },
      { signature: '1', slot: 10, events: [C] },
      OLD,
    ]
    expect(await changed()).to.deep.equal(texts(B, A, C))
    expect(node.read).to.deep.equal(['3', '2', '1'])
  })

  it('are asked of the node as confirmed, in any version of transactions', async () => {
    node.listed = [{ signature: '1', slot: 10 }, OLD]
    await changed()
    expect(node.asked).to.deep.equal([
      {
        method: 'getSignaturesForAddress',
        params: [PROGRAM_ID.toBase58(), { commitment: 'confirmed', limit: 500 }],
      },
      {
        method: 'getTransaction',
        params: ['1', { commitment: 'confirmed', encoding: 'json', maxSupportedTransactionVersion: 255 }],
      },
    ])
  })

  it('are none if the latest transaction is older', async () => {
    expect(await changed()).to.deep.equal([])
    expect(node.read).to.deep.equal([])
  })

  it('are not known if the node shows no older transaction: there may be more', async () => {
    node.listed = [{ signature: '1', slot: 10, events: [A] }]
    expect(await changed()).to.equal(null)
    node.listed = []
    expect(await changed()).to.equal(null)
    expect(node.read).to.deep.equal([])
  })

  it('are also those that a transaction can have written, if they are known', async () => {
    node.listed = [
      { signature: '1', slot: 10, events: [A], keys: [WALLET, ...texts(B, A)], loaded: texts(C, D) },
      { signature: 'without events', slot: 10, keys: texts(D) },
      OLD,
    ]
    expect(await changed([B, C])).to.deep.equal(texts(A, B, C))
    expect(await changed([]), 'again, from the logs that were kept').to.deep.equal(texts(A))
  })

  it('are only those of events if the keys are of no known market', async () => {
    node.listed = [{ signature: '1', slot: 10, events: [A], keys: [WALLET], loaded: texts(C) }, OLD]
    expect(await changed([B])).to.deep.equal(texts(A))
  })

  it('are without events about no market', async () => {
    const event = encodeEvent('AdminAccepted', { admin: A })
    node.listed = [{ signature: '1', slot: 10, logs: logsOf([event, cancelled(B)]) }, OLD]
    expect(await changed()).to.deep.equal(texts(B))
  })

  it('leave out transactions that have failed', async () => {
    const err = { InstructionError: [0, { Custom: 6_000 }] }
    node.listed = [
      { signature: '2', slot: 11, events: [A], keys: texts(A), err },
      { signature: '1', slot: 10, events: [B] },
      OLD,
    ]
    expect(await changed()).to.deep.equal(texts(B))
    expect(node.read).to.deep.equal(['1'])
  })

  it('are not known if logs are truncated, or the node does not have a transaction', async () => {
    const truncated = [...logsOf([cancelled(A)]).slice(0, 3), 'Log truncated']
    for (const gap of [
      { read: null },
      { read: { slot: 10, transaction: { message: { accountKeys: [] } }, meta: null } },
      { logs: truncated },
    ]) {
      node.listed = [{ signature: '1', slot: 10, events: [B] }, { signature: '2', slot: 10, ...gap }, OLD]
      expect(await changed()).to.equal(null)
      expect(logs.get('2', 10), 'it is read again').to.equal(undefined)
    }
  })

  it('can be read of transactions without logs', async () => {
    node.listed = [{ signature: '1', slot: 10, keys: texts(A), logs: null }, OLD]
    expect(await changed()).to.deep.equal(texts(A))
  })

  it('are those of reported logs, which are not read from the node', async () => {
    const data = { market: C, sequence: 1, cancelledAt: 1n }
    const reported = { logs: [], bytes: [], events: [{ name: 'MarketCancelled' as const, data }] }
    logs.add({ signature: '1', slot: 10, ...reported })
    logs.add({ signature: '2', slot: 10, ...reported })
    node.listed = [{ signature: '2', slot: 11, events: [B] }, { signature: '1', slot: 10 }, OLD]
    expect(await changed()).to.deep.equal(texts(B, C))
    expect(node.read, 'reported of another slot').to.deep.equal(['2'])
  })

  it('keep what was read, unless it is in another slot by now', async () => {
    node.listed = [
      { signature: 'moved', slot: 11, events: [B], movedTo: 12 },
      { signature: '1', slot: 10, events: [A], keys: texts(C) },
      OLD,
    ]
    expect(await changed()).to.deep.equal(texts(B, A, C))
    expect(await changed()).to.deep.equal(texts(B, A))
    expect(node.read).to.deep.equal(['moved', '1', 'moved'])
    expect([logs.get('moved', 11), logs.get('moved', 12)]).to.deep.equal([undefined, undefined])
    const kept = logs.get('1', 10)
    expect(kept?.logs).to.deep.equal(logsOf([cancelled(A)]))
    expect(kept?.events.map(({ name }) => name)).to.deep.equal(['MarketCancelled'])
    expect(kept?.bytes.map((bytes) => Buffer.from(bytes).toString('base64'))).to.deep.equal([cancelled(A)])
  })

  const numbered = (count: number): Told[] =>
    Array.from({ length: count }, (_, index) => ({ signature: `${index}`, slot: 10 }))

  it('are read of up to fifty transactions, ten at a time', async () => {
    node.listed = [...numbered(49), { signature: 'last', slot: 10, events: [A] }, OLD]
    expect(await changed()).to.deep.equal(texts(A))
    expect(node.read).to.have.length(50)
    expect(node.atOnce).to.equal(10)
    node.listed = [
      ...numbered(49),
      { signature: 'other', slot: 10 },
      { signature: 'last', slot: 10, events: [A] },
      OLD,
    ]
    expect(await changed(), 'those that were read need not be read again').to.deep.equal(texts(A))
  })

  it('are not known if more would have to be read', async () => {
    node.listed = [...numbered(51), OLD]
    expect(await changed()).to.equal(null)
    expect(node.read).to.deep.equal([])
  })

  it('are not known if the node answers with an error', async () => {
    const failing = {
      _rpcRequest: async () => ({ error: { message: 'no index' } }),
    } as unknown as NodeConnection
    const query = { programId: PROGRAM_ID, sinceSlot: 10, isKnown: () => true }
    const failure = await changedSince({ ...query, rpc: { connection: failing, logs } }).catch(
      (error: Error) => error,
    )
    expect(String(failure)).to.contain('getSignaturesForAddress failed: no index')
  })
})
