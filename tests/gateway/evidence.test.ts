import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import { MeasuredSamples } from '../../app/src/book/progress/samples.ts'
import { decimal } from '../../app/src/json/json.ts'
import {
  act,
  inSeconds,
  paidWallet,
  refused,
  request,
  sharedGateway,
  type TestGateway,
} from '../helpers/gateway/harness.ts'

describe('gateway: markets about the state of an account', () => {
  const wallet = Keypair.generate()
  let test: TestGateway
  let url: string

  before(async () => {
    test = await sharedGateway()
    url = test.gateway.url
    await paidWallet(url, wallet, { SOL: '20' })
  })

  /** A market about the utility token, which the localnet's faucet can mint. */
  const asked = (question: string, condition?: object) => ({
    question,
    condition,
    tokenAddress: test.localnet.program.utilityMint.toBase58(),
    outcomes: ['Yes', 'No'],
    expireAt: inSeconds(test, 3_600),
    currency: 'SOL',
  })

  it('shows the mint to the program, at creation and with every bet', async () => {
    const body = asked("Will this token's supply rise above 900 billion?")
    const { built } = await act(url, '/v1/markets', body, wallet)
    expect(built.body.condition).to.deep.include({ type: 'supply', timing: 'byExpiry' })
    const { sent } = await act(
      url,
      `/v1/markets/${built.body.id}/bets`,
      { outcome: 'Yes', amount: 1 },
      wallet,
    )
    expect(sent.body.newTotalStake).to.deep.equal({ Yes: 1, No: 0 })
  })

  const refusals: [what: string, condition: object, status: number, code: string][] = [
    [
      'a supply that has reached its target',
      { type: 'supply', comparison: 'below', target: 900_000_000_000, timing: 'byExpiry' },
      409,
      'AnswerFixed',
    ],
    [
      'the market cap of a token that can be minted',
      { type: 'marketCap', feed: 'SOL', comparison: 'above', target: 1_000_000_000 },
      400,
      'UnreliableSupply',
    ],
    ['the migration of a token that is not of pump.fun', { type: 'migration' }, 400, 'CurveInvalid'],
  ]
  for (const [what, condition, status, code] of refusals) {
    it(`refuses ${what}`, async () => {
      const body = asked('Is it so?', condition)
      const answer = await request(url, 'POST', '/v1/markets', { body, wallet })
      refused(answer, status, /./)
      expect(answer.headers.get('x-error-code'), answer.text).to.equal(code)
    })
  }
})

describe('gateway: measured values over time', () => {
  const value = decimal('150.5')

  it('are kept once a second, and coarser once there are many', () => {
    const samples = new MeasuredSamples(8)
    for (const at of [0, 0, 1, 2, 3, 4, 5, 6]) samples.record('a', { at, value })
    expect(samples.of('a').map(({ at }) => at)).to.deep.equal([0, 1, 2, 3, 4, 5, 6])
    samples.record('a', { at: 7, value })
    expect(samples.of('a').map(({ at }) => at)).to.deep.equal([0, 2, 4, 6])
    for (let at = 8; at < 1_000; at++) {
      samples.record('a', { at, value })
      expect(samples.of('a').length).to.be.below(8)
    }
    const times = samples.of('a').map(({ at }) => at)
    expect(times[0]).to.equal(0)
    expect(times.at(-1)).to.be.above(700)
  })

  it('of a market that is no longer measured stay, until there are too many', () => {
    const samples = new MeasuredSamples(8, 2)
    for (const id of ['decided', 'open']) samples.record(id, { at: 1, value })
    for (const at of [2, 3]) samples.record('open', { at, value })
    expect(samples.of('decided')).to.have.length(1)
    samples.record('new', { at: 4, value })
    expect(samples.of('decided'), 'looking at it did not keep it').to.deep.equal([])
    expect(samples.of('open')).to.have.length(3)
  })
})
