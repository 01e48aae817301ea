import { expect } from 'chai'
import { HttpEvents } from '../../app/src/attestor/events.ts'
import { localnetKey } from '../../app/src/localnet/keys.ts'
import { LocalnetEvents } from '../../app/src/localnet/localnet.ts'
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

  const ask = () => new HttpEvents(`${server.url}/events/{market}?of={market}`).finalAnswer('abc')

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

  it('has no answer for an event without a page', async () => {
    answer = { status: 404, body: {} }
    expect(await ask()).to.equal(null)
  })

  for (const body of [{}, { value: 2 }, { value: 'yes' }, { value: '1' }, [], 'busy']) {
    it(`is not understood with ${JSON.stringify(body)}`, async () => {
      answer = { body }
      await failure(ask() as Promise<unknown>)
    })
  }

  it('gives no answer if it fails', async () => {
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

  it('are unknown until somebody sets them', () => {
    const events = new LocalnetEvents(() => 5_000)
    expect(events.finalAnswer(market)).to.equal(null)
    events.set(address, false)
    expect(events.finalAnswer(market)).to.equal(false)
    events.set(address, true)
    expect(events.finalAnswer(market)).to.equal(true)
  })

  /** The answer by a seed and when it is known, looked at every second. */
  function answered(seed: string, timing: 'atExpiry' | 'byExpiry'): { at: number; answer: boolean } {
    let now = 1_000
    const events = new LocalnetEvents(() => now)
    events.plan(seed, [planned(timing)])
    for (; now <= 3_000; now++) {
      const answer = events.finalAnswer(market)
      if (answer !== null) return { at: now, answer }
    }
    return expect.fail('There never was an answer')
  }

  it('of the demonstration depend on the seed only', () => {
    const seeds = Array.from({ length: 20 }, (_, index) => `seed ${index}`)
    const answers = seeds.map((seed) => answered(seed, 'byExpiry'))
    expect(seeds.map((seed) => answered(seed, 'byExpiry'))).to.deep.equal(answers)
    const [happened, others] = [true, false].map((wanted) =>
      answers.filter(({ answer }) => answer === wanted).map(({ at }) => at),
    ) as [number[], number[]]
    expect(happened.every((second) => second > 1_500 && second <= 2_000)).to.equal(true)
    expect(new Set(happened).size).to.be.greaterThan(1)
    // That it did not happen by expiry is not known before.
    expect(new Set(others)).to.deep.equal(new Set([2_000]))
  })

  it('of the demonstration are unknown before expiry if they are decided at expiry', () => {
    const answers = Array.from({ length: 20 }, (_, index) => answered(`seed ${index}`, 'atExpiry'))
    expect(new Set(answers.map(({ at }) => at))).to.deep.equal(new Set([2_000]))
    expect(new Set(answers.map(({ answer }) => answer))).to.deep.equal(new Set([true, false]))
  })

  it('of the demonstration can be set to another answer', () => {
    const events = new LocalnetEvents(() => 1_000)
    events.plan('any', [planned('atExpiry')])
    expect(events.finalAnswer(market)).to.equal(null)
    events.set(address, true)
    expect(events.finalAnswer(market)).to.equal(true)
  })
})
