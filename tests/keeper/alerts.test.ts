import { findFeed } from '@prediction-market/sdk/feeds'
import { expect } from 'chai'
import { LOCALNET_KEYS } from '../../app/src/localnet/keys.ts'
import { servePrices } from '../../app/src/localnet/prices/server.ts'
import { HERMES_BUDGETS, hermesOf } from '../../app/src/prices/settings.ts'
import {
  closeLocalnet,
  givenMarket,
  givenWallets,
  isPaidOut,
  openKeeper,
  openLocalnet,
  travelTo,
  untilMarket,
} from '../helpers/keeper/harness.ts'
import { chainTime, type TestLocalnet, until } from '../helpers/localnet/index.ts'
import { type Fate, openRpcProxy } from '../helpers/localnet/rpc-proxy.ts'
import { holds, metric } from '../helpers/metrics.ts'

const FEED = findFeed('SOL')?.id ?? expect.fail()

describe("the keeper's alerts", () => {
  let localnet: TestLocalnet

  before(async () => {
    localnet = await openLocalnet({ attestors: false })
  })

  after(() => closeLocalnet(localnet))

  const givenPriceMarket = async () => {
    const [yes = expect.fail(), no = expect.fail()] = await givenWallets(localnet, 2)
    return givenMarket(localnet, {
      condition: { type: 'price', feed: FEED, comparison: 'above', target: '0.01', timing: 'atExpiry' },
      stakes: [
        { bettor: yes, outcome: 'Yes', amount: 1_000_000_000n },
        { bettor: no, outcome: 'No', amount: 1_000_000_000n },
      ],
    })
  }
  const hermes = (...HERMES_URL: string[]) => {
    return hermesOf(HERMES_URL, { CLUSTER: 'localnet', HERMES_URL }, HERMES_BUDGETS.keeper)
  }

  it('say that Hermes is down, until another server is first in HERMES_URL', async () => {
    // Given a market with stakes, and a keeper that reads its price.
    const port = { host: '127.0.0.1', port: 0, purpose: 'prices', setting: 'none' }
    const first = await servePrices(localnet.prices, port)
    const keeper = await openKeeper(localnet, { prices: hermes(first.url), pricePatienceMs: 2_000 })
    const market = await givenPriceMarket()
    await until('a price', async () => (await metric(keeper, 'keeper_price_age_seconds')) >= 0)
    const alerts = ['PriceStale', 'PricesUnavailable', 'DecisionOverdue'] as const
    for (const alert of alerts) expect(await holds(alert, keeper), alert).to.equal(false)

    // When its only server is gone for longer than it waits, and over the expiry.
    await first.stop()
    await travelTo(localnet, BigInt(await chainTime(localnet.connection)) + 60n)
    for (const alert of alerts.slice(0, 2)) {
      await until(alert, () => holds(alert, keeper))
    }
    expect(await metric(keeper, 'keeper_errors_total', { where: 'prices' })).to.be.above(0)
    await travelTo(localnet, market.expireAt + 61n)
    await until('DecisionOverdue', () => holds('DecisionOverdue', keeper))
    await keeper.stop()

    // Then one with another server before it decides the market and pays.
    const next = await openKeeper(localnet, { prices: hermes(localnet.pricesUrl, first.url) })
    await untilMarket(localnet, market.address, 'paid out', isPaidOut)
    await until('no alert', async () => {
      const holding = await Promise.all(alerts.map((alert) => holds(alert, next)))
      return !holding.includes(true)
    })
    await next.stop()
  })

  it('count transactions that a node takes and does not forward, until another one is first in RPC_URL', async () => {
    // Given a node that answers every call, but sends no transaction on.
    const silent = await openRpcProxy({
      node: localnet.node,
      fate: (method) => (method === 'sendTransaction' ? 'swallow' : 'pass'),
    })
    const keeper = await openKeeper(localnet, { nodes: [silent] })
    const market = await givenPriceMarket()
    await travelTo(localnet, market.expireAt)

    // Then they stay pending, and the market undecided.
    const inFlight = () => metric(keeper, 'keeper_transactions_in_flight')
    await until('a pending transaction', async () => (await inFlight()) > 0)
    await until('it to be sent again', () => (silent.fates.get('swallow') ?? 0) > 1)
    expect(await inFlight()).to.be.above(0)
    expect(await metric(keeper, 'keeper_transactions_total')).to.be.NaN
    await keeper.stop()

    // With another node first, they are confirmed.
    const next = await openKeeper(localnet, { nodes: [localnet.node, silent] })
    await untilMarket(localnet, market.address, 'paid out', isPaidOut)
    await until('nothing to be pending', async () => {
      return (await metric(next, 'keeper_transactions_in_flight')) === 0
    })
    expect(await metric(next, 'keeper_transactions_total', { result: 'ok' })).to.be.above(0)
    await Promise.all([next.stop(), silent.close()])
  })

  it('count transactions that fail because another keeper was faster, and those after them that do not', async () => {
    // Given a keeper whose transactions reach the chain only after another one has decided and paid.
    let isHeld = true
    const slow = await openRpcProxy({
      node: localnet.node,
      fate: async (method): Promise<Fate> => {
        if (method === 'sendTransaction') await until('the way to be free', () => !isHeld)
        return 'pass'
      },
    })
    const [own = expect.fail(), ...others] = LOCALNET_KEYS.keepers
    const late = await openKeeper(localnet, { nodes: [slow], payers: [own] })
    const market = await givenPriceMarket()
    await travelTo(localnet, market.expireAt)
    const inFlight = () => metric(late, 'keeper_transactions_in_flight')
    await until('a pending transaction', async () => (await inFlight()) > 0)
    const fast = await openKeeper(localnet, { payers: others })
    await untilMarket(localnet, market.address, 'paid out', isPaidOut)
    await fast.stop()

    // Then its own fails, and costs a fee.
    isHeld = false
    const ended = async (result: string) => (await metric(late, 'keeper_transactions_total', { result })) || 0
    await until('a failed transaction', async () => (await ended('failed')) > 0)

    // And those for the next market succeed. Before, others may fail or find nobody left to pay.
    await until('nothing to be pending', async () => (await inFlight()) === 0)
    const ok = await ended('ok')
    const next = await givenPriceMarket()
    await travelTo(localnet, next.expireAt)
    await untilMarket(localnet, next.address, 'paid out', isPaidOut)
    await until('its transactions', async () => (await ended('ok')) >= ok + 2)
    await Promise.all([late.stop(), slow.close()])
  })

  it('count a loss to priority fees, until KEEPER_MAX_PRIORITY_FEE limits them', async () => {
    // Given a node by which others pay a lot for the same accounts.
    const dear = await openRpcProxy({
      node: localnet.node,
      alter: ({ method }) => {
        if (method !== 'getRecentPrioritizationFees') return undefined
        return Array.from({ length: 150 }, (_, slot) => ({ slot, prioritizationFee: 1_000_000_000 }))
      },
    })
    /** Lamports that a keeper loses on a market. */
    const lossOf = async (maxPriorityFee?: bigint) => {
      const options = { nodes: [dear] as const, priorityFee: 'auto' as const, maxPriorityFee }
      const keeper = await openKeeper(localnet, options)
      const market = await givenPriceMarket()
      await travelTo(localnet, market.expireAt)
      await untilMarket(localnet, market.address, 'paid out', isPaidOut)
      const inFlight = () => metric(keeper, 'keeper_transactions_in_flight')
      await until('nothing to be pending', async () => (await inFlight()) === 0)
      await keeper.stop()
      const spent = await metric(keeper, 'keeper_lamports_spent_total')
      return spent - (await metric(keeper, 'keeper_lamports_earned_total'))
    }
    expect(await lossOf()).to.be.above(10e6)
    expect(await lossOf(1_000n)).to.be.below(0)
    await dear.close()
  })
})
