import { readFileSync } from 'node:fs'
import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import {
  inSeconds,
  paidWallet,
  request,
  sharedGateway,
  type TestGateway,
} from '../helpers/gateway/harness.ts'

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

describe('gateway: alternatives to every question of the corpus', function () {
  this.timeout(600_000)
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

  async function alternativesTo({ question, tokenAddress = null, expireAt = soon() }: Entry) {
    const isAhead = expireAt > inSeconds(test, 3_600)
    const body = { question, tokenAddress, expireAt: isAhead ? expireAt : soon() }
    const answer = await request(url, 'POST', '/v1/questions', { body })
    expect(answer.status, `${question} ${answer.text}`).to.be.oneOf([200, 400, 409])
    return (answer.body.alternatives ?? []) as Offered[]
  }

  it('attack 104: are accepted as they are, and agree with their own words', async () => {
    const sent = new Set<string>()
    await forEach(questions, async (entry) => {
      // Each is sent as soon as it is offered: some are about the next minutes.
      for (const alternative of await alternativesTo(entry)) {
        const key = JSON.stringify(alternative)
        const { referenceAt } = alternative.condition
        const hasBegun = referenceAt !== undefined && referenceAt < inSeconds(test, 60)
        if (sent.has(key) || hasBegun) continue
        sent.add(key)
        const body = { ...alternative, outcomes: ['Yes', 'No'], currency: 'SOL' }
        const built = await request(url, 'POST', '/v1/markets', { body, wallet })
        expect(built.status, `${key} ${built.text}`).to.equal(202)
        expect(built.body.questionAgrees, alternative.question).to.equal('yes')
      }
    })
    expect(sent.size).to.be.above(200)
  })
})
