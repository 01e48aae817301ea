import { toMarketId } from '@prediction-market/sdk'
import { expect } from 'chai'
import { readObservations } from '../../app/src/book/progress/attested.ts'
import { addressOf } from '../helpers/history/encode.ts'
import { FetchedAnswers } from '../helpers/progress.ts'

const [A, B] = [addressOf('a'), addressOf('b')]
const FIRST = 'http://one.example'
const SECOND = 'http://two.example/attestor/'

const observed = (value: unknown, market: unknown = A.toBase58()) => ({
  text: JSON.stringify({ observations: [{ market, value }] }),
})

describe('the observations of attestors', () => {
  let fetched: FetchedAnswers

  beforeEach(() => {
    fetched = new FetchedAnswers()
  })

  afterEach(() => fetched.restore())

  const answer = (first: { text: string; status?: number } | Error, second?: { text: string }) => {
    fetched.answers.set('http://one.example/observations', first)
    if (second) fetched.answers.set('http://two.example/attestor/observations', second)
  }
  const read = () => readObservations([FIRST, SECOND])
  const failure = () =>
    read().then(
      () => expect.fail('it answered'),
      (error: Error) => error.message,
    )

  it('are whole numbers by market, exact to the last digit', async () => {
    const observations = [
      { market: A.toBase58(), value: '18446744073709551615' },
      { market: B.toBase58(), value: '0', more: true },
    ]
    answer({ text: JSON.stringify({ observations }) })
    expect([...(await read())]).to.deep.equal([
      [toMarketId(A), { value: 18_446_744_073_709_551_615n, exponent: 0 }],
      [toMarketId(B), { value: 0n, exponent: 0 }],
    ])
    expect(fetched.asked, 'the second attestor is not asked').to.deep.equal([
      'http://one.example/observations',
    ])
  })

  it('may be none', async () => {
    answer({ text: '{"observations":[]}' })
    expect((await read()).size).to.equal(0)
  })

  for (const [name, first] of [
    ['does not answer', new Error('refused')],
    ['answers with another status', { ...observed('5'), status: 503 }],
    ['answers with a status of success that is not 200', { ...observed('5'), status: 203 }],
    ['does not answer in JSON', { text: '<html>' }],
    ['answers with other JSON', { text: '{"observations":[{}]}' }],
    ['names no address', observed('5', 'nowhere')],
    ['observes a negative number', observed('-5')],
    ['observes a fraction', observed('5.5')],
    ['observes a number in JSON', observed(5)],
    ['observes nothing', observed('')],
    ['observes a number of more than 20 digits', observed('1'.repeat(21))],
  ] as const) {
    it(`are those of the second attestor if the first one ${name}`, async () => {
      answer(first, observed('7'))
      expect([...(await read()).values()]).to.deep.equal([{ value: 7n, exponent: 0 }])
      expect(fetched.asked).to.deep.equal([
        'http://one.example/observations',
        'http://two.example/attestor/observations',
      ])
    })
  }

  it('may have 20 digits', async () => {
    answer(observed('1'.repeat(20)))
    expect([...(await read()).values()]).to.deep.equal([{ value: 11_111_111_111_111_111_111n, exponent: 0 }])
  })

  it('fail if no attestor answers, with the reason of each', async () => {
    answer({ ...observed('5'), status: 503 })
    expect(await failure()).to.equal(
      'No attestor answered: http://one.example: answered 503; http://two.example/attestor/: refused',
    )
    expect(await readObservations([]).catch((error: Error) => error)).to.be.instanceOf(Error)
  })

  it('are not read from an answer of more than 16 MiB', async () => {
    const spaces = (bytes: number) => {
      const { text } = observed('5')
      return { text: text + ' '.repeat(bytes - text.length) }
    }
    answer(spaces(16 * 1_024 * 1_024))
    expect((await read()).size).to.equal(1)
    answer(spaces(16 * 1_024 * 1_024 + 1))
    expect(await failure()).to.contain('more than 16777216 bytes')
  })
})
