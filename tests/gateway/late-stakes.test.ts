import { PredictionMarketClient } from '@prediction-market/sdk'
import { findFeed } from '@prediction-market/sdk/feeds'
import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import { type Localnet, startLocalnet } from '../../app/src/localnet/localnet.ts'
import { act, openGateway, paidWallet, refused, request } from '../helpers/gateway/harness.ts'
import { closeConnection, openConnection, until } from '../helpers/localnet/index.ts'

const SOL_FEED = findFeed('SOL')?.id ?? expect.fail()

describe('gateway: answers that come early', () => {
  const [alice, bob, carol] = [Keypair.generate(), Keypair.generate(), Keypair.generate()]
  const dave = Keypair.generate()
  let localnet: Localnet
  let gateway: Awaited<ReturnType<typeof openGateway>>['gateway']
  let keeper: PredictionMarketClient
  let url: string

  before(async () => {
    localnet = await startLocalnet({
      rpcPort: 0,
      slotTimeMs: 100,
      seed: 'late',
      demo: false,
      attestors: false,
    })
    const options = { nodes: [localnet.node], localnet, prices: localnet.prices, reconcileMs: 500 } as const
    gateway = (await openGateway(options)).gateway
    url = gateway.url
    keeper = new PredictionMarketClient(openConnection(localnet.node), { signer: localnet.node.payer })
    for (const wallet of [alice, bob, carol, dave]) await paidWallet(url, wallet, { SOL: '20' })
    await localnet.prices.set('SOL', '150')
  })

  after(async () => {
    if (keeper) await closeConnection(keeper.connection)
    await gateway?.stop()
    await localnet?.stop()
  })

  const now = () => localnet.node.clock.now.unixSecond
  const iso = (second: number) => new Date(second * 1_000).toISOString().replace('.000Z', 'Z')
  const asked = (question: string, seconds: number) => ({
    question,
    outcomes: ['Yes', 'No'],
    expireAt: iso(now() + seconds),
    currency: 'SOL',
  })
  const get = async (path: string, wallet?: Keypair) => {
    const answer = await request(url, 'GET', path, wallet ? { wallet } : {})
    expect(answer.status, answer.text).to.equal(200)
    return answer.body
  }
  const bet = (id: string, wallet: Keypair, body: object) => act(url, `/v1/markets/${id}/bets`, body, wallet)
  const untilStatus = (id: string, status: string) =>
    until(`the market to be ${status}`, async () => {
      const market = await get(`/v1/markets/${id}`)
      return market.status === status && market
    })

  /** Expects these results of a decided market, settles it, and expects that wallets and their history say the same. */
  async function expectPaid(id: string, due: [Keypair, { yourWinnings: number; yourRefund: number }][]) {
    const path = `/v1/markets/${id}/result`
    for (const [wallet, credit] of due) {
      const claimable = credit.yourWinnings + credit.yourRefund > 0
      expect(await get(path, wallet)).to.deep.include({ ...credit, claimable, settled: false })
    }
    await keeper.decisions.settle({ market: id })
    for (const [wallet, credit] of due) {
      const address = wallet.publicKey.toBase58()
      const paid = { winnings: credit.yourWinnings, refund: credit.yourRefund }
      const position = await until('the payout', async () => {
        const [latest] = await get(`/v1/wallets/${address}/positions?status=resolved`)
        return latest?.marketId === id && latest.settled && latest
      })
      expect(position).to.deep.include(paid)
      expect(await get(path, wallet)).to.deep.include({ ...credit, claimable: false, settled: true })
      const [event] = await get(`/v1/wallets/${address}/history`)
      expect(event).to.deep.include({ type: 'payout', ...paid })
    }
  }

  it('reads a question with the current price, and says what the market will be', async () => {
    const body = asked('Will SOL hit $90?', 6_430)
    const { built, sent } = await act(url, '/v1/markets', body, alice)
    expect(built.body.condition).to.deep.include({ comparison: 'atMost', target: 90, timing: 'byExpiry' })
    expect(built.body.details).to.include('Yes as soon as the Pyth price of SOL/USD is at most $90')
    // A period is a 64th of the duration, and betting ends four periods before expiry.
    expect(built.body.bettingPeriodSeconds).to.equal(100)
    expect(built.body.closeAt).to.equal(iso(Date.parse(body.expireAt) / 1_000 - 400))
    expect(sent.body.details).to.equal(built.body.details)
    expect(sent.body.closeAt).to.equal(built.body.closeAt)
  })

  it('names the earliest expireAt of a market that would be too short for its stakes to win', async () => {
    const soon = asked('Will SOL hit $90?', 20)
    const asOf = now()
    const refusal = await request(url, 'POST', '/v1/markets', { body: soon, wallet: alice })
    // 16 periods of at least 2 seconds.
    refused(refusal, 400, 'such a market lasts at least 32 seconds, so that every stake can win')
    const [, earliest = ''] = /^expireAt: must be (.*) or later/.exec(refusal.body.error) ?? expect.fail()
    // The gateway's clock may be a second behind, and goes on meanwhile.
    expect(Date.parse(earliest) / 1_000).to.be.within(asOf + 25, now() + 33)
    const later = { ...soon, expireAt: iso(Date.parse(earliest) / 1_000 + 5) }
    const built = await request(url, 'POST', '/v1/markets', { body: later, wallet: alice })
    expect(built.status, built.text).to.equal(202)
  })

  it('says what is paid besides the stake, and from when on a stake counts', async () => {
    const lamports = async () => BigInt(await keeper.connection.getBalance(alice.publicKey, 'confirmed'))
    const units = (sol: number) => BigInt(Math.round(sol * 1e9))
    const paid = async (step: () => Promise<{ deposit: number; reward: number }>, stake: bigint) => {
      const before = await lamports()
      const { deposit, reward } = await step()
      expect(before - (await lamports()), 'and the network fee').to.equal(
        units(deposit) + units(reward) + stake + 5_000n,
      )
      return { deposit, reward }
    }
    // Given a market of ten minutes: the creator pays for its decision and for closing it.
    let id = ''
    const opened = await paid(async () => {
      const { built } = await act(url, '/v1/markets', asked('Will SOL hit $80?', 645), alice)
      id = built.body.id
      return built.body
    }, 0n)
    expect(opened.reward).to.equal(0.00031)

    // When a first stake is quoted, then it says from when on it counts, and which answer returns it before.
    const asOf = now()
    const quote = await get(`/v1/markets/${id}/quote?outcome=No&amount=1`)
    expect(quote).to.deep.include({ deposit: 0.00200448, reward: 0.000005, returnedBy: ['Yes'] })
    expect(Date.parse(quote.countsFrom) / 1_000).to.be.within(asOf + 9, now() + 21)
    const place = async () => (await bet(id, alice, { outcome: 'No', amount: 1 })).built.body
    expect(await paid(place, 1_000_000_000n)).to.deep.equal({ deposit: 0.00200448, reward: 0.000005 })

    // A second one finds the position there.
    expect(await paid(place, 1_000_000_000n)).to.deep.equal({ deposit: 0, reward: 0 })

    // Where only the value at expiry decides, a stake counts at once.
    const { sent } = await act(url, '/v1/markets', asked('Will SOL be above $250?', 600), alice)
    const atExpiry = await get(`/v1/markets/${sent.body.id}/quote?outcome=Yes&amount=1`)
    expect(atExpiry.returnedBy).to.deep.equal([])
    expect(Date.parse(atExpiry.countsFrom) / 1_000).to.be.at.most(now())
  })

  it('refuses a bet whose payout is below minPayout', async () => {
    const { sent } = await act(url, '/v1/markets', asked('Will SOL be above $250?', 600), alice)
    const { id } = sent.body
    const path = `/v1/markets/${id}`
    await bet(id, alice, { outcome: 'Yes', amount: 1 })
    // 1 of the pool of 2 on No wins 0.45 of the 0.9 that the fees leave of Yes.
    await bet(id, bob, { outcome: 'No', amount: 1, minPayout: '1.9' })
    const body = { outcome: 'No', amount: 1, minPayout: '1.450000001' }
    const low = await request(url, 'POST', `${path}/bets`, { body, wallet: bob })
    refused(low, 409, 'minPayout: the payout at the current pools is 1.45 SOL')
    expect(low.headers.get('x-error-code')).to.equal('PayoutTooLow')
    expect(await get(`${path}/quote?outcome=No&amount=1`)).to.deep.include({
      payout: 1.45,
      atRisk: 1,
      payoutIfMatched: { Yes: 1.9, No: 1.3 },
    })
  })

  it('shows late stakes as refunded, on every answer about them', async () => {
    // Given stakes of alice and bob long before the price crosses, and of carol and dave when it does.
    const body = asked('Will SOL rise above $200?', 320)
    const { sent } = await act(url, '/v1/markets', body, alice)
    const { id } = sent.body
    const path = `/v1/markets/${id}`
    await bet(id, alice, { outcome: 'Yes', amount: 2 })
    await bet(id, bob, { outcome: 'No', amount: 1 })
    const later = now() + 100
    await localnet.node.cheats.timeTravel(later)
    await until('a price of then', async () => (await localnet.prices.latest(SOL_FEED)).publishTime >= later)
    await bet(id, carol, { outcome: 'Yes', amount: 3 })
    await bet(id, dave, { outcome: 'No', amount: 4 })
    await localnet.prices.set('SOL', '201')
    const update = await until('the crossing', async () => {
      const latest = await localnet.prices.latest(SOL_FEED)
      return latest.price > 200n * 10n ** BigInt(-latest.exponent) && latest
    })

    // When it is decided.
    await keeper.decisions.resolve({ market: id, price: await localnet.prices.post(update) })
    const decided = await untilStatus(id, 'resolved')
    expect(decided).to.deep.include({
      winningOutcome: 'Yes',
      totalVolume: 10,
      payoutRatio: { Yes: 1.45, No: 0 },
      feesCollected: { burned: '0.05 SOL', developer: '0.05 SOL' },
      outcomes: [
        { name: 'Yes', totalStake: 2, refundedStake: 3 },
        { name: 'No', totalStake: 1, refundedStake: 4 },
      ],
    })
    const ended = await request(url, 'POST', `${path}/bets`, {
      body: { outcome: 'Yes', amount: 1 },
      wallet: bob,
    })
    refused(ended, 409, `The market is resolved: betting ended at ${decided.resolvedAt}`)
    await expectPaid(id, [
      [alice, { yourWinnings: 2.9, yourRefund: 0 }],
      [bob, { yourWinnings: 0, yourRefund: 0 }],
      [carol, { yourWinnings: 0, yourRefund: 3 }],
      [dave, { yourWinnings: 0, yourRefund: 4 }],
    ])
    const leaders = await get('/v1/leaderboard?by=profit')
    for (const late of [carol, dave]) {
      const own = leaders.find(({ wallet }: { wallet: string }) => wallet === late.publicKey.toBase58())
      expect(own).to.deep.include({ volume: 0, profit: 0, decided: 0, winRate: null })
    }
  })

  it('shows stakes that found no opponent as refunded, on every answer about them', async () => {
    // Given a round with 0.1 SOL on Up and 2 on Down, of which 0.125 have an opponent.
    await localnet.prices.set('SOL', '150')
    const referenceAt = now() + 60
    const expireAt = referenceAt + 120
    const clock = (second: number) => iso(second).slice(11, 19)
    const question = `Will SOL be higher at ${clock(expireAt)} than at ${clock(referenceAt)} UTC?`
    const { sent } = await act(url, '/v1/markets', asked(question, expireAt - now()), alice)
    const { id } = sent.body
    await bet(id, alice, { outcome: 'Yes', amount: 0.1 })
    await bet(id, bob, { outcome: 'No', amount: 1 })
    expect(await get(`/v1/markets/${id}/quote?outcome=No&amount=1`)).to.deep.include({ atRisk: 0.0625 })
    await bet(id, carol, { outcome: 'No', amount: 1 })

    // When Up wins.
    for (const [second, price] of [
      [referenceAt, '151'],
      [expireAt, '152'],
    ] as const) {
      await localnet.node.cheats.timeTravel(second)
      const update = await until('the price', () => localnet.prices.updateAt(SOL_FEED, second))
      await keeper.decisions.resolve({ market: id, price: await localnet.prices.post(update) })
      await localnet.prices.set('SOL', price)
    }

    // Then the documented formula gives the ratio: 0.1 and nine tenths of 0.125.
    expect(await untilStatus(id, 'resolved')).to.deep.include({
      winningOutcome: 'Yes',
      totalVolume: 2.1,
      payoutRatio: { Yes: 2.125, No: 0 },
      feesCollected: { burned: '0.00625 SOL', developer: '0.00625 SOL' },
      outcomes: [
        { name: 'Yes', totalStake: 0.1, refundedStake: 0 },
        { name: 'No', totalStake: 0.125, refundedStake: 1.875 },
      ],
    })
    await expectPaid(id, [
      [alice, { yourWinnings: 0.2125, yourRefund: 0 }],
      [bob, { yourWinnings: 0, yourRefund: 0.9375 }],
      [carol, { yourWinnings: 0, yourRefund: 0.9375 }],
    ])
  })

  it('reports the answer of a void market', async () => {
    await localnet.prices.set('SOL', '150')
    const { sent } = await act(url, '/v1/markets', asked('Will SOL rise above $180?', 320), alice)
    const { id } = sent.body
    await bet(id, bob, { outcome: 'No', amount: 1 })
    await localnet.prices.set('SOL', '190')
    const update = await until('the crossing', async () => {
      const latest = await localnet.prices.latest(SOL_FEED)
      return latest.price > 180n * 10n ** BigInt(-latest.exponent) && latest
    })
    await keeper.decisions.resolve({ market: id, price: await localnet.prices.post(update) })
    expect(await untilStatus(id, 'void')).to.deep.include({
      winningOutcome: null,
      answer: 'Yes',
      cancelled: false,
      payoutRatio: { Yes: 1, No: 1 },
    })
  })

  it('takes no bets once "not met" at expiry is recorded', async () => {
    await localnet.prices.set('SOL', '150')
    const body = asked('Will SOL rise above $180?', 320)
    const { sent } = await act(url, '/v1/markets', body, alice)
    const { id } = sent.body
    await bet(id, bob, { outcome: 'No', amount: 1 })
    const expireAt = Date.parse(body.expireAt) / 1_000
    await localnet.node.cheats.timeTravel(expireAt)
    const update = await until('the price at expiry', () => localnet.prices.updateAt(SOL_FEED, expireAt))
    await keeper.decisions.resolve({ market: id, price: await localnet.prices.post(update) })
    await until('the record', () => gateway.book.get(id)?.market.observation)
    const market = await get(`/v1/markets/${id}`)
    expect(market).to.deep.include({ status: 'open', acceptingBets: false })
    const refusal = await request(url, 'GET', `/v1/markets/${id}/quote?outcome=Yes&amount=1`)
    // The gateway's clock may be behind the chain's, which has passed the end of betting.
    refused(refusal, 409, new RegExp(`betting ended (at|before) ${market.closeAt}`))
  })

  it('answers about a cancelled market as one that is void', async () => {
    // The tests before have moved the clock, which the gateway reads every two seconds.
    await until('the gateway to see the time', () => gateway.chain.state.now() > BigInt(now()) - 60n)
    const { sent } = await act(url, '/v1/markets', asked('Will SOL be above $250?', 3_600), alice)
    const { id } = sent.body
    // Not before its nonce can no longer be used again.
    await localnet.node.cheats.timeTravel(now() + 400)
    await keeper.markets.cancel({ market: id }, { signer: alice })
    await until('the book to know', () => !gateway.book.get(id))
    const market = await untilStatus(id, 'void')
    expect(market).to.deep.include({ cancelled: true, answer: null, totalVolume: 0, acceptingBets: false })
    const listed = await until('the archive', async () => {
      const list: { id: string }[] = await get('/v1/markets?status=void')
      return list.some((one) => one.id === id)
    })
    expect(listed).to.equal(true)
    const quoted = await request(url, 'GET', `/v1/markets/${id}/quote?outcome=Yes&amount=1`)
    refused(quoted, 409, 'The market is void and no longer takes bets')
  })
})
