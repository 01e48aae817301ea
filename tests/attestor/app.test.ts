import { PROGRAM_ID } from '@prediction-market/sdk'
import { NO_RECENT_STAKES } from '@prediction-market/sdk/rules'
import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import { Hono } from 'hono'
import { attestorApp, limitRequests, type RequestLimits } from '../../app/src/attestor/app.ts'
import { MissedLog } from '../../app/src/attestor/attestor.ts'
import { MEMORY_JOURNAL } from '../../app/src/attestor/journal.ts'
import { AttestorMetrics } from '../../app/src/attestor/metrics.ts'
import { Signer } from '../../app/src/attestor/signer.ts'
import { Watcher } from '../../app/src/attestor/watcher.ts'
import { MarketBook } from '../../app/src/book/book.ts'
import { ChainState } from '../../app/src/chain/state.ts'
import { attestorClock } from '../../app/src/localnet/attestors.ts'
import { rankOf } from '../helpers/book.ts'
import { sharedLocalnet } from '../helpers/localnet/index.ts'
import { plainMarket } from '../helpers/sdk/market.ts'

/** The routes of an attestor, and its parts that a test needs. */
async function open(limits?: Partial<RequestLimits>) {
  const { connection, node } = await sharedLocalnet()
  const state = new ChainState(connection, PROGRAM_ID, (error) => expect.fail(error.message))
  await state.start()
  const book = new MarketBook()
  const signer = new Signer({ key: Keypair.generate(), programId: PROGRAM_ID, journal: MEMORY_JOURNAL })
  const watcher = new Watcher({
    book,
    rankOf,
    signer,
    clock: attestorClock(node),
    holders: { balances: async () => null },
    events: undefined,
    onMissed: () => {},
    onSigned: () => {},
  })
  const metrics = new AttestorMetrics(signer)
  const app = attestorApp({ book, state, signer, watcher, metrics, maxLagSeconds: 1_000_000, limits })
  const ask = (path: string, remoteAddress = '127.0.0.1') =>
    app.request(path, {}, { incoming: { socket: { remoteAddress, remoteFamily: 'IPv4' } } })
  return { state, book, signer, ask }
}

/** A market of an event that was opened two thousand seconds ago. */
function eventMarket(state: ChainState, lastBetPeriod: bigint) {
  const createdAt = Number(state.now()) - 2_000
  const plain = plainMarket()
  return plainMarket({
    condition: { type: 'event', timing: 'byExpiry' },
    createdAt: BigInt(createdAt),
    closeAt: BigInt(createdAt + 3_990),
    expireAt: BigInt(createdAt + 4_000),
    terms: { ...plain.terms, period: 400 },
    recent: { ...NO_RECENT_STAKES, period: lastBetPeriod },
  })
}

describe('the routes of an attestor', () => {
  it('attack 81: refuse a flood, answer other clients, and do not slow signing', async () => {
    const { state, book, signer, ask } = await open({ perAddress: 5, inAll: 1_000 })
    try {
      const market = eventMarket(state, 1n)
      book.put(market, 'Will it?', 1)
      await signer.sign(market.address, Number(market.createdAt) + 600, true)
      const one = `/attestations/${market.address.toBase58()}`
      for (const [index, path] of ['/attestations', one, `${one}/all`, '/observations'].entries()) {
        const flood = await Promise.all(Array.from({ length: 50 }, () => ask(path, `10.0.0.${index}`)))
        const statuses = flood.map(({ status }) => status)
        expect(
          statuses.filter((status) => status === 200),
          path,
        ).to.have.length(5)
        expect(
          statuses.filter((status) => status === 429),
          path,
        ).to.have.length(45)
        expect((await ask(path, `10.0.1.${index}`)).status, 'somebody else').to.equal(200)
        await signer.sign(market.address, Number(market.createdAt) + 605 + index, true)
      }
      expect(signer.of(market.address.toBase58())).to.have.length(5)
      // Whether it is alive is asked by its operator.
      expect((await ask('/health/live', '10.0.0.0')).status).to.equal(200)
    } finally {
      state.stop()
    }
  })
})

describe('the attestations of a market', () => {
  /** Seconds from the creation of a market to its first and its last attestation. */
  const [FIRST, LAST] = [600, 1_595] as const

  /** The seconds since creation that an attestor answers with which has signed every fifth one. */
  async function answered(lastBetPeriod: bigint): Promise<number[]> {
    const { state, book, signer, ask } = await open()
    try {
      const market = eventMarket(state, lastBetPeriod)
      const createdAt = Number(market.createdAt)
      book.put(market, 'Will it?', 1)
      for (let second = FIRST; second <= LAST; second += 5) {
        await signer.sign(market.address, createdAt + second, true)
      }
      const answer = await ask(`/attestations/${market.address.toBase58()}/all`)
      const { attestations } = (await answer.json()) as { attestations: { second: number }[] }
      return attestations.map(({ second }) => second - createdAt)
    } finally {
      state.stop()
    }
  }

  const every5 = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => from + 5 * index)
  const LATEST = every5(LAST - 5 * 63, 64)

  it('are the earliest that would decide it, and the latest', async () => {
    expect(await answered(1n)).to.deep.equal([...every5(FIRST, 64), ...LATEST])
  })

  it('are not those that have become too old by later bets', async () => {
    // A bet of the fourth period leaves observations of the third one and later, which begins after 800 seconds.
    expect(await answered(4n)).to.deep.equal([...every5(800, 64), ...LATEST])
  })
})

describe("the limits of an attestor's HTTP interface", () => {
  const clock = { now: 0 }
  const limits = { perAddress: 60, inAll: 150, trustedProxies: 0, now: () => clock.now }

  /** A server with these limits that counts its work, and requests from an address. */
  const open = () => {
    const app = new Hono()
    const work = { done: 0 }
    app.use('*', limitRequests(limits))
    app.get('/', (c) => {
      work.done += 1
      return c.text('ok')
    })
    const ask = (remoteAddress: string) =>
      app.request('/', {}, { incoming: { socket: { remoteAddress, remoteFamily: 'IPv4', remotePort: 1 } } })
    return { ask, work }
  }

  it('attack 81: refuse a flood before any work, and leave others their share', async () => {
    const { ask, work } = open()
    const flood = await Promise.all(Array.from({ length: 2_000 }, () => ask('10.0.0.1')))
    expect(work.done).to.equal(60)
    const refused = flood.find(({ status }) => status === 429) ?? expect.fail()
    expect(refused.headers.get('retry-after')).to.equal('1')
    expect((await ask('10.0.0.2')).status).to.equal(200)
    // From many addresses.
    for (let index = 0; index < 500; index += 1) await ask(`10.1.${index >> 8}.${index & 255}`)
    expect(work.done).to.equal(150)
    clock.now += 60_000
    expect((await ask('10.0.0.1')).status).to.equal(200)
  })
})

describe('the log of missed moments', () => {
  it('has each at expiry, and one line a minute with the number of the others', () => {
    const lines: unknown[] = []
    let now = 1_000
    const warn = ({ moment, missed }: Record<string, unknown>) => lines.push([moment, missed])
    const log = new MissedLog({ warn } as ConstructorParameters<typeof MissedLog>[0], () => now)
    const miss = (moment: 'early' | 'expiry') => log.add(new Error('busy'), 'market', moment)
    for (let count = 0; count < 4; count += 1) miss('early')
    miss('expiry')
    miss('expiry')
    now += 60_000
    miss('early')
    expect(lines).to.deep.equal([
      ['early', 1],
      ['expiry', undefined],
      ['expiry', undefined],
      ['early', 4],
    ])
  })
})
