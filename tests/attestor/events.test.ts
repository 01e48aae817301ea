import { expect } from 'chai'
import { HttpEvents } from '../../app/src/attestor/events.ts'
import { LocalnetEvents } from '../../app/src/localnet/events.ts'
import { localnetKey } from '../../app/src/localnet/keys.ts'
import { serve, type TestServer } from '../helpers/attestor/http.ts'
import { failure } from '../helpers/localnet/index.ts'

describe('a source of events over HTTP', () => {
  let server: TestServer
  let answer: { status?: number; body: unknown }
  const paths: string[] = []

  before(async () => {
    server = await serve(({ path }) => {
      paths.push(path)
      return answer
    })
  })
  after(() => server.close())

  const ask = () => new HttpEvents(`${server.url}/events/{market}?of={market}`).hasHappened('abc')

  for (const [value, happened] of [
    [1, true],
    [true, true],
    [0, false],
    [false, false],
    [null, null],
  ]) {
    it(`says ${happened} with ${JSON.stringify(value)}`, async () => {
      answer = { body: { value, source: 'anything else' } }
      expect(await ask()).to.equal(happened)
      expect(paths.at(-1)).to.equal('/events/abc?of=abc')
    })
  }

  it('does not know what it has no page of', async () => {
    answer = { status: 404, body: {} }
    expect(await ask()).to.equal(null)
  })

  for (const body of [{}, { value: 2 }, { value: 'yes' }, { value: '1' }, [], 'busy']) {
    it(`is not understood with ${JSON.stringify(body)}`, async () => {
      answer = { body }
      await failure(ask() as Promise<unknown>)
    })
  }

  it('that fails says nothing', async () => {
    answer = { status: 500, body: { value: 1 } }
    expect((await failure(ask() as Promise<unknown>)).message).to.contain('500')
  })
})

describe('the events of the localnet', () => {
  const address = localnetKey('a market').publicKey
  const market = address.toBase58()
  const planned = (timing: 'atExpiry' | 'byExpiry') => ({
    address,
    question: 'Will it?',
    condition: { type: 'event' as const, timing },
    lifetime: 1_000,
    expireAt: 2_000n,
  })

  it('are unknown until somebody says', () => {
    const events = new LocalnetEvents(() => 5_000)
    expect(events.hasHappened(market)).to.equal(null)
    events.set(address, false)
    expect(events.hasHappened(market)).to.equal(false)
    events.set(address, true)
    expect(events.hasHappened(market)).to.equal(true)
  })

  /** When the event takes place by a seed, looked at every second. */
  function happensAt(seed: string, timing: 'atExpiry' | 'byExpiry'): number | null {
    let now = 1_000
    const events = new LocalnetEvents(() => now)
    events.plan(seed, [planned(timing)])
    for (; now <= 3_000; now++) if (events.hasHappened(market)) return now
    return null
  }

  it('of the demonstration are the same for the same seed, and take place or not by it', () => {
    const seeds = Array.from({ length: 20 }, (_, index) => `seed ${index}`)
    const outcomes = seeds.map((seed) => happensAt(seed, 'byExpiry'))
    expect(seeds.map((seed) => happensAt(seed, 'byExpiry'))).to.deep.equal(outcomes)
    expect(outcomes).to.include(null)
    const times = outcomes.filter((second) => second !== null)
    expect(times.every((second) => second > 1_500 && second <= 2_000)).to.equal(true)
    expect(new Set(times).size).to.be.greaterThan(1)
  })

  it('of the demonstration that are asked about at expiry are not known before', () => {
    const outcomes = Array.from({ length: 20 }, (_, index) => happensAt(`seed ${index}`, 'atExpiry'))
    expect(new Set(outcomes)).to.deep.equal(new Set([null, 2_000]))
  })

  it('of the demonstration can be set to something else', () => {
    const events = new LocalnetEvents(() => 1_000)
    events.plan('any', [planned('atExpiry')])
    expect(events.hasHappened(market)).to.equal(false)
    events.set(address, true)
    expect(events.hasHappened(market)).to.equal(true)
  })
})
