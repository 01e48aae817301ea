import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { RpcNodes } from '../../app/src/chain/rpc-nodes.ts'
import { ConfigAnswer } from '../../app/src/gateway/config/schemas.ts'
import { Health } from '../../app/src/gateway/health/routes.ts'
import { MarketSummary } from '../../app/src/gateway/markets/schemas.ts'
import { GatewaySettings } from '../../app/src/gateway/settings.ts'
import { readSettings } from '../../app/src/runtime/settings.ts'
import { openGateway, request, sharedGateway } from '../helpers/gateway/harness.ts'
import { failure, sharedLocalnet, until } from '../helpers/localnet/index.ts'

describe('gateway: the service', () => {
  let url: string

  before(async () => {
    url = (await sharedGateway()).gateway.url
  })

  it('documents every route in OpenAPI', async () => {
    const { body } = await request(url, 'GET', '/v1/openapi.json')
    expect(body.openapi).to.equal('3.1.0')
    const routes = Object.entries(body.paths as Record<string, object>).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(routes).to.include.members([
      'POST /v1/markets',
      'GET /v1/markets',
      'GET /v1/markets/{id}',
      'POST /v1/markets/{id}/bets',
      'GET /v1/markets/{id}/quote',
      'GET /v1/markets/{id}/result',
      'POST /v1/transactions',
      'GET /v1/transactions/{id}',
      'GET /v1/config',
      'GET /health',
      'GET /health/live',
      'GET /health/ready',
      'GET /metrics',
      'POST /v1/keys',
      'GET /v1/keys',
      'DELETE /v1/keys/{id}',
    ])
    const takesKey = ({ parameters = [] }: { parameters?: { name: string }[] }) =>
      parameters.some(({ name }) => name === 'Idempotency-Key')
    expect(takesKey(body.paths['/v1/markets'].post)).to.equal(true)
    expect(takesKey(body.paths['/v1/markets'].get)).to.equal(false)
    expect(takesKey(body.paths['/v1/keys'].post)).to.equal(false)
  })

  it('serves a page for the document that needs no other server', async () => {
    const page = await request(url, 'GET', '/docs')
    expect(page.headers.get('content-type')).to.include('text/html')
    expect(page.text).to.include('data-url="/v1/openapi.json"').and.not.include('http')
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).to.include("default-src 'none'").and.include("script-src 'self'").and.not.include('http')
    const scripts = [...page.text.matchAll(/<script src="([^"]*)"/g)].map(([, source]) => source)
    expect(scripts).to.deep.equal(['/docs/scalar.js'])
    const script = await request(url, 'GET', '/docs/scalar.js')
    expect(script.headers.get('content-type')).to.include('text/javascript')
    expect(script.text).to.include('api-reference')
  })

  it('reports configuration, health and metrics', async () => {
    const { program } = await sharedLocalnet()
    const config = ConfigAnswer.parse((await request(url, 'GET', '/v1/config')).body)
    expect(config.currencies).to.deep.equal([
      { id: 'SOL', mint: null, decimals: 9, minimumStake: 0.001 },
      { id: 'UTILITY', mint: program.utilityMint.toBase58(), decimals: 6, minimumStake: 0.001 },
    ])
    expect(config.attestors).to.deep.equal({ threshold: 3, total: 4 })
    // 5 % of 0.006 SOL are burned, which is the decide reward.
    expect(config.rewards).to.deep.include({ decide: 0.0003, settle: 0.000005, decideAtMost: 1 })
    expect(config.rewards.stake.SOL).to.equal(0.006)
    expect(config.rewards.stake.UTILITY).to.be.greaterThan(0)
    expect(config.maxRatio).to.equal(1.25)
    expect(config.betsOpenAt).to.equal(null)
    expect(config.limits.bettingPeriodSeconds).to.deep.equal({
      shortest: 2,
      longest: 300,
      shortestAttested: 5,
      longestAttested: 3_600,
    })
    const health = await until('the first slot', async () => {
      const answer = await request(url, 'GET', '/health')
      return answer.status === 200 && answer
    })
    expect(Health.parse(health.body).status).to.equal('ok')
    const live = await request(url, 'GET', '/health/live')
    expect([live.status, live.body]).to.deep.equal([200, { status: 'ok' }])
    await request(url, 'GET', '/v1/markets')
    const { text } = await request(url, 'GET', '/metrics')
    expect(text).to.match(/gateway_requests_total\{method="GET",route="\/v1\/markets",status="200"\} [1-9]/)
    expect(text).to.include('gateway_rpc_calls_total{method="getProgramAccounts",result="ok"}')
    expect(text)
      .to.match(/gateway_lag_seconds \d/)
      .and.to.match(/gateway_book_markets\{status="open"\} \d/)
      .and.to.include('gateway_undecodable_markets 0')
  })

  it('names every request, and counts plain reads towards the limits', async () => {
    // Three, and the document that answers are held against.
    const limited = await openGateway({ limits: { rates: { address: { reads: 4, writes: 1 } } } })
    try {
      const statuses: number[] = []
      for (let count = 0; count < 4; count++) {
        const path = count % 2 ? '/v1/markets' : '/v1/config'
        const { status, headers } = await request(limited.gateway.url, 'GET', path)
        expect(headers.get('x-request-id')).to.match(/^[0-9a-f]{16}-\d+$/)
        expect(headers.get('x-content-type-options')).to.equal('nosniff')
        statuses.push(status)
      }
      expect(statuses).to.deep.equal([200, 200, 200, 429])
    } finally {
      await limited.gateway.stop()
    }
  })

  it('says that its port is taken, and which setting chooses another', async () => {
    const { port } = new URL(url)
    const { message } = await failure(openGateway({ port: Number(port) }))
    expect(message)
      .to.contain(`Cannot listen on 127.0.0.1:${port} (gateway): it is already in use`)
      .and.to.contain('PORT')
  })

  it('goes on with the next node when one does not answer', async () => {
    const { node } = await sharedLocalnet()
    const broken = await brokenNode()
    const second = await openGateway({ nodes: [{ rpcUrl: broken.url, wsUrl: node.wsUrl }, node] })
    try {
      MarketSummary.array().parse((await request(second.gateway.url, 'GET', '/v1/markets')).body)
      expect(broken.calls()).to.be.greaterThan(0)
    } finally {
      await second.gateway.stop()
      broken.server.close()
    }
    const observed: string[] = []
    const observer = { call: (method: string, result: string) => observed.push(`${method} ${result}`) }
    const dead = { rpcUrl: 'http://127.0.0.1:9', wsUrl: 'ws://127.0.0.1:9' }
    const { connection } = new RpcNodes([dead, node], observer)
    expect(await connection.getSlot()).to.be.a('number')
    expect(observed).to.deep.equal(['getSlot failed', 'getSlot ok'])
  })

  it('says what is wrong with its configuration', () => {
    const config = (environment: Record<string, string>) => () => readSettings(GatewaySettings, environment)
    expect(config({ PORT: 'http', LOG_LEVEL: 'loud' })).to.throw(
      /PORT: must be a whole number[\s\S]*LOG_LEVEL: must be/,
    )
    expect(config({ RPC_URL: 'devnet' })).to.throw('RPC_URL: must be one URL or several')
    expect(config({ WS_URL: 'ws://127.0.0.1:1' })).to.throw('WS_URL: must have one URL for each of RPC_URL')
    expect(config({ DATABASE_URL: 'mysql://x' })).to.throw('DATABASE_URL: must be the address of a Postgres')
    expect(config({ CORS_ORIGINS: 'example.com' })).to.throw('CORS_ORIGINS: must be * or origins')
    expect(config({ PRIORITY_FEE: 'much' })).to.throw('PRIORITY_FEE: must be auto or a whole number')
    expect(config({ PUBLIC_HOSTS: 'https://example.com' })).to.throw('PUBLIC_HOSTS: must be hosts')
    for (const node of ['http://node.example', 'http://localhost:8899', 'wss://node.example', 'node']) {
      expect(config({ PUBLIC_RPC_URL: node }), node).to.throw(
        'PUBLIC_RPC_URL: must be an https URL or http://127',
      )
    }
    for (const node of ['https://node.example/key', 'http://127.0.0.1:8899']) {
      expect(readSettings(GatewaySettings, { PUBLIC_RPC_URL: node }).PUBLIC_RPC_URL).to.equal(node)
    }
    expect(config({ CLUSTER: 'mainnet-beta' }), 'attack 81').to.throw('PUBLIC_HOSTS: is missing')
    expect(
      readSettings(GatewaySettings, { PUBLIC_HOSTS: 'API.example.com, [::1]:8080' }).PUBLIC_HOSTS,
    ).to.deep.equal(['api.example.com', '[::1]:8080'])
    expect(
      readSettings(GatewaySettings, { RPC_URL: 'https://a.example, https://b.example', PORT: '' }),
    ).to.deep.include({
      RPC_URL: ['https://a.example', 'https://b.example'],
      PORT: 8080,
    })
  })
})

/** A node that answers every call with 503. */
async function brokenNode(): Promise<{ url: string; server: Server; calls(): number }> {
  let calls = 0
  const server = createServer((_, response) => {
    calls += 1
    response.writeHead(503).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server, calls: () => calls }
}
