import { type Fetched, type Market, PredictionMarketClient } from '@prediction-market/sdk'
import type { ConditionOf } from '@prediction-market/sdk/condition'
import { findFeed } from '@prediction-market/sdk/feeds'
import { findDecision } from '@prediction-market/sdk/proof'
import { voidAt } from '@prediction-market/sdk/rules'
import { expect } from 'chai'
import type { Keeper } from '../../app/src/keeper/keeper.ts'
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
import { type TestLocalnet, until } from '../helpers/localnet/index.ts'

const FEED = findFeed('SOL')?.id ?? expect.fail()
const STAKE = 500_000_000n

/** Seconds from the opening of a market to the price that it begins with, and from that to its expiry. */
const BEFORE = 20
const MEASURED = 30

describe('the keeper and a change', () => {
  let localnet: TestLocalnet
  let client: PredictionMarketClient

  before(async () => {
    localnet = await openLocalnet({ settings: { proofWindow: 10, voidDelay: 600 } })
    client = new PredictionMarketClient(localnet.connection)
  })

  after(() => closeLocalnet(localnet))

  type ChangeMarket = Fetched<Market> & { condition: ConditionOf<'change'> }

  /** Opens a market about the feed's price going up, with stakes on both sides. */
  async function given(feed = FEED): Promise<ChangeMarket> {
    const referenceAt = (await client.chainTime()) + BigInt(BEFORE)
    const condition = {
      type: 'change',
      feed,
      referenceAt,
      comparison: 'above',
      bps: 0,
      timing: 'atExpiry',
    } as const
    const [one = expect.fail(), other = expect.fail()] = await givenWallets(localnet, 2)
    const market = await givenMarket(localnet, {
      condition,
      expiresIn: BEFORE + MEASURED,
      stakes: [
        { bettor: one, outcome: 'Yes', amount: STAKE },
        { bettor: other, outcome: 'No', amount: STAKE },
      ],
    })
    return market as ChangeMarket
  }

  /** How often a step was taken. */
  async function taken(keeper: Keeper, step: string): Promise<number> {
    const metric = await keeper.metrics.registry.getSingleMetric('keeper_steps_total')?.get()
    const done = metric?.values.find(({ labels }) => labels.step === step && labels.result === 'done')
    return done?.value ?? 0
  }

  /** Lamports that a step has earned. */
  async function earned(keeper: Keeper, step: string): Promise<number | undefined> {
    const metric = await keeper.metrics.registry.getSingleMetric('keeper_lamports_earned_total')?.get()
    return metric?.values.find(({ labels }) => labels.step === step)?.value
  }

  it('is recorded, then decided, each as soon as its price is out, and paid', async () => {
    await localnet.prices.set('SOL', '150')
    const keeper = await openKeeper(localnet)
    const market = await given()
    const { referenceAt } = market.condition
    await travelTo(localnet, referenceAt - 2n)
    const begun = await untilMarket(localnet, market.address, 'begun', ({ reference }) => reference !== null)
    expect(begun).to.include({ status: 'open' })
    expect(Number((begun.reference?.observedAt ?? 0n) - referenceAt)).to.be.within(0, 60)

    await localnet.prices.set('SOL', '151')
    await travelTo(localnet, market.expireAt - 2n)
    const paid = await untilMarket(localnet, market.address, 'paid out', isPaidOut)
    expect(paid).to.deep.include({ status: 'resolved', outcome: 'Yes', late: { Yes: 0n, No: 0n } })
    // A step is counted once its transaction is confirmed.
    for (const step of ['record', 'prove']) {
      await until(`${step} to be counted`, async () => (await taken(keeper, step)) === 1)
    }
    const found = (await findDecision(localnet.connection, market.address)) ?? expect.fail()
    expect(found.recorded).to.be.a('string').and.not.equal(found.decided)
    await keeper.stop()
  })

  it('is decided by both prices if the keeper comes late', async () => {
    await localnet.prices.set('SOL', '150')
    const market = await given()
    await travelTo(localnet, market.condition.referenceAt + 3n)
    await localnet.prices.set('SOL', '149')
    await travelTo(localnet, market.expireAt + 3n)
    const keeper = await openKeeper(localnet)
    const paid = await untilMarket(localnet, market.address, 'paid out', isPaidOut)
    expect(paid).to.include({ status: 'resolved', outcome: 'No' })
    expect(paid.reference).not.to.equal(null)
    // In one step, or in two if the keeper's view of the clock was behind: they earn the same.
    const both = async () => ((await earned(keeper, 'decide')) ?? 0) + ((await earned(keeper, 'record')) ?? 0)
    await until('the reward to be counted', async () => (await both()) === 300_000)
    await keeper.stop()
  })

  it('is void if no price comes', async () => {
    const keeper = await openKeeper(localnet)
    const market = await given('ab'.repeat(32))
    await travelTo(localnet, voidAt(market) - 1n)
    const paid = await untilMarket(localnet, market.address, 'refunded', isPaidOut)
    expect(paid).to.deep.include({ status: 'void', answer: null, reference: null })
    await keeper.stop()
  })
})
