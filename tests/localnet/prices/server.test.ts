import { HermesPrices } from '@prediction-market/sdk/oracle/pyth'
import { expect } from 'chai'
import { servePrices } from '../../../app/src/localnet/prices/server.ts'
import { sharedLocalnet } from '../../helpers/localnet/index.ts'

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
