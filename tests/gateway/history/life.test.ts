import { toMarketId } from '@prediction-market/sdk'
import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import type { Gateway } from '../../../app/src/gateway/gateway.ts'
import { HistoryPoint, PlacedBet } from '../../../app/src/gateway/markets/history/routes.ts'
import { LiveMarket } from '../../../app/src/gateway/markets/live/routes.ts'
import { MarketResult } from '../../../app/src/gateway/markets/result/schemas.ts'
import { MarketSummary, ResolvedMarket } from '../../../app/src/gateway/markets/schemas.ts'
import { MarketplaceEvent, WalletEvent } from '../../../app/src/gateway/stream/schemas.ts'
import { Leader, Position } from '../../../app/src/gateway/wallets/schemas.ts'
import type { Keeper } from '../../../app/src/keeper/keeper.ts'
import type { StoreOptions } from '../../../app/src/store/store.ts'
import { request } from '../../helpers/gateway/harness.ts'
import { SseClient } from '../../helpers/gateway/sse-client.ts'
import { lastingStore, livelyMarket, openGatewayOn } from '../../helpers/history/lived.ts'
import {
  closeLocalnet,
  givenWallets,
  isPaidOut,
  openKeeper,
  openLocalnet,
  travelTo,
  untilMarket,
} from '../../helpers/keeper/harness.ts'
import { type TestLocalnet, until } from '../../helpers/localnet/index.ts'

/** Seconds after which the keeper closes a settled market. */
const RETENTION = 900

