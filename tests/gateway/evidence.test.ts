import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
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
