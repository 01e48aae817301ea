import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { Feeds } from '../../app/src/prices/feeds.ts'
import { HERMES_BUDGETS, hermesOf, requireApiKey } from '../../app/src/prices/settings.ts'
import { StreamedPrices } from '../../app/src/prices/streamed.ts'

const FEEDS = Array.from({ length: 200 }, (_, index) => (index + 1).toString(16).padStart(64, '0'))
const KNOWN = new Set(FEEDS.slice(0, 150))

/** Answers like Hermes, with a stream or without. */
function hermes(hasStream: boolean, requests: number[]): Server {
  return createServer((request, response) => {
    requests.push(Date.now())
    const url = new URL(request.url ?? '', 'http://hermes')
    const publish_time = Math.floor(Date.now() / 1_000)
    const price = { price: '1', conf: '0', expo: 0, publish_time }
    const parsed = url.searchParams
      .getAll('ids[]')
      .filter((id) => KNOWN.has(id))
      .map((id) => ({ id, price, ema_price: price, metadata: { prev_publish_time: publish_time - 1 } }))
    const body = JSON.stringify({ binary: { encoding: 'base64', data: [] }, parsed })
    if (!url.pathname.endsWith('/stream')) response.end(body)
    else if (hasStream)
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(`data:${body}\n\n`)
    else response.writeHead(503).end()
  })
}

describe('a keeper and a gateway on one address, with 200 feeds of which 50 are made up', () => {
  for (const hasStream of [true, false]) {
    it(`attack 73: make at most 25 requests in ten seconds ${hasStream ? 'with' : 'without'} a stream, and both read prices`, async () => {
      const requests: number[] = []
      const server = hermes(hasStream, requests).listen(0, '127.0.0.1')
      await once(server, 'listening')
      const config = {
        CLUSTER: 'custom',
        HERMES_URL: [`http://127.0.0.1:${(server.address() as AddressInfo).port}`],
      }
      const sources = (['keeper', 'gateway'] as const).map((name) => {
        return hermesOf(config.HERMES_URL, config, HERMES_BUDGETS[name]) ?? expect.fail()
      })
      const [ofKeeper, ofGateway] = sources as [(typeof sources)[0], (typeof sources)[0]]
      const keeper = new StreamedPrices(ofKeeper, { onError: () => {} })
      const feeds = new Feeds(ofGateway, () => {})
      const seen = new Set<string>()
      const end = Date.now() + 11_000
      try {
        for (let turn = 0; Date.now() < end || seen.size < KNOWN.size; turn++) {
          for (const { feedId } of await keeper.latestOf(FEEDS).catch(() => [])) seen.add(feedId)
          // Every market asks for its price at expiry, as fast as it can.
          for (const feed of FEEDS) keeper.updateAt(feed, 1_000 + turn).catch(() => {})
          if (turn % 10 === 0)
            for (const feed of (await feeds.read(FEEDS).catch(() => new Map())).keys()) seen.add(feed)
          await sleep(100)
        }
        const most = Math.max(
          ...requests.map((at) => requests.filter((other) => other >= at && other < at + 10_000).length),
        )
        expect(most).to.be.at.most(25)
        expect(requests.length).to.be.greaterThan(5)
        expect([...seen].every((feed) => KNOWN.has(feed))).to.equal(true)
      } finally {
        keeper.stop()
        server.closeAllConnections()
        server.close()
      }
    })
  }

  it('share the budget of a host that serves both deployments of Pyth', async () => {
    const requests: number[] = []
    const server = hermes(false, requests).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const config = { CLUSTER: 'custom', HERMES_URL: [`${url}/first`], HERMES_PRO_URL: [`${url}/second`] }
    try {
      const sources = [config.HERMES_URL, config.HERMES_PRO_URL].map((servers) => {
        return hermesOf(servers, config, HERMES_BUDGETS.keeper) ?? expect.fail()
      })
      const reads = sources.flatMap((source) =>
        FEEDS.slice(0, 20).map((feed) => source.updateAt(feed, 1_000).catch(() => {})),
      )
      await Promise.all(reads)
      expect(requests.length).to.be.within(HERMES_BUDGETS.keeper - 1, HERMES_BUDGETS.keeper)
    } finally {
      server.closeAllConnections()
      server.close()
    }
  })
})

describe('the API key of Hermes', () => {
  const HERMES_URL = ['https://hermes.pyth.network']

  it('is required on a public cluster, and nowhere else', () => {
    for (const CLUSTER of ['mainnet-beta', 'devnet', 'testnet']) {
      expect(() => requireApiKey({ CLUSTER, HERMES_URL }), CLUSTER).to.throw('HERMES_API_KEY: is missing')
      requireApiKey({ CLUSTER, HERMES_URL, HERMES_API_KEY: 'key' })
      requireApiKey({ CLUSTER })
    }
    requireApiKey({ CLUSTER: 'localnet', HERMES_URL })
    requireApiKey({ CLUSTER: 'custom', HERMES_URL })
  })
})
