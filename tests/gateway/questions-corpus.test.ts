import { readFileSync } from 'node:fs'
import { PredictionMarketClient } from '@prediction-market/sdk'
import { findFeed } from '@prediction-market/sdk/feeds'
import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import {
  inSeconds,
  paidWallet,
  request,
  sharedGateway,
  type TestGateway,
} from '../helpers/gateway/harness.ts'
import { until } from '../helpers/localnet/index.ts'
import { PRICE_AT_EXPIRY } from '../helpers/program/world.ts'
import { SHARE, tenthOf } from '../helpers/sdk/tenth.ts'

interface Entry {
  question: string
  tokenAddress?: string | null
  expireAt?: string
}

interface Offered {
  question: string
  expireAt: string
  condition: { referenceAt?: string }
}

const { questions } = JSON.parse(
  readFileSync(new URL('../vectors/questions.json', import.meta.url), 'utf8'),
) as { questions: Entry[] }

/** Questions asked at the same time. */
const AT_ONCE = 8

async function forEach<T>(all: readonly T[], each: (one: T) => Promise<void>): Promise<void> {
  const rest = [...all]
  const work = async () => {
    for (let one = rest.pop(); one !== undefined; one = rest.pop()) await each(one)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}

describe('gateway: alternatives to questions of the corpus', () => {
  let test: TestGateway
  let url: string
  const wallet = Keypair.generate()
  const soon = () => inSeconds(test, 1_300_000)

  before(async () => {
    test = await sharedGateway()
    url = test.gateway.url
    await paidWallet(url, wallet, { SOL: '20' })
    const mint = 'FroG1111111111111111111111111111111111111111'
    await request(url, 'POST', '/v1/localnet/tokens', { body: { mint, bondingCurve: 'open' } })
  })

  /** Asks again while a busy chain has no answer. */
  const answered = (path: string, asked: { body: unknown; wallet?: Keypair }) =>
    until(`an answer of ${path}`, async () => {
      const answer = await request(url, 'POST', path, asked)
      return answer.status !== 503 && answer
    })

  async function alternativesTo({ question, tokenAddress = null, expireAt = soon() }: Entry) {
    const isAhead = expireAt > inSeconds(test, 3_600)
    const body = { question, tokenAddress, expireAt: isAhead ? expireAt : soon() }
    const answer = await answered('/v1/questions', { body })
    expect(answer.status, `${question} ${answer.text}`).to.be.oneOf([200, 400, 409])
    return (answer.body.alternatives ?? []) as Offered[]
  }

  it('attack 104: are accepted as they are, and agree with their own words', async () => {
    const sent = new Set<string>()
    await forEach(tenthOf(questions), async (entry) => {
      // Each is sent as soon as it is offered: some are about the next minutes.
      for (const alternative of await alternativesTo(entry)) {
        const key = JSON.stringify(alternative)
        const { referenceAt } = alternative.condition
        const hasBegun = referenceAt !== undefined && referenceAt < inSeconds(test, 60)
        if (sent.has(key) || hasBegun) continue
        sent.add(key)
        const body = { ...alternative, outcomes: ['Yes', 'No'], currency: 'SOL' }
        const built = await answered('/v1/markets', { body, wallet })
        expect(built.status, `${key} ${built.text}`).to.equal(202)
        expect(built.body.questionAgrees, alternative.question).to.equal('yes')
      }
    })
    expect(sent.size).to.be.above(200 * SHARE)
  })
})

describe('gateway: a question that differs from its condition', () => {
  let test: TestGateway
  let url: string
  let wallet: Keypair

  before(async () => {
    test = await sharedGateway()
    url = test.gateway.url
    wallet = await paidWallet(url, Keypair.generate(), { SOL: '20' })
  })

  /** Opens a market with the SDK, which takes any words with any condition. */
  async function givenMarket(question: string): Promise<string> {
    const client = new PredictionMarketClient(test.localnet.connection, { signer: wallet })
    const { id } = await client.markets.create({
      question,
      expireAt: new Date(inSeconds(test, 3_600)),
      condition: { ...PRICE_AT_EXPIRY, feed: findFeed('SOL')?.id ?? '', comparison: 'below' },
      currency: 'SOL',
    })
    await until('the market in the book', () => test.gateway.book.get(id))
    return id
  }

  it('attack 79: is not the headline in lists, the market and its action', async () => {
    const question = 'Will SOL be above $250?'
    const id = await givenMarket(question)
    const { body: market } = await request(url, 'GET', `/v1/markets/${id}`)
    expect(market).to.include({ question, questionAgrees: 'no' })
    expect(market.details).to.contain('below $250')
    const { body: list } = await request(url, 'GET', `/v1/markets?creator=${wallet.publicKey.toBase58()}`)
    const [summary] = list.filter((one: { id: string }) => one.id === id)
    expect(summary).to.include({ question, questionAgrees: 'no', description: market.details })
    const { body: action } = await request(url, 'GET', `/actions/markets/${id}`)
    expect(action.title).to.equal(market.details)
    expect(action.description).to.contain(`The creator's words: "${question}". They contradict`)
  })

  it('attack 79: is shown with its invisible characters, and as unread', async () => {
    const id = await givenMarket('Will SOL be \u202eabove\u202c $250?')
    const { body: market } = await request(url, 'GET', `/v1/markets/${id}`)
    expect(market).to.include({
      question: 'Will SOL be <U+202E>above<U+202C> $250?',
      questionAgrees: 'unread',
    })
    const events = await until('its event', async () => {
      const { body } = await request(url, 'GET', `/v1/wallets/${wallet.publicKey.toBase58()}/history`)
      const found = body.filter((event: { marketId: string }) => event.marketId === id)
      return found.length > 0 && found
    })
    expect(events[0]).to.include({ type: 'market', questionAgrees: 'unread', question: market.question })
  })

  for (const question of [
    'Will SOL be \u202eabove $250?',
    'Will S\u200bOL be above $250?',
    'Will SОL be above $250?',
    'Will ВТС be above $250?',
  ]) {
    it(`attack 79: is refused with characters that deceive: ${JSON.stringify(question)}`, async () => {
      const body = {
        question,
        outcomes: ['Yes', 'No'],
        currency: 'SOL',
        expireAt: inSeconds(test, 3_600),
        condition: { type: 'event', timing: 'byExpiry' },
      }
      const answer = await request(url, 'POST', '/v1/markets', { body, wallet })
      expect(answer.status, answer.text).to.equal(400)
      expect(answer.body.error).to.match(/^question: has .*; write plain text without such characters$/)
    })
  }
})