describe('history: a market from its creation until after it is closed', () => {
  let localnet: TestLocalnet
  let keeper: Keeper
  let gateway: Gateway
  let store: StoreOptions
  let remove: () => Promise<void>
  const stranger = Keypair.generate()

  before(async () => {
    localnet = await openLocalnet()
    keeper = await openKeeper(localnet, { retentionSeconds: RETENTION })
    ;({ store, remove } = await lastingStore())
    gateway = await openGatewayOn(localnet, store)
    // On Postgres the gateway is elected first, and refuses streams until then.
    await until('the history', async () => {
      return (await request(gateway.url, 'GET', '/health/ready')).status === 200
    })
  })

  after(async () => {
    await gateway?.stop()
    await keeper?.stop()
    if (localnet) await closeLocalnet(localnet)
    await remove?.()
  })

  const get = async (path: string) => {
    const answer = await request(gateway.url, 'GET', path)
    expect(answer.status, answer.text).to.equal(200)
    return answer
  }
  const soon = <T>(what: string, path: string, isSo: (body: T) => boolean): Promise<T> =>
    until(what, async () => {
      const { body } = await get(path)
      return isSo(body) ? (body as T) : null
    })
  const resultOf = async (id: string, wallet: Keypair) =>
    MarketResult.parse((await request(gateway.url, 'GET', `/v1/markets/${id}/result`, { wallet })).body)

  for (const currency of ['SOL', 'UTILITY'] as const) {
    it(`answers about a market in ${currency}`, async () => {
      // Given a market with three bets of two wallets, and an open stream.
      const [alice, bob] = (await givenWallets(localnet, 2, true)) as [Keypair, Keypair]
      const [a, b] = [alice.publicKey.toBase58(), bob.publicKey.toBase58()]
      const watcher = await new SseClient(gateway.url).open()
      const market = await livelyMarket(localnet, { alice, bob }, currency)
      const id = toMarketId(market.address)
      const path = `/v1/markets/${id}`
      const onlyBob = await new SseClient(gateway.url, `?wallet=${b}&lastEventId=0`).open()

      // Then its bets are listed, newest first, page by page.
      const bets = PlacedBet.array().parse(
        await soon('three bets', `${path}/bets`, ({ length }: unknown[]) => length === 3),
      )
      expect(bets.map(({ wallet, outcome, amount }) => [wallet, outcome, amount])).to.deep.equal([
        [a, 'Yes', 5],
        [b, 'No', 6],
        [a, 'Yes', 10],
      ])
      expect(bets[0]).to.deep.include({
        newTotalStake: { Yes: 15, No: 6 },
        newOdds: { Yes: 0.7143, No: 0.2857 },
      })
      const first = await get(`${path}/bets?limit=2`)
      expect(first.body).to.deep.equal(bets.slice(0, 2))
      const link = /^<(.+)>; rel="next"$/.exec(first.headers.get('link') ?? '')?.[1] ?? expect.fail('no link')
      expect(link).to.contain(`cursor=${first.headers.get('x-next-cursor')}`)
      const second = await get(link)
      expect(second.body).to.deep.equal(bets.slice(2))
      expect(second.headers.has('x-next-cursor') || second.headers.has('link')).to.equal(false)
      expect((await get(`${path}/bets?offset=1&limit=1`)).body).to.deep.equal(bets.slice(1, 2))

      // And odds and volume over time, and potential winnings.
      const points = HistoryPoint.array().parse((await get(`${path}/history?interval=1s`)).body)
      expect(points.reduce((sum, { volume }) => sum + volume, 0)).to.be.closeTo(21, 1e-9)
      expect(points.at(-1)).to.deep.include({
        odds: { Yes: 0.7143, No: 0.2857 },
        totalStake: { Yes: 15, No: 6 },
      })
      // Lists show the same of several markets at once; what is not open is left out.
      const unknown = toMarketId(alice.publicKey)
      const live = LiveMarket.array().parse((await get(`/v1/live?market=${id}&market=${unknown}`)).body)
      expect(live).to.have.length(1)
      expect(live[0]).to.deep.include({ id, bets: 3, acceptingBets: true })
      expect(live[0]?.oddsOfYes.at(-1)).to.equal(0.7143)
      expect(live[0]?.oddsOfYes).not.to.include(1)
      // The largest stakes come first.
      const holders = (await get(`${path}/holders`)).body
      expect(holders).to.deep.equal([
        { wallet: a, stake: { Yes: 15, No: 0 }, bets: 2 },
        { wallet: b, stake: { Yes: 0, No: 6 }, bets: 1 },
      ])
      // What its condition measures was read at least once.
      await soon('a measured value', `${path}/values`, (values: unknown[]) => values.length > 0)
      expect((await get(`/v1/wallets/${a}/positions?market=${id}`)).body).to.have.length(1)
      expect((await get(`/v1/wallets/${a}/positions?market=${unknown}`)).body).to.deep.equal([])
      const [open] = Position.array().parse((await get(`/v1/wallets/${a}/positions?status=open`)).body)
      expect(open).to.deep.include({
        marketId: id,
        currency,
        status: 'open',
        bets: 2,
        settled: false,
        winnings: null,
        stake: { Yes: 15, No: 0 },
        potentialWinnings: { Yes: 20.4, No: 0 },
        winningOutcome: null,
      })

      // When the market is decided and everyone is paid.
      await travelTo(localnet, market.expireAt)
      await untilMarket(localnet, market.address, 'paid out', isPaidOut)

      // Then nothing of it moves any more, and the history has the payouts.
      expect((await get(`/v1/live?market=${id}`)).body).to.deep.equal([])
      const ofWallet = (wallet: string) => `/v1/wallets/${wallet}/positions`
      const isSettled = ([position]: { settled: boolean }[]) => position?.settled === true
      const [won] = Position.array().parse(await soon('the payout', ofWallet(a), isSettled))
      const [lost] = Position.array().parse(await soon('the other', ofWallet(b), isSettled))
      expect(won).to.deep.include({
        winnings: 20.4,
        refund: 0,
        winningOutcome: 'Yes',
        potentialWinnings: null,
      })
      expect(lost).to.deep.include({ winnings: 0, winningOutcome: 'Yes', stake: { Yes: 0, No: 6 } })
      const result = await resultOf(id, alice)
      expect(result).to.deep.include({
        yourWinnings: 20.4,
        yourRefund: 0,
        claimable: false,
        settled: true,
        winningOutcome: 'Yes',
        yourStake: { Yes: 15, No: 0 },
        transactionId: won?.transactionId,
      })
      const done = WalletEvent.array().parse((await get(`/v1/wallets/${a}/history`)).body)
      expect(done.map(({ type }) => type)).to.deep.equal(['payout', 'bet', 'bet', 'market'])
      const ofMarket = await get(`/v1/wallets/${a}/history?market=${id}`)
      expect(ofMarket.body).to.deep.equal(done)
      const other = `market_${alice.publicKey.toBase58()}`
      expect((await get(`/v1/wallets/${a}/history?market=${other}`)).body).to.deep.equal([])
      expect(done[0]).to.deep.include({ winnings: 20.4, refund: 0, transactionId: won?.transactionId })
      for (const [by, order] of [
        ['profit', [a, b]],
        // Six stood against six; of equal ones, whoever came first is first.
        ['volume', [a, b]],
        // One decided position is too few for a win rate.
        ['winRate', []],
      ] as const) {
        const leaders = Leader.array().parse(
          (await get(`/v1/leaderboard?by=${by}&currency=${currency}`)).body,
        )
        expect(leaders.map(({ wallet, rank }) => [wallet, rank])).to.deep.equal(
          order.map((wallet, index) => [wallet, index + 1]),
        )
        for (const { wallet, profit, volume, winRate } of leaders) {
          expect([profit, volume, winRate]).to.deep.equal(wallet === a ? [5.4, 6, 1] : [-6, 6, 0])
        }
      }
      for (const period of ['day', 'week', 'month']) {
        Leader.array().parse((await get(`/v1/leaderboard?period=${period}&currency=${currency}`)).body)
      }

      // And the streams have received all events, or those of their filter.
      const received = (await watcher.received(7)).slice(0, 7)
      expect(received.map(({ event }) => event).slice(0, 5)).to.deep.equal([
        'market',
        'bet',
        'bet',
        'bet',
        'resolution',
      ])
      expect(received.slice(5).map(({ event }) => event)).to.deep.equal(['payout', 'payout'])
      for (const { id: eventId, event, data } of received) {
        expect(MarketplaceEvent.parse(data)).to.include({ id: eventId, type: event, marketId: id, currency })
      }
      expect(received[4]?.data).to.deep.include({
        status: 'resolved',
        winningOutcome: 'Yes',
        refundedStake: { Yes: 0, No: 0 },
        payoutRatio: { Yes: 1.36, No: 0 },
        feesCollected: { burned: `0.3 ${currency}`, developer: `0.3 ${currency}` },
      })
      const bobs = await onlyBob.received(2)
      expect(bobs.map(({ event, data }) => [event, data.wallet])).to.deep.equal([
        ['bet', b],
        ['payout', b],
      ])
      watcher.close()
      onlyBob.close()

      // When the market is closed on the chain, and no longer in the book.
      const before = await get(path)
      const { resolvedAt } = before.body
      await travelTo(localnet, Math.floor(Date.parse(resolvedAt) / 1_000) + RETENTION + 1)
      await until(
        'the market to be gone',
        async () => !(await localnet.connection.getAccountInfo(market.address)),
      )
      await until('the book to know', () => !gateway.book.get(id))

      // Then it answers as before, also at a gateway that is started after that.
      const listed = async (query: string) => {
        const list = MarketSummary.array().parse((await get(`/v1/markets?limit=100&${query}`)).body)
        return list.find((one) => one.id === id)
      }
      const isListed = async (query: string) => (await listed(query)) !== undefined
      await until('the archive', () => isListed('status=resolved'))
      const check = async () => {
        const detail = ResolvedMarket.parse((await get(path)).body)
        expect(detail).to.deep.equal(before.body)
        expect(await resultOf(id, alice)).to.deep.equal(result)
        expect(await resultOf(id, bob)).to.include({ yourWinnings: 0, settled: true, claimable: false })
        expect(await resultOf(id, stranger)).to.deep.include({
          yourWinnings: 0,
          claimable: false,
          transactionId: null,
          yourStake: { Yes: 0, No: 0 },
        })
        expect((await get(`${path}/bets`)).body).to.deep.equal(bets)
        const past = HistoryPoint.array().parse((await get(`${path}/history`)).body)
        expect(past.at(-1)?.totalStake).to.deep.equal({ Yes: 15, No: 6 })
        expect(await listed('')).to.include({ totalVolume: 21, winningOutcome: 'Yes' })
        expect(await isListed(`status=resolved&currency=${currency}&creator=${a}`)).to.equal(true)
        expect(await isListed('q=PRICE%20is')).to.equal(true)
        expect(await isListed('q=nonsense')).to.equal(false)
        expect(await isListed('status=open')).to.equal(false)
        expect(await isListed('status=void')).to.equal(false)
        const body = { outcome: 'Yes', amount: 1 }
        const bet = await request(gateway.url, 'POST', `${path}/bets`, { body, wallet: alice })
        const quoted = await request(gateway.url, 'GET', `${path}/quote?outcome=Yes&amount=1`)
        for (const refused of [bet, quoted]) {
          expect([refused.status, refused.body]).to.deep.equal([
            409,
            { error: 'The market is resolved and no longer takes bets' },
          ])
        }
      }
      await check()
      await gateway.stop()
      gateway = await openGatewayOn(localnet, store)
      await check()
    })
  }
})
