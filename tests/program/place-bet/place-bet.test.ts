import { findEscrow, findPosition } from '@prediction-market/sdk/accounts'
import { expect } from 'chai'
import { lamportGains } from '../../helpers/program/balances.ts'
import { changeSettings } from '../../helpers/program/config.ts'
import { CURRENCIES } from '../../helpers/program/currency.ts'
import { eventsOf, expectRefusal } from '../../helpers/program/expect.ts'
import {
  decide,
  heldBy,
  moneyIn,
  payoutAccount,
  readMarket,
  readPosition,
} from '../../helpers/program/market.ts'
import {
  bet,
  fund,
  givenBet,
  givenMarket,
  givenWallet,
  SOL,
  succeed,
  type World,
} from '../../helpers/program/world.ts'

for (const { name, unit, start, of } of CURRENCIES) {
  describe(`place_bet in ${name}`, () => {
    let world: World

    before(async () => {
      world = await start()
    })

    const opened = (options = {}) => givenMarket(world, { currency: of(world), ...options })

    it('creates a position with the first bet and moves the stake into the escrow', async () => {
      // Given an open market and a bettor.
      const market = await opened()
      const bettor = givenWallet(world)
      const owner = bettor.publicKey
      const before = await moneyIn(world, market, payoutAccount(market, owner))

      // When the bettor bets.
      const accounts = {
        owner,
        position: findPosition(market.address, owner),
        escrow: findEscrow(market.address),
      }
      const moved = await lamportGains(world.chain, accounts, async () => {
        expect(await eventsOf(world, bet(market, owner, 'Yes', 5n * unit), [bettor])).to.deep.equal([
          {
            name: 'BetPlaced',
            data: {
              market: market.address,
              sequence: 2,
              owner,
              outcome: 'Yes',
              amount: 5n * unit,
              pools: { Yes: 5n * unit, No: 0n },
              stakes: { Yes: 5n * unit, No: 0n },
              period: 1n,
              placedAt: market.createdAt,
            },
          },
        ])
      })

      // Then the bettor has paid the stake to the escrow and the rent of the position.
      const rent = await world.chain.rent(160)
      const stakeInSol = market.currency ? 0n : 5n * unit
      const expected = { owner: -rent - stakeInSol, position: rent, escrow: stakeInSol }
      expect(moved).to.deep.equal(expected)
      expect(await heldBy(world, market)).to.equal(5n * unit)
      const after = await moneyIn(world, market, payoutAccount(market, owner))
      expect(before - after).to.equal(market.currency ? 5n * unit : 5n * unit + rent)
      expect(await readMarket(world, market)).to.deep.include({
        pools: { Yes: 5n * unit, No: 0n },
        openPositions: 1,
      })
      expect(await readPosition(world, market, owner)).to.deep.equal({
        version: 1,
        market: market.address,
        owner,
        stakes: { Yes: 5n * unit, No: 0n },
        recent: {
          period: 1n,
          stakes: [
            { Yes: 5n * unit, No: 0n },
            { Yes: 0n, No: 0n },
            { Yes: 0n, No: 0n },
          ],
        },
      })
    })

    it('attack 11: adds later bets to the same position, on either side', async () => {
      const market = await opened()
      const bettor = await givenBet(world, market, 'Yes', 5n * unit)
      const owner = bettor.publicKey
      await givenBet(world, market, 'No', 4n * unit)
      await succeed(world, [bet(market, owner, 'Yes', 3n * unit)], [bettor])
      const events = await eventsOf(world, bet(market, owner, 'No', 2n * unit), [bettor])
      expect(events.map(({ data }) => data)).to.deep.equal([
        {
          market: market.address,
          sequence: 5,
          owner,
          outcome: 'No',
          amount: 2n * unit,
          pools: { Yes: 8n * unit, No: 6n * unit },
          stakes: { Yes: 8n * unit, No: 2n * unit },
          period: 1n,
          placedAt: market.createdAt,
        },
      ])
      const { pools, openPositions } = await readMarket(world, market)
      expect(pools).to.deep.equal({ Yes: 8n * unit, No: 6n * unit })
      expect(openPositions).to.equal(2)
      expect(await heldBy(world, market)).to.equal(14n * unit)
    })

    it('takes several bets of one bettor in one transaction', async () => {
      const market = await opened()
      const bettor = givenWallet(world)
      const owner = bettor.publicKey
      const bets = [1n, 2n, 3n].map((coins) => bet(market, owner, 'No', coins * unit))
      expect(await eventsOf(world, bets, [bettor])).to.have.length(3)
      expect((await readPosition(world, market, owner)).stakes).to.deep.equal({ Yes: 0n, No: 6n * unit })
      expect((await readMarket(world, market)).openPositions).to.equal(1)
    })

    it('lets the creator bet like everyone else', async () => {
      const market = await opened()
      const owner = market.creator.publicKey
      await succeed(world, [bet(market, owner, 'No', unit)], [market.creator])
      expect((await readPosition(world, market, owner)).stakes).to.deep.equal({ Yes: 0n, No: unit })
    })

    it('accepts the minimum, first and later, and refuses a unit less', async () => {
      const market = await opened()
      const { minimumStakeSol, minimumStakeUtility } = world.settings
      const minimum = market.currency ? minimumStakeUtility : minimumStakeSol
      const bettor = givenWallet(world)
      const placing = (amount: bigint) => ({
        instructions: bet(market, bettor.publicKey, 'Yes', amount),
        signers: [bettor],
      })
      await expectRefusal(world, 'StakeTooSmall', placing(minimum - 1n))
      await succeed(world, [placing(minimum).instructions], [bettor])
      await expectRefusal(world, 'StakeTooSmall', placing(minimum - 1n))
      await succeed(world, [placing(minimum).instructions], [bettor])
      expect((await readMarket(world, market)).pools).to.deep.equal({ Yes: 2n * minimum, No: 0n })
    })

    it('uses the current minimum, not that of the creation', async () => {
      const own = await start()
      const market = await givenMarket(own, { currency: of(own) })
      await changeSettings(own, { minimumStakeSol: 5n * unit, minimumStakeUtility: 5n * unit })
      const bettor = givenWallet(own)
      await expectRefusal(own, 'StakeTooSmall', {
        instructions: bet(market, bettor.publicKey, 'Yes', 5n * unit - 1n),
        signers: [bettor],
      })
      await succeed(own, [bet(market, bettor.publicKey, 'Yes', 5n * unit)], [bettor])
    })

    it('attack 22: accepts the last second before the close and refuses the closing second', async () => {
      const closeAt = (await world.chain.now()) + 600n
      const market = await opened({ closeAt })
      const bettor = givenWallet(world)
      const placing = bet(market, bettor.publicKey, 'Yes', unit)
      await world.chain.warpTo(closeAt - 1n)
      await succeed(world, [placing], [bettor])
      await world.chain.warpTo(closeAt)
      await expectRefusal(world, 'MarketClosed', { instructions: placing, signers: [bettor] })
      await world.chain.warpTo(market.expireAt + 1n)
      const newcomer = givenWallet(world)
      await expectRefusal(world, 'MarketClosed', {
        instructions: bet(market, newcomer.publicKey, 'No', unit),
        signers: [newcomer],
      })
    })

    for (const outcome of ['Yes', 'void'] as const) {
      it(`refuses bets once the market is decided: ${outcome}`, async () => {
        const market = await opened()
        const bettor = await givenBet(world, market, 'Yes', unit)
        await decide(world, market, outcome)
        await world.chain.warpTo(market.createdAt) // so that only the decision prevents the bet
        await expectRefusal(world, 'MarketClosed', {
          instructions: bet(market, bettor.publicKey, 'Yes', unit),
          signers: [bettor],
        })
      })
    }

    it('refuses while bets are paused', async () => {
      const own = await start()
      const market = await givenMarket(own, { currency: of(own) })
      const bettor = givenWallet(own)
      await changeSettings(own, { paused: true })
      const placing = bet(market, bettor.publicKey, 'Yes', unit)
      await expectRefusal(own, 'Paused', { instructions: placing, signers: [bettor] })
      await changeSettings(own, { paused: false })
      const opensAt = (await own.chain.now()) + 60n
      await own.chain.warpTo(opensAt - 1n)
      await expectRefusal(own, 'BetsNotOpenYet', { instructions: placing, signers: [bettor] })
      await own.chain.warpTo(opensAt)
      await succeed(own, [placing], [bettor])
    })

    for (const lamports of [1n, 890_880n, 3n * SOL]) {
      it(`creates the position although its address already holds ${lamports} lamports`, async () => {
        const market = await opened()
        const bettor = givenWallet(world)
        const position = findPosition(market.address, bettor.publicKey)
        fund(world.chain, position, lamports)
        const accounts = { bettor: bettor.publicKey, position, escrow: findEscrow(market.address) }
        const moved = await lamportGains(world.chain, accounts, () =>
          succeed(world, [bet(market, bettor.publicKey, 'Yes', 5n * unit)], [bettor]),
        )
        const rent = await world.chain.rent(160)
        const missing = lamports < rent ? rent - lamports : 0n
        const stakeInSol = market.currency ? 0n : 5n * unit
        const expected = { bettor: -missing - stakeInSol, position: missing, escrow: stakeInSol }
        expect(moved).to.deep.equal(expected)
        expect(await heldBy(world, market)).to.equal(5n * unit)
        expect((await readPosition(world, market, bettor.publicKey)).stakes).to.deep.equal({
          Yes: 5n * unit,
          No: 0n,
        })
      })
    }
  })
}
