import { HermesPrices, PYTH_RECEIVER } from '@prediction-market/sdk/oracle/pyth'
import type { PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import { Publishing, SIMULATED_FEEDS } from '../../../app/src/localnet/prices/publishing.ts'
import { servePrices } from '../../../app/src/localnet/prices/server.ts'
import { decodePriceUpdate, feedAddress, proofAddress } from '../../../app/src/prices/pyth.ts'
import { chainTime, sharedLocalnet, type TestLocalnet, until } from '../../helpers/localnet/index.ts'

const SOL_USD = 'ef0d8b6fda2ceba41da15d4095d1da392a0d2f8ed0c6c7bc0f4cfac8c280b56d'

describe('simulated prices over HTTP', () => {
  it('are those of the simulation, to a client of Hermes', async () => {
    const { prices, pricesUrl } = await sharedLocalnet()
    const client = new HermesPrices({ url: pricesUrl })
    for (const { id } of prices.feeds) {
      const { publishTime } = await client.latest(id)
      const update = await client.updateAt(id, publishTime)
      expect(update)
        .to.deep.equal(await prices.updateAt(id, publishTime))
        .and.not.to.equal(null)
    }
    expect(await client.updateAt(SOL_USD, 1)).to.equal(null)
    const future = (await client.latest(SOL_USD)).publishTime + 3600
    expect(await client.updateAt(SOL_USD, future)).to.equal(null)
  })

  it('answer for several feeds at once, and refuse what makes no sense', async () => {
    const { prices, pricesUrl } = await sharedLocalnet()
    const ids = prices.feeds.map(({ id }) => id)
    const get = async (path: string, method = 'GET') => {
      const answer = await fetch(pricesUrl + path, { method })
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
    }
    const all = await get(`/v2/updates/price/latest?${ids.map((id) => `ids[]=${id}`).join('&')}`)
    expect(all.status).to.equal(200)
    expect((all.body.parsed as { id: string }[]).map(({ id }) => id)).to.deep.equal(ids)

    for (const [path, expected, method] of [
      ['/v2/updates/price/latest', 400],
      ['/v2/updates/price/latest?ids[]=zz', 400],
      [`/v2/updates/price/latest?ids[]=${'ab'.repeat(32)}`, 404],
      [`/v2/updates/price/1?ids[]=${SOL_USD}`, 404],
      [`/v2/updates/price/soon?ids[]=${SOL_USD}`, 404],
      ['//', 404],
      [`/v2/updates/price/latest?ids[]=${SOL_USD}`, 405, 'POST'],
    ] as const) {
      const { status, body } = await get(path, method)
      expect(status, path).to.equal(expected)
      expect(body.error, path).to.be.a('string')
    }
  })

  it('say which setting chooses another port', async () => {
    const { prices, pricesUrl } = await sharedLocalnet()
    const port = Number(new URL(pricesUrl).port)
    const choice = { host: '127.0.0.1', port, purpose: 'prices', setting: 'LOCALNET_PRICES_PORT' }
    const error = await servePrices(prices, choice).catch((reason: Error) => reason)
    expect(error).to.have.property('message').that.contains(String(port)).and.contains('LOCALNET_PRICES_PORT')
  })
})

describe('when a simulated feed publishes', () => {
  it('is every second, except while it is paused', () => {
    const publishing = new Publishing()
    publishing.change(10, { asleep: true })
    expect(publishing.firstFrom(9)).to.equal(9)
    expect(publishing.firstFrom(10)).to.equal(Number.POSITIVE_INFINITY)
    publishing.change(15, { asleep: true, confidence: 3n })
    publishing.change(20, {})
    expect([8, 9, 10, 14, 15, 19, 20, 21].map((second) => publishing.lastUpTo(second))).to.deep.equal([
      8, 9, 9, 9, 9, 9, 20, 21,
    ])
    expect([9, 10, 15, 19, 20, 21].map((second) => publishing.firstFrom(second))).to.deep.equal([
      9, 20, 20, 20, 20, 21,
    ])
  })

  it('is as certain as was set for that second', () => {
    const publishing = new Publishing()
    publishing.change(10, { confidence: 5n })
    publishing.change(10, { confidence: 7n })
    publishing.change(12, {})
    expect([9, 10, 11, 12].map((second) => publishing.confidenceAt(second))).to.deep.equal([
      undefined,
      7n,
      7n,
      undefined,
    ])
  })
})

const FEEDS = SIMULATED_FEEDS

const idOf = (symbol: string) => {
  const feed = FEEDS.find((candidate) => candidate.symbol === symbol)
  return feed?.id ?? expect.fail(`No feed ${symbol}`)
}

describe('the simulated feeds on the localnet', () => {
  let localnet: TestLocalnet

  before(async () => {
    localnet = await sharedLocalnet()
  })

  const read = async (address: PublicKey) => {
    const account = await localnet.connection.getAccountInfo(address, 'processed')
    if (!account) expect.fail(`No account ${address.toBase58()}`)
    expect(account.owner.equals(PYTH_RECEIVER)).to.equal(true)
    const rent = await localnet.connection.getMinimumBalanceForRentExemption(account.data.length)
    expect(account.lamports).to.equal(rent)
    return decodePriceUpdate(account.data)
  }

  it('keep each account on the second of the chain', async () => {
    const follow = async (id: string) => {
      const address = feedAddress(id)
      const first = await read(address)
      expect(first.verification).to.equal('full')
      expect(first.writeAuthority.equals(address)).to.equal(true)
      expect(first.update.feedId).to.equal(id)
      const next = await until(`the next update of ${id}`, async () => {
        const account = await read(address)
        return account.update.publishTime > first.update.publishTime && account
      })
      expect(next.update).to.deep.equal(await localnet.prices.updateAt(id, next.update.publishTime))
      expect(next.postedSlot > first.postedSlot).to.equal(true)
      expect(next.update.publishTime).to.be.at.most(await chainTime(localnet.connection))
    }
    await Promise.all(FEEDS.map(({ id }) => follow(id)))
  })

  it('show a price that was set when the call returns', async () => {
    const update = await localnet.prices.set('JUP', '1.2345')
    const account = await read(feedAddress(idOf('JUP')))
    expect(account.update.price).to.equal(123_450_000n)
    expect(account.update.publishTime).to.be.at.least(update.publishTime)
  })

  it('post any past update to an account of its own', async () => {
    const id = idOf('ETH')
    const { publishTime } = await localnet.prices.latest(id)
    const update = (await localnet.prices.updateAt(id, publishTime)) ?? expect.fail('No update')
    await until('two more seconds', async () => {
      return (await localnet.prices.latest(id)).publishTime >= publishTime + 2
    })

    const address = await localnet.prices.post(update)
    expect(address.equals(proofAddress(id, publishTime))).to.equal(true)
    expect(await localnet.prices.post(update)).to.deep.equal(address)
    expect((await read(address)).update).to.deep.equal(update)
    expect((await read(feedAddress(id))).update.publishTime).to.be.greaterThan(publishTime)
  })
})
