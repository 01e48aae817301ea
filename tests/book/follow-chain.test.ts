import { setTimeout as sleep } from 'node:timers/promises'
import { PROGRAM_ID, PredictionMarketClient, toMarketId } from '@prediction-market/sdk'
import { type Connection, Keypair, PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import pino from 'pino'
import { type ChangesQuery, changedSince } from '../../app/src/book/changed-since.ts'
import { followChain } from '../../app/src/book/follow-chain.ts'
import { RecentLogs } from '../../app/src/chain/recent-logs.ts'
import { ChainState } from '../../app/src/chain/state.ts'
import { chainTime, sharedLocalnet, until } from '../helpers/localnet/index.ts'
import { type Fate, openRpcProxy } from '../helpers/localnet/rpc-proxy.ts'

const [MARKET, CLOSED, OTHER] = [new PublicKey(1), new PublicKey(2), new PublicKey(3)]

describe('the markets that changed since a slot', () => {
  let listed: { signature: string; slot: number; err: unknown }[]
  let transactions: Record<
    string,
    { slot?: number; keys: PublicKey[]; loaded?: PublicKey[]; logs?: string[] }
  >
  let asked: string[]

  const changed = async (sinceSlot: number, logs = new RecentLogs()) => {
    const connection = {
      async _rpcRequest(method: string, [name]: [string]) {
        asked.push(method)
        if (method === 'getSignaturesForAddress') return { result: listed }
        const found = transactions[name]
        const message = { accountKeys: found?.keys.map(String) }
        const meta = {
          logMessages: found?.logs ?? [],
          loadedAddresses: { writable: (found?.loaded ?? []).map(String) },
        }
        return { result: found ? { slot: found.slot, transaction: { message }, meta } : null }
      },
    }
    const isKnown = (address: string) => address !== OTHER.toBase58()
    const rpc = { connection, logs } as unknown as ChangesQuery['rpc']
    const markets = await changedSince({ rpc, programId: PROGRAM_ID, sinceSlot, isKnown })
    return markets === null ? null : markets.map(String)
  }

  beforeEach(() => {
    asked = []
    listed = [
      { signature: 'c', slot: 12, err: null },
      { signature: 'failed', slot: 11, err: { InstructionError: [0, 'x'] } },
      { signature: 'b', slot: 10, err: null },
      { signature: 'a', slot: 5, err: null },
    ]
    transactions = { b: { keys: [OTHER, MARKET] }, c: { keys: [OTHER], loaded: [CLOSED] } }
  })

  it('are those that its successful transactions can have written', async () => {
    expect(await changed(10)).to.deep.equal([CLOSED, MARKET].map(String))
    expect(asked.filter((method) => method === 'getTransaction')).to.have.length(2)
  })

  it('are in the events of a transaction that was reported, which is not read again', async () => {
    const logs = new RecentLogs()
    const event = { name: 'MarketClosed', data: { market: CLOSED } } as never
    logs.add({ signature: 'c', slot: 12, logs: [], events: [event], bytes: [] })
    expect(await changed(12, logs)).to.deep.equal([String(CLOSED)])
    expect(asked).to.deep.equal(['getSignaturesForAddress'])
  })

  it('attack 39: are read of a fork too, whose logs nobody else gets', async () => {
    const logs = new RecentLogs()
    const keys = [MARKET]
    listed.splice(1, 1)
    transactions = { b: { slot: 10, keys }, c: { slot: 13, keys } }
    expect(await changed(10, logs)).to.deep.equal([String(MARKET)])
    expect(listed.map(({ signature, slot }) => logs.get(signature, slot)?.slot)).to.deep.equal([
      ...[undefined, 10, undefined],
    ])
  })

  it('are not known if there are more than fifty to read, of which then none is read', async () => {
    const many = Array.from({ length: 51 }, (_, index) => ({ signature: `${index}`, slot: 20, err: null }))
    listed = [...many, ...listed]
    for (const { signature } of many) transactions[signature] = { keys: [MARKET] }
    expect(await changed(20)).to.equal(null)
    expect(asked).to.deep.equal(['getSignaturesForAddress'])
    listed = listed.slice(1)
    expect(await changed(20)).to.deep.equal([String(MARKET)])
  })

  it('are none after the last transaction', async () => {
    expect(await changed(13)).to.deep.equal([])
  })

  it('are not known if the list does not go back so far, or a transaction cannot be read, or not all of it', async () => {
    expect(await changed(5)).to.equal(null)
    transactions.b = { keys: [OTHER, MARKET], logs: ['Log truncated'] }
    expect(await changed(10)).to.equal(null)
    transactions = {}
    expect(await changed(10)).to.equal(null)
  })
})

describe('a followed chain', () => {
  it('hears of new and closed markets, and reads all of them once', async () => {
    const { node, connection } = await sharedLocalnet()
    const wallet = Keypair.generate()
    await node.cheats.setLamports(wallet.publicKey, 10_000_000_000n)
    const client = new PredictionMarketClient(connection, { signer: wallet })
    const asked: string[] = []
    let nonces = 0n
    const proxy = await openRpcProxy({
      node,
      fate: (method) => {
        asked.push(method)
        return 'pass'
      },
    })
    const log = pino({ level: 'silent' })
    const observer = { call: () => {} }
    const chain = await followChain({ nodes: [proxy], programId: PROGRAM_ID, log, observer })
    try {
      await until('the first slot', () => chain.state.lag() === 0 && chain.state.slot > 0)
      const open = async () => {
        const second = BigInt(await chainTime(connection))
        const { market } = await client.markets.create({
          // So old that the market can be cancelled some seconds later.
          nonce: (second - 297n) * 1_000n + nonces++,
          question: 'Is it?',
          condition: { type: 'event', timing: 'byExpiry' },
          currency: 'SOL',
          expireAt: second + 3_600n,
        })
        await until('the new market', () => chain.book.get(toMarketId(market)) !== undefined)
        return market
      }
      // After the first one the program has a past, so that gaps need not be filled by lists.
      await open()
      const lists = () => asked.filter((method) => method === 'getProgramAccounts').length
      const looks = () => asked.filter((method) => method === 'getSignaturesForAddress').length
      await until('the reports to begin', () => looks() >= 2)
      await open()
      const before = lists()
      const market = await open()
      await until('it to be old enough', () =>
        client.markets.cancel({ market }).then(
          () => true,
          (error: Error) => (/created too recently/.test(error.message) ? false : Promise.reject(error)),
        ),
      )
      await until('it to be gone', () => chain.book.get(toMarketId(market)) === undefined)
      expect(lists()).to.equal(before)
    } finally {
      await chain.stop()
      await proxy.close()
    }
  })

  it('reads the clock once at a time, however slow its node is', async () => {
    let asked = 0
    let fail = (_: Error) => {}
    const connection = {
      getMultipleAccountsInfoAndContext() {
        asked += 1
        return new Promise((_, reject) => {
          fail = reject
        })
      },
    } as unknown as Connection
    const failed: Error[] = []
    const state = new ChainState(connection, PROGRAM_ID, (error) => failed.push(error))
    // Each jump of the slot is a reason to read it.
    for (const slot of [10, 20, 30, 40]) state.sawSlot(slot)
    expect(asked).to.equal(1)
    fail(new Error('slow'))
    await until('the next read', () => asked === 2)
    expect(failed.map(({ message }) => message)).to.deep.equal(['slow'])
  })

  it('is current after a look that took longer than a silence may', async () => {
    const { node } = await sharedLocalnet()
    let looks = 0
    const proxy = await openRpcProxy({
      node,
      fate: async (method): Promise<Fate> => {
        if (method === 'getSignaturesForAddress') {
          await sleep(4_000)
          looks += 1
        }
        return 'pass'
      },
    })
    const log = pino({ level: 'silent' })
    const chain = await followChain({
      nodes: [proxy],
      programId: PROGRAM_ID,
      log,
      observer: { call: () => {} },
    })
    try {
      // One look when the subscription opens, and one when it reports.
      await until('both looks', () => looks >= 2)
      await until('it to be current', () => chain.state.unknownMs < 1_000)
    } finally {
      await chain.stop()
      await proxy.close()
    }
  })
})
