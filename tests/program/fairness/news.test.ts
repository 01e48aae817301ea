import { periodOf } from '@prediction-market/sdk/rules'
import { createBurnInstruction, createMintToInstruction } from '@solana/spl-token'
import { expect } from 'chai'
import { attested, givenAttestors } from '../../helpers/oracle/attestors.ts'
import { setMint, setTokenAccount } from '../../helpers/oracle/tokens.ts'
import { expectRefusal } from '../../helpers/program/expect.ts'
import { crossing, givenLopsided, PERIOD, settled, TOUCH } from '../../helpers/program/fairness.ts'
import { decide, readMarket } from '../../helpers/program/market.ts'
import { PRICE_250, priceFor, resolution } from '../../helpers/program/price.ts'
import {
  bet,
  givenBet,
  givenMarket,
  givenWallet,
  SOL,
  startWorld,
  succeed,
  type World,
} from '../../helpers/program/world.ts'

describe('nobody wins by knowing first', () => {
  let world: World

  before(async () => {
    world = await startWorld()
  })

  it('attack 26: whoever bets and decides in one transaction gets the stake back, and no more', async () => {
    // Given 1 SOL on Yes and 100 on No, and a price that crosses the target.
    const market = await givenLopsided(world)
    const crossed = market.createdAt + 1_000n
    await world.chain.warpTo(crossed)

    // When somebody who sees it bets 100 SOL on Yes and decides, all at once.
    const attacker = givenWallet(world)
    const placing = bet(market, attacker.publicKey, 'Yes', 100n * SOL)
    await succeed(world, [placing, crossing(world, market, crossed)], [attacker])

    // Then that stake is late: it comes back, and the honest bettor takes the whole of what the losers leave.
    expect((await readMarket(world, market)).late).to.deep.equal([100n * SOL, 0n])
    const owners = [attacker, market.honest, market.loser]
    expect(await settled(world, market, owners)).to.deep.equal([100n * SOL, 91n * SOL, 0n])
  })

  it('attack 26: an old crossing that nobody proved decides nothing for whoever digs it up', async () => {
    const market = await givenLopsided(world)
    const crossed = market.createdAt + 1_000n
    const attacker = givenWallet(world)
    const placing = () => bet(market, attacker.publicKey, 'Yes', 100n * SOL)

    // In the period after the crossing the stake is late; from the one after that on, the crossing is too old.
    await world.chain.warpTo(crossed + 2n * PERIOD)
    await expectRefusal(world, 'ObservationTooOld', {
      instructions: [placing(), crossing(world, market, crossed)],
      signers: [attacker],
    })
    await world.chain.warpTo(crossed + PERIOD)
    await succeed(world, [placing(), crossing(world, market, crossed)], [attacker])
    expect(await settled(world, market, [attacker, market.honest])).to.deep.equal([100n * SOL, 91n * SOL])
  })

  it('makes late, to the second, what was placed on Yes in the period before the crossing or later', async () => {
    const market = await givenLopsided(world)
    const state = await readMarket(world, market)
    const crossed = market.createdAt + 1_000n
    // The first second of the period before the crossing's.
    const period = periodOf(state, crossed)
    let first = crossed
    while (periodOf(state, first - 1n) >= period - 1n) first -= 1n
    expect(first).to.equal(market.expireAt - ((market.expireAt - crossed - 1n) / PERIOD + 2n) * PERIOD)

    await world.chain.warpTo(first - 1n)
    const early = await givenBet(world, market, 'Yes', SOL)
    await world.chain.warpTo(first)
    const late = await givenBet(world, market, 'Yes', SOL)
    await world.chain.warpTo(crossed)
    await succeed(world, [crossing(world, market, crossed)])
    expect((await readMarket(world, market)).late).to.deep.equal([SOL, 0n])
    expect(await settled(world, market, [early, late])).to.deep.equal([46n * SOL, SOL])
  })

  it('attack 33: bet, mint, decide and burn in one transaction: the stake is late', async () => {
    const authority = givenWallet(world)
    const token = setMint(world.chain, { supply: 0n, mintAuthority: authority.publicKey })
    const owned = setTokenAccount(world.chain, { mint: token, owner: authority.publicKey, amount: 0n })
    const condition = { type: 'supply', comparison: 'atLeast', target: '1', timing: 'byExpiry' } as const
    const market = await givenMarket(world, { condition, token, evidence: [token] })
    const honest = await givenBet(world, market, 'Yes', SOL, [token])
    await givenBet(world, market, 'No', 100n * SOL, [token])
    await world.chain.warpTo(market.createdAt + 1_000n)
    const key = authority.publicKey
    await succeed(
      world,
      [
        bet(market, key, 'Yes', 100n * SOL, [token]),
        createMintToInstruction(token, owned, key, 1_000_000n),
        resolution(market, token),
        createBurnInstruction(owned, token, key, 1_000_000n),
      ],
      [authority],
    )
    expect(await settled(world, market, [authority, honest])).to.deep.equal([100n * SOL, 91n * SOL])
  })

  it('attack 41: a losing stake of the deciding period is lost; only one placed after it comes back', async () => {
    const market = await givenLopsided(world)
    const crossed = market.createdAt + 1_000n
    await world.chain.warpTo(crossed)
    const whale = await givenBet(world, market, 'No', 900n * SOL)
    await world.chain.warpTo(crossed + PERIOD)
    const after = await givenBet(world, market, 'No', 10n * SOL)
    await succeed(world, [crossing(world, market, crossed)])
    expect((await readMarket(world, market)).late).to.deep.equal([0n, 10n * SOL])
    expect(await settled(world, market, [whale, after, market.honest])).to.deep.equal([
      0n,
      10n * SOL,
      SOL + 900n * SOL,
    ])
  })

  it('attack 43: the answer to an event is public before expiry: attestors sign it, either way', async () => {
    const attestors = await givenAttestors(world)
    for (const isMet of [true, false]) {
      const [winner, loser] = isMet ? (['Yes', 'No'] as const) : (['No', 'Yes'] as const)
      const market = await givenMarket(world, { condition: { type: 'event', timing: 'byExpiry' } })
      const honest = await givenBet(world, market, winner, SOL)
      await givenBet(world, market, loser, 100n * SOL)
      const second = market.createdAt + 1_500n
      await world.chain.warpTo(second + 5n)
      const informed = await givenBet(world, market, winner, 100n * SOL)
      await succeed(world, attested(market, attestors, { second, isMet }))
      expect(await settled(world, market, [informed, honest])).to.deep.equal([100n * SOL, 91n * SOL])
    }
  })

  it('attack 44: the price for expiry is public while the chain lags: it counts as of now, and ends betting', async () => {
    // Given a chain whose clock is ten minutes behind, and a market that was not met at its expiry.
    const market = await givenLopsided(world)
    await world.chain.warpTo(market.expireAt - 600n)
    const no = priceFor(world, market, { price: PRICE_250 - 1n })
    await succeed(world, [resolution(market, no)])

    // Then nobody can bet on that any more, and it decides once the proof window is over.
    const late = givenWallet(world)
    await expectRefusal(world, 'MarketClosed', {
      instructions: bet(market, late.publicKey, 'No', SOL),
      signers: [late],
    })
    await world.chain.warpTo(market.expireAt + BigInt(world.settings.proofWindow))
    await succeed(world, [resolution(market)])
    expect(await settled(world, market, [market.loser])).to.deep.equal([100n * SOL + (SOL * 9n) / 10n])

    // And a bet on No in the transaction that shows it is late: it only comes back.
    const known = await givenLopsided(world)
    await world.chain.warpTo(known.expireAt - 600n)
    const knowing = givenWallet(world)
    const onNo = bet(known, knowing.publicKey, 'No', 100n * SOL)
    const shown = resolution(known, priceFor(world, known, { price: PRICE_250 - 1n }))
    await succeed(world, [onNo, shown], [knowing])
    await world.chain.warpTo(known.expireAt + BigInt(world.settings.proofWindow))
    await succeed(world, [resolution(known)])
    expect(await settled(world, known, [knowing, known.loser])).to.deep.equal([
      100n * SOL,
      100n * SOL + (SOL * 9n) / 10n,
    ])

    // And a Yes makes late what was staked just before, as of the chain's own time.
    const other = await givenLopsided(world)
    await world.chain.warpTo(other.expireAt - 600n)
    const informed = givenWallet(world)
    const placing = bet(other, informed.publicKey, 'Yes', 100n * SOL)
    await succeed(world, [placing, resolution(other, priceFor(world, other))], [informed])
    expect(await settled(world, other, [informed, other.honest])).to.deep.equal([100n * SOL, 91n * SOL])
  })

  it('attack 44: nor does whoever bets and shows the price for expiry in one transaction win by it', async () => {
    for (const [winner, loser] of [
      ['Yes', 'No'],
      ['No', 'Yes'],
    ] as const) {
      const market = await givenMarket(world)
      const honest = await givenBet(world, market, winner, SOL)
      await givenBet(world, market, loser, 100n * SOL)
      await world.chain.warpTo(market.expireAt - 600n)
      const informed = givenWallet(world)
      const placing = bet(market, informed.publicKey, winner, 100n * SOL)
      const price = winner === 'Yes' ? PRICE_250 + 1n : PRICE_250 - 1n
      await succeed(world, [placing, resolution(market, priceFor(world, market, { price }))], [informed])
      expect(await settled(world, market, [informed, honest])).to.deep.equal([100n * SOL, 91n * SOL])
    }
  })

  it('attack 48: dust bets that age the record win nothing: the next observation decides', async () => {
    const market = await givenLopsided(world)
    const crossed = market.createdAt + 1_000n
    await world.chain.warpTo(crossed + 2n * PERIOD)
    await givenBet(world, market, 'No', world.settings.minimumStakeSol)
    await expectRefusal(world, 'ObservationTooOld', { instructions: crossing(world, market, crossed) })
    await succeed(world, [crossing(world, market, crossed + 2n * PERIOD)])
    expect((await readMarket(world, market)).outcome).to.equal('Yes')
  })

  it('makes nothing late where the second of expiry alone decides', async () => {
    const market = await givenMarket(world)
    const early = await givenBet(world, market, 'Yes', SOL)
    await world.chain.warpTo(market.expireAt - 11n)
    const late = await givenBet(world, market, 'Yes', SOL)
    await givenBet(world, market, 'No', 2n * SOL)
    await decide(world, market, 'Yes')
    expect((await readMarket(world, market)).late).to.deep.equal([0n, 0n])
    const each = SOL + (9n * SOL) / 10n
    expect(await settled(world, market, [early, late])).to.deep.equal([each, each])
  })

  it('voids a market in which nobody counts on the winning side, and says what the answer was', async () => {
    const market = await givenMarket(world, { condition: TOUCH })
    const loser = await givenBet(world, market, 'No', SOL)
    const crossed = market.createdAt + 1_000n
    await world.chain.warpTo(crossed)
    const late = await givenBet(world, market, 'Yes', SOL)
    await succeed(world, [crossing(world, market, crossed)])
    expect(await readMarket(world, market)).to.include({ status: 'void', outcome: null, answer: 'Yes' })
    expect(await settled(world, market, [late, loser])).to.deep.equal([SOL, SOL])
  })
})
