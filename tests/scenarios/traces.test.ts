import { toMarketId } from '@prediction-market/sdk'
import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import { startTracing, tracer } from '../../app/src/runtime/tracing.ts'
import { act, inSeconds, paidWallet, sharedGateway, type TestGateway } from '../helpers/gateway/harness.ts'
import { isPaidOut, openKeeper, untilMarket } from '../helpers/keeper/harness.ts'
import { travelTo, until } from '../helpers/localnet/index.ts'
import { openReceiver, type ReceivedSpan } from '../helpers/run/otlp-receiver.ts'

const VARIABLES = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_BSP_SCHEDULE_DELAY'] as const

describe('traces', () => {
  let test: TestGateway
  let url: string
  let receiver: Awaited<ReturnType<typeof openReceiver>>
  let tracing: Awaited<ReturnType<typeof startTracing>>
  let market: { id: string }
  const [alice, bob] = [Keypair.generate(), Keypair.generate()]

  before(async () => {
    // Nothing is traced without a place to send it to.
    await (await startTracing('gateway')).stop()
    expect(tracer.startSpan('nothing').isRecording()).to.equal(false)
    test = await sharedGateway()
    url = test.gateway.url
    await paidWallet(url, alice, { SOL: '20' })
    await paidWallet(url, bob, { SOL: '20' })
    receiver = await openReceiver()
    process.env.OTEL_EXPORTER_OTLP_ENDPOINT = receiver.url
    process.env.OTEL_BSP_SCHEDULE_DELAY = '50'
    tracing = await startTracing('gateway')
  })

  after(async () => {
    await tracing.stop()
    for (const name of VARIABLES) delete process.env[name]
    await receiver.close()
  })

  /** The spans of the trace of one of them, once there are as many. */
  const traceOf = (what: string, isPart: (span: ReceivedSpan) => boolean, count: number) =>
    until(what, () => {
      const traceId = receiver.spans.find(isPart)?.traceId
      const spans = receiver.spans.filter((span) => traceId !== undefined && span.traceId === traceId)
      return spans.length >= count && spans
    })

  it('show a bet from the request to its confirmation', async () => {
    const question = 'Will SOL be above $100?'
    const open = { question, outcomes: ['Yes', 'No'], expireAt: inSeconds(test, 600), currency: 'SOL' }
    const created = await act(url, '/v1/markets', open, alice)
    market = created.sent.body
    await act(url, `/v1/markets/${market.id}/bets`, { outcome: 'No', amount: 1 }, bob)
    const { sent } = await act(url, `/v1/markets/${market.id}/bets`, { outcome: 'Yes', amount: 1 }, alice)

    const { transactionId } = sent.body
    const isBet = ({ name, attributes }: ReceivedSpan) =>
      name === 'confirm' && attributes.signature === transactionId
    const spans = await traceOf('the trace of the bet', isBet, 4)
    const root = spans.find(({ parentSpanId }) => !parentSpanId) ?? expect.fail('no root')
    expect(root).to.include({ name: 'POST /v1/transactions', service: 'gateway' })
    expect(root.attributes).to.include({ 'http.response.status_code': sent.status })
    const parts = spans.filter(({ parentSpanId }) => parentSpanId === root.spanId)
    expect(parts.map(({ name }) => name)).to.have.members(['simulate', 'confirm', 'read result'])
    expect(parts.find(isBet)?.attributes.status).to.equal('confirmed')
  })

  it('show a decision from the proof to the payouts', async () => {
    const { localnet, gateway } = test
    const keeper = await openKeeper(localnet)
    try {
      const { market: open } = gateway.book.get(market.id) ?? expect.fail('no market')
      await travelTo(localnet, open.expireAt)
      await untilMarket(localnet, open.address, 'paid out', isPaidOut)
      const isOfMarket = ({ attributes }: ReceivedSpan) => attributes.market === toMarketId(open.address)
      const spans = await traceOf('the trace of the decision', isOfMarket, 6)
      const steps = spans.filter(isOfMarket)
      const [decision] = steps.filter(({ parentSpanId }) => !parentSpanId)
      expect(decision).to.deep.include({ name: 'prove', events: ['proof found'] })
      expect(steps.map(({ name }) => name)).to.include.members(['prove', 'collect', 'settle'])
      const confirmed = spans.filter(({ name }) => name === 'confirm')
      for (const { spanId } of steps) {
        expect(
          confirmed.some(({ parentSpanId }) => parentSpanId === spanId),
          'a transaction',
        ).to.equal(true)
      }
    } finally {
      await keeper.stop()
    }
  })
})
