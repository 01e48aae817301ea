import { PredictionMarketClient, toMarketId } from '@prediction-market/sdk'
import { expect } from 'chai'
import type { Gateway } from '../../../app/src/gateway/gateway.ts'
import { SseClient } from '../../helpers/gateway/sse-client.ts'
import { newPlace } from '../../helpers/gateway/store.ts'
import { openGatewayOn } from '../../helpers/history/lived.ts'
import { fundedWallet, sharedLocalnet, until } from '../../helpers/localnet/index.ts'

const BETS = 24

describe('history: the stream of several gateways on one store', function () {
  this.timeout(90_000)
  const gateways: Gateway[] = []
  let remove = async () => {}

  before(async function () {
    // The embedded database has one process and one gateway.
    if (!process.env.DATABASE_URL) return this.skip()
    const localnet = await sharedLocalnet()
    const place = await newPlace()
    remove = place.remove
    for (let count = 0; count < 2; count += 1) {
      gateways.push(await openGatewayOn(localnet, { databaseUrl: place.databaseUrl }))
    }
    for (const { url } of gateways) {
      await until('the history to be there', async () => {
        const { status, body } = await fetch(`${url}/v1/events`)
        await body?.cancel()
        return status === 200
      })
    }
  })

  after(async () => {
    for (const gateway of gateways) await gateway.stop()
    await remove()
  })

  it('continues at one gateway where it ended at another, without a gap or a repeat', async () => {
    // Given a market, and a client that switches gateways all the time.
    const { connection, node } = await sharedLocalnet()
    const bettor = await fundedWallet(connection)
    const client = new PredictionMarketClient(connection, { signer: bettor })
    const expireAt = BigInt(node.clock.now.unixSecond + 3_600)
    const condition = { type: 'event', timing: 'atExpiry' } as const
    const { market } = await client.markets.create({
      question: 'Does it go on?',
      currency: 'SOL',
      expireAt,
      condition,
    })
    const query = `?market=${toMarketId(market)}&lastEventId=0`
    const seen: { id: number; event: string }[] = []
    let isOver = false
    const wandering = (async () => {
      for (let turn = 0, lastId: string | undefined; !isOver; turn += 1) {
        const stream = new SseClient(gateways[turn % 2]?.url ?? '', query)
        stream.lastId = lastId
        await stream.open()
        await new Promise((resolve) => setTimeout(resolve, 150))
        stream.close()
        await stream.ended()
        expect(stream.status, stream.refusal).to.equal(200)
        seen.push(...stream.events)
        lastId = stream.lastId
        if (seen.length > BETS) break
      }
    })()

    // When bets are placed meanwhile.
    for (let bet = 0; bet < BETS; bet += 1) {
      await client.bets.place({ market, outcome: bet % 2 ? 'Yes' : 'No', amount: 1_000_000n + BigInt(bet) })
    }
    const timer = setTimeout(() => {
      isOver = true
    }, 20_000)
    await wandering
    clearTimeout(timer)

    // Then it has received each of them once, with increasing ids.
    expect(seen.map(({ event }) => event)).to.deep.equal(['market', ...Array(BETS).fill('bet')])
    expect(seen.every(({ id }, index) => index === 0 || id > (seen[index - 1]?.id ?? 0))).to.equal(true)
  })
})
