import { findFeed } from '@prediction-market/sdk/feeds'
import { PYTH } from '@prediction-market/sdk/oracle/pyth'
import { expect } from 'chai'
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
import type { TestLocalnet } from '../helpers/localnet/index.ts'

const SOL_FEED = findFeed('SOL')?.id ?? expect.fail()

describe("the keeper and Pyth's first deployment", () => {
  let localnet: TestLocalnet

  before(async () => {
    localnet = await openLocalnet({ attestors: false, settings: { pythReceiver: PYTH.receiver } })
  })

  after(() => closeLocalnet(localnet))

  it('decides a market whose terms name it', async () => {
    const keeper = await openKeeper(localnet)
    const [alice = expect.fail(), bob = expect.fail()] = await givenWallets(localnet, 2)
    const market = await givenMarket(localnet, {
      condition: { type: 'price', feed: SOL_FEED, comparison: 'above', target: '1', timing: 'atExpiry' },
      stakes: [
        { bettor: alice, outcome: 'Yes', amount: 1_000_000_000n },
        { bettor: bob, outcome: 'No', amount: 500_000_000n },
      ],
    })
    expect(market.terms.pythReceiver.equals(PYTH.receiver)).to.equal(true)
    await travelTo(localnet, market.expireAt)
    const paid = await untilMarket(localnet, market.address, 'paid out', isPaidOut)
    expect(paid.outcome).to.equal('Yes')
    await keeper.stop()
  })
})
