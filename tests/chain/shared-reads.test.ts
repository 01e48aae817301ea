import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { type Connection, PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import { fetchNode } from '../../app/src/chain/fetch-node.ts'
import { SlotTime } from '../../app/src/chain/node-progress.ts'
import { withSharedReads } from '../../app/src/chain/shared-reads.ts'

const [A, B, C] = [new PublicKey(1), new PublicKey(2), new PublicKey(3)]

describe('reads that callers share', () => {
  let asked: { method: string; params: unknown[] }[]
  let shared: Connection
  const state = { slot: 1, slotMs: 60_000 }

  beforeEach(() => {
    asked = []
    const raw = { data: ['AQI=', 'base64'], executable: false, lamports: 5, owner: C.toBase58() }
    const connection = {
      async _rpcRequest(method: string, params: unknown[]) {
        asked.push({ method, params })
        const [addresses] = params as [string[]]
        const value = addresses.map((address) => (address === A.toBase58() ? raw : null))
        return { result: { context: { slot: 7 }, value } }
      },
      async getLatestBlockhash() {
        asked.push({ method: 'getLatestBlockhash', params: [] })
        return { blockhash: 'b', lastValidBlockHeight: 9 }
      },
      async getRecentPrioritizationFees(params: unknown) {
        asked.push({ method: 'getRecentPrioritizationFees', params: [params] })
        return [{ slot: 1, prioritizationFee: 3 }]
      },
      async getAccountInfoAndContext(_: PublicKey, config: unknown) {
        asked.push({ method: 'getAccountInfo', params: [config] })
        return { context: { slot: 8 }, value: null }
      },
    }
    shared = withSharedReads(connection as unknown as Connection, (key) => key.equals(B), state)
  })

  it('of accounts at the same time are one call', async () => {
    const [one, two, both] = await Promise.all([
      shared.getAccountInfo(A),
      shared.getAccountInfo(B, 'confirmed'),
      shared.getMultipleAccountsInfoAndContext([B, A], { commitment: 'confirmed' }),
    ])
    expect(asked.map(({ method }) => method)).to.deep.equal(['getMultipleAccounts'])
    expect({ ...one, owner: one?.owner.toBase58() }).to.deep.equal({
      executable: false,
      lamports: 5,
      owner: C.toBase58(),
      data: Buffer.from([1, 2]),
    })
    expect([two, both]).to.deep.equal([null, { context: { slot: 7 }, value: [null, one] }])
  })

  it('at another level, or from a slot on, are calls of their own', async () => {
    const config = { commitment: 'confirmed', minContextSlot: 5 } as const
    expect(await shared.getAccountInfo(A, config)).to.equal(null)
    expect(asked).to.deep.equal([{ method: 'getAccountInfo', params: [config] }])
  })

  it('of the latest blockhash and of fees are kept for a while, fees by the accounts that many write', async () => {
    for (let count = 0; count < 2; count++) {
      expect((await shared.getLatestBlockhash('confirmed')).blockhash).to.equal('b')
      await shared.getRecentPrioritizationFees({ lockedWritableAccounts: count ? [A, B] : [B, C] })
    }
    expect(asked).to.deep.equal([
      { method: 'getLatestBlockhash', params: [] },
      { method: 'getRecentPrioritizationFees', params: [{ lockedWritableAccounts: [B] }] },
    ])
    // A localnet's slots can jump, and blockhashes expire with them.
    state.slot += 13
    await shared.getLatestBlockhash()
    expect(asked).to.have.length(3)
  })
})

describe('chain: the time of a slot', () => {
  it('is unknown before two slots were read, and then as measured', () => {
    const time = new SlotTime()
    expect(time.ms).to.equal(null)
    time.see(10, 1_000)
    expect(time.ms).to.equal(null)
    time.see(20, 3_000)
    expect(time.ms).to.equal(200)
    // The same slot again says nothing.
    time.see(20, 90_000)
    expect(time.ms).to.equal(200)
  })

  it('follows a network whose slots become shorter', () => {
    const time = new SlotTime()
    let [slot, at] = [0, 0]
    for (const slotMs of [400, 200]) {
      for (let read = 0; read < 40; read += 1) {
        slot += 2_000 / slotMs
        at += 2_000
        time.see(slot, at)
      }
      expect(time.ms).to.equal(slotMs)
    }
  })

  it('takes no notice of a pause or a jump', () => {
    const time = new SlotTime()
    for (let read = 0; read < 10; read += 1) time.see(5 * read, 2_000 * read)
    time.see(1_000_000, 22_000)
    time.see(1_000_005, 900_000)
    expect(time.ms).to.equal(400)
  })

  it('is not known from a jump alone', () => {
    const time = new SlotTime()
    time.see(10, 1_000)
    time.see(10_000, 3_000)
    expect(time.ms).to.equal(null)
  })
})

describe('a request to a node', () => {
  let answer: (request: IncomingMessage, response: ServerResponse) => void
  const server = createServer((request, response) => answer(request, response))
  let url: string

  before(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  })

  after(() => {
    server.closeAllConnections()
    server.close()
  })

  const ask = (timeoutMs = 60_000) => fetchNode(url, timeoutMs, { method: 'POST', body: '{}' })

  it('is made once more on a new connection when the node has closed those that were kept alive', async () => {
    // Given a node that drops every connection which is used a second time.
    const used = new Set<Socket>()
    const waiting: ServerResponse[] = []
    answer = ({ socket }, response) => {
      if (used.has(socket)) return socket.destroy()
      used.add(socket)
      waiting.push(response)
      // All at once, so that there are several connections.
      if (waiting.length === 5) for (const one of waiting.splice(0)) one.end('first')
    }
    await Promise.all(Array.from({ length: 5 }, () => ask()))
    answer = ({ socket }, response) => {
      if (used.has(socket)) return socket.destroy()
      response.end('second')
    }
    expect((await ask()).body).to.equal('second')
  })

  it('is repeated once more when a new connection is dropped too, and then fails', async () => {
    let requests = 0
    answer = ({ socket }) => {
      requests += 1
      socket.destroy()
    }
    expect(await ask().then(String, String)).to.contain('hang up')
    expect(requests).to.equal(3)
  })

  it('ends after its time, whether the node says nothing or stops in the middle', async () => {
    for (const start of ['', 'half of']) {
      answer = (_, response) => {
        response.writeHead(200, { 'content-length': '100' })
        if (start) response.write(start)
      }
      const error = await ask(200).then(
        () => expect.fail('it was answered'),
        (failure: Error) => failure,
      )
      expect(String(error.cause)).to.contain('no answer for 200 ms')
    }
  })
})
