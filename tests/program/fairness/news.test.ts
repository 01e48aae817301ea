import { periodOf } from '@prediction-market/sdk/rules'
import { createBurnInstruction, createMintToInstruction } from '@solana/spl-token'
import { PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import { attested, givenAttestors } from '../../helpers/oracle/attestors.ts'
import { migrate, poolAddress, setCurve } from '../../helpers/oracle/pump.ts'
import { setMint, setTokenAccount } from '../../helpers/oracle/tokens.ts'
import { expectRefusal } from '../../helpers/program/expect.ts'
import { decide, readMarket } from '../../helpers/program/market.ts'
import { PRICE_250, priceFor, resolution } from '../../helpers/program/price.ts'
import { crossing, givenLopsided, PERIOD, settled, TOUCH } from '../../helpers/program/rewards.ts'
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
    expect((await readMarket(world, market)).late).to.deep.equal({ Yes: 100n * SOL, No: 0n })
    const owners = [attacker, market.honest, market.loser]
    expect(await settled(world, market, owners)).to.deep.equal([100n * SOL, 91n * SOL, 0n])
  })

  it('attack 26: an old crossing that nobody proved in time decides nothing', async () => {
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

  it('makes late, to the second, what was placed in the period before the crossing or later', async () => {
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
    expect((await readMarket(world, market)).late).to.deep.equal({ Yes: SOL, No: 0n })
    expect(await settled(world, market, [early, late])).to.deep.equal([46n * SOL, SOL])
  })

  it('attack 33: bet, mint, decide and burn in one transaction: the stake is late', async () => {
    const authority = givenWallet(world)
    const token = setMint(world.chain, { mintAuthority: authority.publicKey })
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

  it('attacks 41 and 50: which stakes count depends on when they were placed, never on their side', async () => {
    const market = await givenLopsided(world)
    const crossed = market.createdAt + 1_000n
    // One whole period passes between the first bets and the crossing's period, and none after the others.
    await world.chain.warpTo(crossed - 2n * PERIOD)
    const counting = [
      await givenBet(world, market, 'Yes', SOL),
      await givenBet(world, market, 'No', 2n * SOL),
    ]
    await world.chain.warpTo(crossed - PERIOD)
    const before = [
      await givenBet(world, market, 'Yes', 3n * SOL),
      await givenBet(world, market, 'No', 4n * SOL),
    ]
    await world.chain.warpTo(crossed + PERIOD)
    const after = [
      await givenBet(world, market, 'Yes', 5n * SOL),
      await givenBet(world, market, 'No', 6n * SOL),
    ]
    await succeed(world, [crossing(world, market, crossed)])
    expect((await readMarket(world, market)).late).to.deep.equal({ Yes: 8n * SOL, No: 10n * SOL })
    const refunds = [3n * SOL, 4n * SOL, 5n * SOL, 6n * SOL]
    expect(await settled(world, market, [...before, ...after])).to.deep.equal(refunds)
    // 102 SOL counted on No, of which nine tenths are shared by two equal stakes on Yes.
    const won = SOL + (102n * 9n * SOL) / 20n
    expect(await settled(world, market, [...counting, market.honest])).to.deep.equal([won, 0n, won])
  })

  it('attack 49: every stake that is taken can win: the last one before the close counts at expiry', async () => {
    for (const isMet of [true, false]) {
      const market = await givenLopsided(world)
      const { closeAt } = await readMarket(world, market)
      await world.chain.warpTo(closeAt - 1n)
      const last = await givenBet(world, market, isMet ? 'Yes' : 'No', SOL)
      await world.chain.warpTo(closeAt)
      const closed = givenWallet(world)
      await expectRefusal(world, 'MarketClosed', {
        instructions: bet(market, closed.publicKey, 'Yes', SOL),
        signers: [closed],
      })
      await world.chain.warpTo(market.expireAt)
      const price = isMet ? PRICE_250 : PRICE_250 - 1n
      await succeed(world, [resolution(market, priceFor(world, market, { price }))])
      if (!isMet) {
        await world.chain.warpTo(market.expireAt + BigInt(world.settings.proofWindow))
        await succeed(world, [resolution(market)])
      }
      expect((await readMarket(world, market)).late).to.deep.equal({ Yes: 0n, No: 0n })
      const [paid = 0n] = await settled(world, market, [last])
      expect(paid > SOL).to.equal(true)
    }
  })

  it('attack 50: stakes on both sides before an answer is due come back with those that came after', async () => {
    const attestors = await givenAttestors(world)
    const market = await givenMarket(world, { condition: { type: 'event', timing: 'byExpiry' } })
    const { closeAt } = await readMarket(world, market)
    await world.chain.warpTo(closeAt - 900n)
    const schemer = givenWallet(world)
    for (const outcome of ['Yes', 'No'] as const) {
      await succeed(world, [bet(market, schemer.publicKey, outcome, SOL)], [schemer])
    }
    await world.chain.warpTo(closeAt - 1n)
    const guess = await givenBet(world, market, 'No', 50n * SOL)
    await succeed(world, attested(market, attestors, { second: closeAt - 1n, isMet: true }))
    // The guess comes back, although it was wrong; what the schemer staked was at risk.
    expect(await settled(world, market, [guess, schemer])).to.deep.equal([50n * SOL, 2n * SOL - SOL / 10n])
  })

  it('attack 52: betting on the second of expiry ends by the close margin, whatever the clock says', async () => {
    const market = await givenMarket(world)
    await world.chain.warpTo(market.expireAt - 10n)
    const late = givenWallet(world)
    await expectRefusal(world, 'MarketClosed', {
      instructions: bet(market, late.publicKey, 'Yes', SOL),
      signers: [late],
    })
  })

  it('attack 53: an insider who completes the curve is late as of the complete curve', async () => {
    const token = PublicKey.unique()
    const curve = setCurve(world.chain, token)
    const condition = { type: 'migration', timing: 'byExpiry' } as const
    const market = await givenMarket(world, { condition, token, evidence: [curve] })
    const honest = await givenBet(world, market, 'Yes', SOL, [curve])
    const loser = await givenBet(world, market, 'No', 10n * SOL, [curve])
    const completed = market.createdAt + 1_000n
    await world.chain.warpTo(completed)
    const insider = await givenBet(world, market, 'Yes', 100n * SOL, [curve])

    // The complete curve is shown at once: nothing is decided, but it dates the stakes.
    setCurve(world.chain, token, { complete: 1 })
    const show = () => resolution(market, curve, poolAddress(token))
    await succeed(world, [show()])
    const recorded = await readMarket(world, market)
    expect(recorded).to.include({ status: 'open', observation: null })
    expect(recorded.reference?.observedAt).to.equal(completed)
    await expectRefusal(world, 'NotDecidableYet', { instructions: show() })

    // The pool follows much later, when the insider's stake would long have counted.
    await world.chain.warpTo(completed + 20n * PERIOD)
    migrate(world.chain, token)
    await succeed(world, [show()])
    expect((await readMarket(world, market)).outcome).to.equal('Yes')
    expect(await settled(world, market, [insider, honest, loser])).to.deep.equal([100n * SOL, 10n * SOL, 0n])
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

  it('attack 44: betting and submitting the price for expiry in one transaction wins nothing', async () => {
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

  it('attack 48: dust bets that age the record make a crossing too old: the next observation decides', async () => {
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
    expect((await readMarket(world, market)).late).to.deep.equal({ Yes: 0n, No: 0n })
    const each = SOL + (9n * SOL) / 10n
    expect(await settled(world, market, [early, late])).to.deep.equal([each, each])
  })

  it('voids a market in which no stake on the winning side counts, and stores the answer', async () => {
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
