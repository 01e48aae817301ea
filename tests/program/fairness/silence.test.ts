import type { Condition } from '@prediction-market/sdk'
import { voidMarket } from '@prediction-market/sdk/instructions'
import { type Keypair, PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import { type Attestors, attested, givenAttestors } from '../../helpers/oracle/attestors.ts'
import { poolAddress, setCurve } from '../../helpers/oracle/pump.ts'
import { PYTH_RECEIVERS } from '../../helpers/oracle/pyth.ts'
import { setMint } from '../../helpers/oracle/tokens.ts'
import { expectRefusal } from '../../helpers/program/expect.ts'
import { settled, TOUCH } from '../../helpers/program/fairness.ts'
import { readMarket } from '../../helpers/program/market.ts'
import { priceFor, resolution } from '../../helpers/program/price.ts'
import {
  type GivenMarket,
  givenBet,
  givenMarket,
  SOL,
  startWorld,
  succeed,
  type World,
} from '../../helpers/program/world.ts'

describe('silence decides nothing', () => {
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
    const voidAt = market.expireAt + BigInt(world.settings.voidDelay)
    await world.chain.warpTo(voidAt - 1n)
    await expectRefusal(world, 'EvidenceMissing', { instructions: resolution(market) })
    await world.chain.warpTo(voidAt)
    await expectRefusal(world, 'DecisionTooLate', { instructions: resolution(market) })
    await succeed(world, [voidMarket({ market: market.address })])
    expect(await readMarket(world, market)).to.include({ status: 'void', answer: null })
    expect(await settled(world, market, market.owners)).to.deep.equal([SOL, 2n * SOL])
  }

  it('attack 28: a feed that does not exist ends in refunds', async () => {
    await expectRefunded(await staked({ ...TOUCH, feed: 'ab'.repeat(32) } as Condition))
  })

  it('attack 28: attestors who say nothing end in refunds', async () => {
    await expectRefunded(await staked(event))
  })

  it('attack 28: a quorum short by one ends in refunds', async () => {
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

  it('attack 28: an address that is no mint is refused at creation', async () => {
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

  it('attack 29: a quorum for a second after expiry counts for nothing', async () => {
    const market = await staked({ type: 'event', timing: 'atExpiry' })
    await world.chain.warpTo(market.expireAt + 10n)
    for (const second of [market.expireAt + 1n, market.expireAt + 10n]) {
      await expectRefusal(world, 'ObservationOutOfTime', {
        instructions: attested(market, attestors, { second, isMet: true }),
      })
    }
  })

  it('attack 30: the other Pyth receiver counts for nothing', async () => {
    const market = await staked(TOUCH)
    await world.chain.warpTo(market.expireAt)
    const owner = PYTH_RECEIVERS[1]
    await expectRefusal(world, 'PriceWrongOwner', {
      instructions: resolution(market, priceFor(world, market, { owner })),
    })
  })

  it('attack 31: a migration or a supply shown hours after expiry is too late', async () => {
    const minted = setMint(world.chain, { mintAuthority: PublicKey.unique() })
    const supply = await staked({ ...TOUCH, type: 'supply' } as Condition, minted, [minted])
    const token = PublicKey.unique()
    const curve = setCurve(world.chain, token)
    const migration = await staked({ type: 'migration', timing: 'byExpiry' }, token, [curve])
    await world.chain.warpTo(supply.expireAt + 7_200n)
    await expectRefusal(world, 'ObservationOutOfTime', { instructions: resolution(supply, minted) })
    await expectRefusal(world, 'ObservationOutOfTime', {
      instructions: resolution(migration, curve, poolAddress(token)),
    })
    await expectRefunded(supply)
  })

  it('attack 42: the first update after a closed exchange is not the one for expiry', async () => {
    for (const condition of [TOUCH, { ...TOUCH, timing: 'atExpiry' } as Condition]) {
      const market = await staked(condition)
      const opening = market.expireAt + 17n * 3_600n
      await world.chain.warpTo(opening)
      const update = priceFor(world, market, {
        publishTime: opening,
        prevPublishTime: market.expireAt - 3_600n,
      })
      await expectRefusal(world, 'ObservationOutOfTime', { instructions: resolution(market, update) })
      await expectRefunded(market)
    }
  })
})
