import { settlePositions } from '@prediction-market/sdk/instructions'
import { PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import { setTokenAccount } from '../../helpers/oracle/tokens.ts'
import { tokenGains } from '../../helpers/program/balances.ts'
import { changeSettings } from '../../helpers/program/config.ts'
import { closing, givenDecided } from '../../helpers/program/decided.ts'
import { eventNames, eventsOf, expectRefusal } from '../../helpers/program/expect.ts'
import { collection, settlement } from '../../helpers/program/market.ts'
import { priceFor, resolution } from '../../helpers/program/price.ts'
import { rawUpdateConfig } from '../../helpers/program/raw.ts'
import { withKey } from '../../helpers/program/slots.ts'
import { bet, givenMarket, givenWallet, SOL, startWorld, succeed } from '../../helpers/program/world.ts'

// Number for number.

describe('the examples of docs/program.md: rules', () => {
  it('numbers: two bets are 2 and 3, the decision 4, the fees 5, the payouts 6 and 7, the end 8', async () => {
    const world = await startWorld()
    const market = await givenMarket(world)
    const bettors = [givenWallet(world), givenWallet(world)] as const
    const [a, b] = [bettors[0].publicKey, bettors[1].publicKey]
    const placing = [bet(market, a, 'Yes', SOL), bet(market, b, 'No', SOL)]
    const events = await eventsOf(world, placing, [...bettors])
    await world.chain.warpTo(market.expireAt)
    const ending = [collection(world, market), settlement(market, [a, b]), closing(market)]
    for (const step of [resolution(market, priceFor(world, market)), ...ending])
      events.push(...(await eventsOf(world, step)))
    expect(events.map(({ name, data }) => [name, 'sequence' in data && data.sequence])).to.deep.equal([
      ['BetPlaced', 2],
      ['BetPlaced', 3],
      ['MarketResolved', 4],
      ['FeesCollected', 5],
      ['PositionSettled', 6],
      ['PositionSettled', 7],
      ['MarketClosed', 8],
    ])
  })

  for (const [text, closed] of [
    ['unpaused', { paused: true }],
    ['or a minimum stake lowered', { minimumStakeSol: 10_000_000_000n }],
  ] as const) {
    it(`the pause: ${text} at 12:00:00, bets open at 12:01:00, and end by a pause from 12:02:00 on`, async () => {
      const world = await startWorld()
      const market = await givenMarket(world)
      const bettor = givenWallet(world)
      const placing = bet(market, bettor.publicKey, 'Yes', SOL)
      const pause = rawUpdateConfig(world, { settings: { ...world.settings, paused: true } })
      const noon = await world.chain.now()
      await changeSettings(world, closed)
      await changeSettings(world, world.settings)
      await world.chain.warpTo(noon + 59n)
      await expectRefusal(world, 'BetsNotOpenYet', { instructions: placing, signers: [bettor] })
      await world.chain.warpTo(noon + 60n)
      await succeed(world, [placing], [bettor])
      await world.chain.warpTo(noon + 119n)
      await expectRefusal(world, 'PauseTooSoon', { instructions: pause, signers: [world.admin] })
      await world.chain.warpTo(noon + 120n)
      await succeed(world, [pause], [world.admin])
    })
  }

  it('another account: frozen on 1 June, the winner is paid elsewhere from 1 July on', async () => {
    const world = await startWorld()
    const market = await givenDecided(world, world.utility)
    const owner = market.winner.publicKey
    const account = { ...world.utility, owner, amount: 0n }
    setTokenAccount(world.chain, { ...account, frozen: true })
    const other = setTokenAccount(world.chain, { ...account, address: PublicKey.unique() })
    const { keeper, address, currency } = market
    const positions = [{ owner, ownerToken: other }]
    const batch = settlePositions({ keeper, market: address, positions, ...currency })
    const july = market.expireAt + 30n * 86_400n
    await world.chain.warpTo(july - 1n)
    expect(await eventNames(world, batch)).to.deep.equal([])
    await world.chain.warpTo(july)
    expect(await eventNames(world, withKey(batch, 7, { isWritable: false }))).to.deep.equal([])
    const gains = await tokenGains(world.chain, { other }, () => succeed(world, [batch]))
    expect(gains.other).to.equal(market.payout)
  })
})
