import { PredictionMarketClient } from '@prediction-market/sdk'
import { findFeed } from '@prediction-market/sdk/feeds'
import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import { BetConfirmation, ProjectedBet } from '../../app/src/gateway/bets/schemas.ts'
import { MarketResult } from '../../app/src/gateway/markets/result/schemas.ts'
import {
  MarketDetail,
  MarketSummary,
  OpenMarket,
  ResolvedMarket,
} from '../../app/src/gateway/markets/schemas.ts'
import { ProjectedMarket } from '../../app/src/gateway/questions/schemas.ts'
import {
  act,
  inSeconds,
  paidWallet,
  request,
  sharedGateway,
  type TestGateway,
} from '../helpers/gateway/harness.ts'
import { travelTo, until } from '../helpers/localnet/index.ts'

describe('the life of a market through the gateway, with nothing but HTTP and a keypair', () => {
  let test: TestGateway
  let url: string
  const alice = Keypair.generate()
  const bob = Keypair.generate()

  before(async () => {
    test = await sharedGateway()
    url = test.gateway.url
    await paidWallet(url, alice, { SOL: '400', UTILITY: '400' })
    await paidWallet(url, bob, { SOL: '400', UTILITY: '400' })
  })

  for (const currency of ['SOL', 'UTILITY'] as const) {
    it(`in ${currency}, from its opening to the last payout`, async () => {
      // Given a market that Alice opens with a stake.
      const expireAt = inSeconds(test, 600)
      const body = {
        question: 'Will SOL be above $100?',
        tokenAddress: null,
        outcomes: ['Yes', 'No'],
        expireAt,
        currency,
        initialStake: { outcome: 'Yes', amount: 100 },
      }
      const created = await act(url, '/v1/markets', body, alice)
      const projected = ProjectedMarket.parse(created.built.body)
      const market = OpenMarket.parse(created.sent.body)
      expect(market.id).to.equal(projected.id)
      expect(market).to.include({ currency, status: 'open', creator: alice.publicKey.toBase58() })
      expect(market.feePercentage).to.deep.equal({ burn: 0.05, developer: 0.05 })
      expect(market.outcomes).to.deep.equal([
        { name: 'Yes', odds: 1, totalStake: 100 },
        { name: 'No', odds: 0, totalStake: 0 },
      ])

      // When Bob and Alice bet.
      const path = `/v1/markets/${market.id}`
      await act(url, `${path}/bets`, { outcome: 'No', amount: 60, currency }, bob)
      const bet = await act(url, `${path}/bets`, { outcome: 'Yes', amount: '50' }, alice)
      const projectedBet = ProjectedBet.parse(bet.built.body)
      const confirmed = BetConfirmation.parse(bet.sent.body)
      expect(confirmed).to.deep.include({
        marketId: market.id,
        outcome: 'Yes',
        amountStaked: 50,
        newTotalStake: { Yes: 150, No: 60 },
        newOdds: { Yes: 0.7143, No: 0.2857 },
      })
      expect(projectedBet.newOdds).to.deep.equal(confirmed.newOdds)

      // Then anyone can read it, with the progress of its condition.
      const detail = OpenMarket.parse((await request(url, 'GET', path)).body)
      expect(detail.totalVolume).to.equal(210)
      expect(detail.outcomes.map(({ odds }) => odds)).to.deep.equal([0.7143, 0.2857])
      const list = await request(url, 'GET', `/v1/markets?creator=${alice.publicKey.toBase58()}&limit=1`)
      const [summary] = MarketSummary.array().parse(list.body)
      expect(summary).to.deep.include({ id: market.id, odds: { Yes: 0.7143, No: 0.2857 }, totalVolume: 210 })
      expect(summary).not.to.have.property('winningOutcome')
      const progress = await until(
        'the progress of the condition',
        async () => (await request(url, 'GET', path)).body.conditionProgress,
      )
      expect(progress).to.include({ target: 100, unit: 'USD' })
      const early = await request(url, 'GET', `${path}/result`, { wallet: alice })
      expect([early.status, early.body]).to.deep.equal([
        409,
        { error: 'The market has not been decided yet' },
      ])

      // When it expires, bets are refused, and anybody decides it.
      const expired = Math.floor(Date.parse(expireAt) / 1_000)
      await travelTo(test.localnet, expired)
      const late = await until('bets to be refused', async () => {
        const answer = await request(url, 'POST', `${path}/bets`, {
          body: { outcome: 'No', amount: 1 },
          wallet: bob,
        })
        return answer.status === 202 ? undefined : answer
      })
      expect(late.status, late.text).to.equal(409)
      const closed = await until('the market to take no more bets', async () => {
        const { body } = await request(url, 'GET', path)
        return body.acceptingBets ? undefined : body
      })
      expect(closed.status).to.equal('open')
      await decide(test, market.id, expired)

      // Then it is resolved, and each bettor reads their result before and after the payout.
      const resolved = await until('the market to be resolved', async () => {
        const answer = MarketDetail.parse((await request(url, 'GET', path)).body)
        return answer.status === 'resolved' && ResolvedMarket.parse(answer)
      })
      expect(resolved).to.deep.include({
        winningOutcome: 'Yes',
        payoutRatio: { Yes: 1.36, No: 0 },
        feesCollected: { burned: `3 ${currency}`, developer: `3 ${currency}` },
      })
      const winner = MarketResult.parse((await request(url, 'GET', `${path}/result`, { wallet: alice })).body)
      expect(winner).to.include({ yourWinnings: 204, claimable: true, settled: false, transactionId: null })
      await keeper(test).decisions.settle({ market: market.id })
      const paid = MarketResult.parse((await request(url, 'GET', `${path}/result`, { wallet: alice })).body)
      expect(paid).to.include({ yourWinnings: 204, claimable: false, settled: true, winningOutcome: 'Yes' })
      expect(paid.transactionId).to.be.a('string')
      expect(paid.yourStake).to.deep.equal({ Yes: 150, No: 0 })
      const loser = MarketResult.parse((await request(url, 'GET', `${path}/result`, { wallet: bob })).body)
      expect(loser).to.include({ yourWinnings: 0, claimable: false, settled: true })
      expect(loser.yourStake).to.deep.equal({ Yes: 0, No: 60 })
      const settled = await request(
        url,
        'GET',
        `/v1/markets?status=resolved&creator=${alice.publicKey.toBase58()}`,
      )
      expect(settled.body.map(({ id }: { id: string }) => id)).to.include(market.id)
    })
  }
})

/** A client that pays for decisions and payouts. */
function keeper({ localnet }: TestGateway): PredictionMarketClient {
  return new PredictionMarketClient(localnet.connection, { signer: localnet.node.payer })
}

/** Decides a market by the price at its expiry, and collects its fees. */
async function decide(test: TestGateway, market: string, expired: number): Promise<void> {
  const { prices } = test.localnet
  const feed = findFeed('SOL')?.id as string
  const update = await until('the price at expiry', () => prices.updateAt(feed, expired))
  await keeper(test).decisions.resolve({ market, price: await prices.post(update) })
  await keeper(test).decisions.collectFees({ market })
}
