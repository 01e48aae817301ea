import { PROGRAM_ID } from '@prediction-market/sdk'
import { PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import { type ChangesQuery, changedSince } from '../../app/src/book/changed-since.ts'
import { RecentLogs } from '../../app/src/chain/recent-logs.ts'

const [MARKET, CLOSED, OTHER] = [new PublicKey(1), new PublicKey(2), new PublicKey(3)]

describe('the markets that changed since a slot', () => {
  let listed: { signature: string; slot: number; err: unknown }[]
  let transactions: Record<string, { keys: PublicKey[]; loaded?: PublicKey[]; logs?: string[] }>
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
        return { result: found ? { transaction: { message }, meta } : null }
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
