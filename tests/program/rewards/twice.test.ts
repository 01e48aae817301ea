import { findEscrow } from '@prediction-market/sdk/accounts'
import { cancelMarket, claimPosition, voidMarket } from '@prediction-market/sdk/instructions'
import { type Keypair, PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import { curveAddress, poolAddress, setCurve, setPool } from '../../helpers/oracle/pump.ts'
import { lamportGains, lamportsOf } from '../../helpers/program/balances.ts'
import { CURRENCIES } from '../../helpers/program/currency.ts'
import { closing } from '../../helpers/program/decided.ts'
import { expectRefusal } from '../../helpers/program/expect.ts'
import { collection, readMarket, settlement } from '../../helpers/program/market.ts'
import { PRICE_250, priceFor, resolution } from '../../helpers/program/price.ts'
import {
  ageStakes,
  givenPaid,
  givenWorker,
  REWARDS,
  TOUCH,
  type Worker,
} from '../../helpers/program/rewards.ts'
import { type GivenMarket, givenBet, SOL, succeed, type World } from '../../helpers/program/world.ts'

const { decideReward, settleReward } = REWARDS

for (const { name, unit, start, of } of CURRENCIES) {
  describe(`rewards of a market in ${name}, twice`, () => {
    let world: World
    let worker: Worker
    let market: GivenMarket
    let bettors: [Keypair, Keypair]

    before(async () => {
      world = await start({ settings: REWARDS })
    })

    beforeEach(async () => {
      worker = givenWorker(world)
      await open()
    })

    /** Opens the market, with stakes on both sides. */
    async function open(options: Parameters<typeof givenPaid>[2] = {}): Promise<void> {
      market = await givenPaid(world, worker, { currency: of(world), ...options })
      const { evidence } = options
      bettors = [
        await givenBet(world, market, 'Yes', 10n * unit, evidence),
        await givenBet(world, market, 'No', 10n * unit, evidence),
      ]
    }

    const owners = () => bettors.map(({ publicKey }) => publicKey)
    const refuse = (error: string, instructions: Parameters<Worker['earn']>[0], signers: Keypair[] = []) =>
      expectRefusal(world, error, { instructions, signers: [worker.key, ...signers] })

    async function decide(): Promise<bigint> {
      await world.chain.warpTo(market.expireAt)
      return worker.earn(resolution(market, priceFor(world, market)))
    }

    it('attack 61: a claim and a settlement pay the reward of a position once', async () => {
      await decide()
      const [winner, loser] = bettors
      const claim = (owner: Keypair) =>
        claimPosition({ owner: owner.publicKey, market: market.address, ...market.currency })
      // Claimed first: its owner has the reward back, and the settlement of both earns one.
      const both = settlement(market, owners())
      expect(await worker.earn([claim(winner), both], [winner])).to.equal(settleReward)
      expect(await worker.earn(both)).to.equal(0n)
      await refuse('AccountOwnedByWrongProgram', [both, claim(loser)], [loser])
    })

    it('attack 61: a position that is named twice earns once', async () => {
      await decide()
      const twice = settlement(market, [...owners(), ...owners()])
      expect(await worker.earn([twice, twice])).to.equal(2n * settleReward)
    })

    it('attack 61: a decision is paid once, whoever repeats it', async () => {
      expect(await decide()).to.equal(decideReward)
      await refuse('MarketDecided', resolution(market, priceFor(world, market)))
      await world.chain.warpTo(market.expireAt + BigInt(world.settings.voidDelay))
      await refuse('MarketDecided', voidMarket({ keeper: worker.address, market: market.address }))
    })

    it('attack 61: record and decision together earn the decide reward, in one transaction too', async () => {
      await open({ condition: TOUCH })
      await ageStakes(world, market)
      await world.chain.warpTo(market.expireAt)
      const notMet = resolution(market, priceFor(world, market, { price: PRICE_250 - 1n }))
      await refuse('NotDecidableYet', [notMet, notMet])
      expect(await worker.earn(notMet)).to.equal(decideReward / 2n)
      await world.chain.warpTo(market.expireAt + BigInt(world.settings.proofWindow))
      await refuse('MarketDecided', [resolution(market), resolution(market)])
      expect(await worker.earn(resolution(market))).to.equal(decideReward / 2n)
    })

    it('attack 61: a recorded "not met" and the early Yes that overtakes it earn the decide reward once', async () => {
      await open({ condition: TOUCH })
      await world.chain.warpTo(market.expireAt)
      const notMet = resolution(market, priceFor(world, market, { price: PRICE_250 - 1n }))
      const met = resolution(market, priceFor(world, market, { publishTime: market.expireAt - 5n }))
      expect(await worker.earn([notMet, met])).to.equal(decideReward)
      expect((await readMarket(world, market)).outcome).to.equal('Yes')
    })

    it('attack 61: a complete curve and its migration earn the decide reward once', async () => {
      const token = PublicKey.unique()
      const evidence = [setCurve(world.chain, token)]
      await open({ condition: { type: 'migration', timing: 'byExpiry' }, token, evidence })
      await world.chain.warpTo(market.createdAt + 1_000n)
      setCurve(world.chain, token, { complete: 1 })
      const show = resolution(market, curveAddress(token), poolAddress(token))
      await refuse('NotDecidableYet', [show, show])
      expect(await worker.earn(show)).to.equal(settleReward)
      setPool(world.chain, token)
      expect(await worker.earn(show)).to.equal(decideReward - settleReward)
    })

    it('attack 61: closing is paid once', async () => {
      await decide()
      await worker.earn(settlement(market, owners()))
      await succeed(world, [collection(world, market)])
      await refuse('AccountOwnedByWrongProgram', [closing(market), closing(market)])
      expect(await worker.earn(closing(market))).to.equal(2n * settleReward)
      await refuse('AccountOwnedByWrongProgram', closing(market))
    })

    it('attack 61: a cancelled market has given everything back, and pays nobody', async () => {
      market = await givenPaid(world, worker, { currency: of(world) })
      const { creator, address } = market
      const cancel = cancelMarket({ creator: creator.publicKey, market: address, ...market.currency })
      await world.chain.warpTo(market.expireAt)
      const decision = resolution(market, priceFor(world, market))
      await refuse('AccountOwnedByWrongProgram', [cancel, decision], [creator])
      await refuse('MarketDecided', [decision, cancel], [creator])
      await succeed(world, [cancel], [creator])
      expect(await lamportsOf(world.chain, creator.publicKey)).to.equal(1_000n * SOL)
      await refuse('AccountOwnedByWrongProgram', decision)
      await refuse('AccountOwnedByWrongProgram', closing(market))
    })

    it('attack 61: rewards leave the market and the positions, never the escrow', async () => {
      const escrow = findEscrow(market.address)
      const accounts = { escrow, market: market.address, worker: worker.address }
      const moved = await lamportGains(world.chain, accounts, decide)
      expect(moved).to.deep.equal({ escrow: 0n, market: -decideReward, worker: decideReward })

      // Settling takes from the escrow what the winner is due, and nothing from the market.
      const settling = await lamportGains(world.chain, accounts, () =>
        worker.earn(settlement(market, owners())),
      )
      const due = market.currency ? 0n : 19n * unit
      expect(settling).to.deep.equal({ escrow: -due, market: 0n, worker: 2n * settleReward })

      // And all that a market has paid in rewards is what its creator paid in.
      await succeed(world, [collection(world, market)])
      await worker.earn(closing(market))
      const paidIn = 1_000n * SOL - (await lamportsOf(world.chain, market.creator.publicKey))
      expect(paidIn).to.equal(decideReward + 2n * settleReward)
    })
  })
}
