import type { Condition } from '@prediction-market/sdk'
import { voidMarket } from '@prediction-market/sdk/instructions'
import { proofDeadline, voidAt } from '@prediction-market/sdk/rules'
import { type Keypair, PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import { type Attestors, attested, givenAttestors } from '../../helpers/oracle/attestors.ts'
import { curveAddress, migrate, poolAddress, setCurve } from '../../helpers/oracle/pump.ts'
import { PYTH_RECEIVERS } from '../../helpers/oracle/pyth.ts'
import { setMint } from '../../helpers/oracle/tokens.ts'
import { expectRefusal } from '../../helpers/program/expect.ts'
import { readMarket } from '../../helpers/program/market.ts'
import { PRICE_250, priceFor, resolution } from '../../helpers/program/price.ts'
import { settled, TOUCH } from '../../helpers/program/rewards.ts'
import {
  type GivenMarket,
  givenBet,
  givenMarket,
  SOL,
  startWorld,
  succeed,
  type World,
} from '../../helpers/program/world.ts'

describe('missing evidence decides nothing', () => {
  let world: World
  let attestors: Attestors

  before(async () => {
    world = await startWorld()
    attestors = await givenAttestors(world)
  })

  const event: Condition = { type: 'event', timing: 'byExpiry' }

  interface Staked extends GivenMarket {
    owners: Keypair[]
  }

  async function staked(
    condition: Condition,
    token?: PublicKey,
    evidence: PublicKey[] = [],
  ): Promise<Staked> {
    const market = await givenMarket(world, { condition, token: token ?? null, evidence })
    const owners = [
      await givenBet(world, market, 'Yes', SOL, evidence),
      await givenBet(world, market, 'No', 2n * SOL, evidence),
    ]
    return { ...market, owners }
  }

  /** Expects that nothing decides the market before its void, which then refunds everybody. */
  async function expectRefunded(market: Staked): Promise<void> {
    const end = voidAt(await readMarket(world, market))
    await world.chain.warpTo(end - 1n)
    await expectRefusal(world, 'EvidenceMissing', { instructions: resolution(market) })
    await world.chain.warpTo(end)
    await expectRefusal(world, 'DecisionTooLate', { instructions: resolution(market) })
    await succeed(world, [voidMarket({ keeper: market.keeper, market: market.address })])
    expect(await readMarket(world, market)).to.include({ status: 'void', answer: null })
    expect(await settled(world, market, market.owners)).to.deep.equal([SOL, 2n * SOL])
  }

  it('attack 28: a feed that does not exist leads to refunds', async () => {
    await expectRefunded(await staked({ ...TOUCH, feed: 'ab'.repeat(32) } as Condition))
  })

  it('attack 28: silent attestors lead to refunds', async () => {
    await expectRefunded(await staked(event))
  })

  it('attack 28: a quorum short by one leads to refunds', async () => {
    const market = await staked(event)
    await world.chain.warpTo(market.expireAt)
    for (const isMet of [true, false]) {
      const statement = { second: market.expireAt, isMet }
      await expectRefusal(world, 'AttestationQuorumMissing', {
        instructions: attested(market, attestors, statement, attestors.members.slice(0, 2)),
      })
    }
    await expectRefunded(market)
  })

  it('attack 28: an address that is not a mint is refused at creation', async () => {
    const nothing = PublicKey.unique()
    for (const type of ['supply', 'marketCap'] as const) {
      const condition = { ...TOUCH, type } as Condition
      await staked(condition, nothing, [nothing]).then(
        () => expect.fail('The market was opened'),
        (error: Error) => expect(error.message).to.contain('TokenMintInvalid'),
      )
    }
  })

  it('attacks 29 and 45: an attestor who signs both ways cannot make a second quorum', async () => {
    const market = await staked({ type: 'event', timing: 'atExpiry' })
    const [twoFaced, b, c, d] = attestors.members as [Keypair, Keypair, Keypair, Keypair]
    await world.chain.warpTo(market.expireAt)
    const no = attested(market, attestors, { second: market.expireAt, isMet: false }, [twoFaced, d])
    await expectRefusal(world, 'AttestationQuorumMissing', { instructions: no })
    const yes = attested(market, attestors, { second: market.expireAt, isMet: true }, [twoFaced, b, c])
    await succeed(world, yes)
    expect((await readMarket(world, market)).outcome).to.equal('Yes')
  })

  it('attack 29: a quorum for a second after expiry does not count', async () => {
    const market = await staked({ type: 'event', timing: 'atExpiry' })
    await world.chain.warpTo(market.expireAt + 10n)
    for (const second of [market.expireAt + 1n, market.expireAt + 10n]) {
      await expectRefusal(world, 'ObservationOutOfTime', {
        instructions: attested(market, attestors, { second, isMet: true }),
      })
    }
  })

  it('attack 30: the other Pyth receiver does not count', async () => {
    const market = await staked(TOUCH)
    await world.chain.warpTo(market.expireAt)
    const owner = PYTH_RECEIVERS[1]
    await expectRefusal(world, 'PriceWrongOwner', {
      instructions: resolution(market, priceFor(world, market, { owner })),
    })
  })

  it('attacks 31 and 55: a state submitted hours after expiry counts only if it proves the state at expiry', async () => {
    // A supply that somebody can mint more of, a migration, and a supply that only shrinks.
    const minted = setMint(world.chain, { mintAuthority: PublicKey.unique() })
    const supply = await staked({ ...TOUCH, type: 'supply' } as Condition, minted, [minted])
    const [token, other] = [PublicKey.unique(), PublicKey.unique()]
    const curve = setCurve(world.chain, token)
    const migration = await staked({ type: 'migration', timing: 'byExpiry' }, token, [curve])
    const late = await staked({ type: 'migration', timing: 'byExpiry' }, other, [
      setCurve(world.chain, other),
    ])
    const fixed = setMint(world.chain, { supply: 1_000_000_000n })
    const atMost = { type: 'supply', comparison: 'atMost', target: '500', timing: 'byExpiry' } as const
    const shrinking = await staked(atMost, fixed, [fixed])
    await world.chain.warpTo(supply.expireAt + 7_200n)
    await expectRefusal(world, 'ObservationOutOfTime', { instructions: resolution(supply, minted) })

    // The token has not migrated now, so it had not then; that it has now proves nothing.
    migrate(world.chain, other)
    await expectRefusal(world, 'ObservationOutOfTime', {
      instructions: resolution(late, curveAddress(other), poolAddress(other)),
    })
    await succeed(world, [resolution(migration, curve, poolAddress(token))])
    expect((await readMarket(world, migration)).outcome).to.equal('No')

    // Both the supply at creation and the present one answer No; once they differ, nobody knows.
    setMint(world.chain, { address: fixed, supply: 500_000_000n })
    await expectRefusal(world, 'ObservationOutOfTime', { instructions: resolution(shrinking, fixed) })
    setMint(world.chain, { address: fixed, supply: 500_000_001n })
    await succeed(world, [resolution(shrinking, fixed)])
    expect((await readMarket(world, shrinking)).outcome).to.equal('No')
    await expectRefunded(supply)
  })

  /** The first update after an exchange was closed for 17 hours over the expiry. */
  async function reopened(market: Staked): Promise<PublicKey> {
    const opening = market.expireAt + 17n * 3_600n
    await world.chain.warpTo(opening)
    return priceFor(world, market, { publishTime: opening, prevPublishTime: market.expireAt - 600n })
  }

  it('attack 42: the first update after a closed exchange has no price for the second of expiry', async () => {
    const market = await staked({ ...TOUCH, timing: 'atExpiry' } as Condition)
    const update = await reopened(market)
    await expectRefusal(world, 'ObservationOutOfTime', { instructions: resolution(market, update) })
    await expectRefunded(market)
  })

  it('attack 51: by expiry the first update after a closed exchange proves "not met"', async () => {
    const market = await staked(TOUCH)
    await succeed(world, [resolution(market, await reopened(market))])
    const { outcome, observation } = await readMarket(world, market)
    expect(outcome).to.equal('No')
    expect(observation).to.deep.include({ isMet: false, hasValue: false, value: 0n })

    // And so does one that is too wide, whatever it says.
    const wide = await staked(TOUCH)
    await world.chain.warpTo(wide.expireAt)
    await succeed(world, [resolution(wide, priceFor(world, wide, { confidence: PRICE_250 }))])
    expect((await readMarket(world, wide)).observation).to.deep.include({ isMet: false, hasValue: false })
    await world.chain.warpTo(proofDeadline(await readMarket(world, wide)))
    await succeed(world, [resolution(wide)])
    expect((await readMarket(world, wide)).outcome).to.equal('No')
  })

  it('attack 51: a feed that has been paused since before the market proves nothing', async () => {
    const market = await staked(TOUCH)
    const opening = market.expireAt + 3_600n
    await world.chain.warpTo(opening)
    const update = priceFor(world, market, { publishTime: opening, prevPublishTime: market.createdAt })
    await expectRefusal(world, 'ObservationOutOfTime', { instructions: resolution(market, update) })
    await expectRefunded(market)
  })

  it('attack 56: a recorded "not met" that nobody finalises is decided No by voiding', async () => {
    const market = await staked(TOUCH)
    await world.chain.warpTo(market.expireAt)
    await succeed(world, [resolution(market, priceFor(world, market, { price: PRICE_250 - 1n }))])
    const recorded = await readMarket(world, market)
    await expectRefusal(world, 'TooEarlyToVoid', {
      instructions: voidMarket({ keeper: market.keeper, market: market.address }),
    })
    await world.chain.warpTo(voidAt(recorded))
    await succeed(world, [voidMarket({ keeper: market.keeper, market: market.address })])
    expect(await readMarket(world, market)).to.include({ status: 'resolved', outcome: 'No' })
    expect(await settled(world, market, market.owners)).to.deep.equal([0n, 2n * SOL + (9n * SOL) / 10n])
  })
})
