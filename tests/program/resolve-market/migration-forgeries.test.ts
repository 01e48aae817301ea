import { PROGRAM_ID } from '@prediction-market/sdk'
import { NATIVE_MINT, TOKEN_PROGRAM_ID } from '@solana/spl-token'
import { PublicKey, SystemProgram } from '@solana/web3.js'
import {
  curveAddress,
  migrate,
  PUMP,
  PUMP_AMM,
  poolAddress,
  setCurve,
  setPool,
  USDC,
} from '../../helpers/oracle/pump.ts'
import { expectRefusal } from '../../helpers/program/expect.ts'
import { resolution } from '../../helpers/program/price.ts'
import {
  fund,
  type GivenMarket,
  givenBet,
  givenMarket,
  SOL,
  startWorld,
  succeed,
  type World,
} from '../../helpers/program/world.ts'

const MIGRATION = { type: 'migration', timing: 'byExpiry' } as const
const POOL_TAG = [241, 154, 109, 4, 17, 177, 109, 188]
const CURVE_TAG = [23, 183, 248, 55, 96, 216, 172, 96]

for (const moment of ['at expiry', 'before expiry'] as const) {
  describe(`resolve_market by a forged migration, ${moment}`, () => {
    let world: World
    let token: PublicKey
    let market: GivenMarket

    before(async () => {
      world = await startWorld()
    })

    // Every forgery claims the migration of a token that has not migrated.
    beforeEach(async () => {
      token = PublicKey.unique()
      const evidence = [setCurve(world.chain, token)]
      market = await givenMarket(world, { condition: MIGRATION, token, evidence })
      await givenBet(world, market, 'Yes', SOL, evidence)
      await givenBet(world, market, 'No', SOL, evidence)
      if (moment === 'at expiry') await world.chain.warpTo(market.expireAt)
    })

    const refuse = (name: string, ...evidence: PublicKey[]) =>
      expectRefusal(world, name, { instructions: resolution(market, ...evidence) })

    describe('refuses a curve', () => {
      beforeEach(() => {
        setPool(world.chain, token)
      })

      const owners: [string, PublicKey][] = [
        ['a stranger', PublicKey.unique()],
        ['the system program', SystemProgram.programId],
        ['the token program', TOKEN_PROGRAM_ID],
        ['PumpSwap', PUMP_AMM],
        ['our program', PROGRAM_ID],
      ]
      for (const [text, owner] of owners) {
        it(`owned by ${text}`, () =>
          refuse('CurveInvalid', setCurve(world.chain, token, { complete: 1, owner }), poolAddress(token)))
      }

      it('with the right data at another address', () => {
        const address = PublicKey.unique()
        return refuse(
          'CurveInvalid',
          setCurve(world.chain, token, { complete: 1, address }),
          poolAddress(token),
        )
      })

      it('at an address derived from another seed', () => {
        const seeds = [Buffer.from('bonding-curve'), token.toBytes()]
        const [address] = PublicKey.findProgramAddressSync(seeds, PUMP_AMM)
        return refuse(
          'CurveInvalid',
          setCurve(world.chain, token, { complete: 1, address }),
          poolAddress(token),
        )
      })

      it('attack 6: of another token, even with the pool of that token', async () => {
        const other = PublicKey.unique()
        migrate(world.chain, other)
        await refuse('CurveInvalid', curveAddress(other), poolAddress(token))
        await refuse('CurveInvalid', curveAddress(other), poolAddress(other))
      })

      const tags: [string, number[]][] = [
        ['of no kind', new Array<number>(8).fill(0)],
        ['of the kind that pools have', POOL_TAG],
        ['that is off by one bit', CURVE_TAG.map((byte, at) => (at === 7 ? byte ^ 1 : byte))],
      ]
      for (const [text, discriminator] of tags) {
        it(`with a discriminator ${text}`, () => {
          const curve = setCurve(world.chain, token, { complete: 1, discriminator })
          return refuse('CurveInvalid', curve, poolAddress(token))
        })
      }

      for (const length of [0, 7, 8, 47, 48]) {
        it(`that ends after ${length} bytes`, () =>
          refuse('CurveInvalid', setCurve(world.chain, token, { complete: 1, length }), poolAddress(token)))
      }

      it('that does not exist, or is the pool', async () => {
        const fresh = PublicKey.unique()
        const evidence = [setCurve(world.chain, fresh)]
        market = await givenMarket(world, { condition: MIGRATION, token: fresh, evidence })
        fund(world.chain, curveAddress(fresh), 0n)
        await world.chain.warpTo(market.expireAt)
        await refuse('CurveInvalid', curveAddress(fresh), poolAddress(fresh))
        setPool(world.chain, fresh)
        await refuse('CurveInvalid', poolAddress(fresh), poolAddress(fresh))
        await refuse('CurveInvalid', poolAddress(fresh), curveAddress(fresh))
      })
    })

    describe('refuses a pool', () => {
      let curve: PublicKey

      beforeEach(() => {
        curve = setCurve(world.chain, token, { complete: 1 })
      })

      it('attack 6: of another mint, index, creator or quote mint', async () => {
        for (const pool of [
          setPool(world.chain, PublicKey.unique()),
          setPool(world.chain, token, { index: 1 }),
          setPool(world.chain, token, { index: 256 }),
          setPool(world.chain, token, { creator: PublicKey.unique() }),
          setPool(world.chain, token, { quoteMint: USDC }),
          setPool(world.chain, token, { quoteMint: PublicKey.default }),
        ]) {
          await refuse('PoolInvalid', curve, pool)
        }
      })

      it('in SOL of a curve that trades against USDC', async () => {
        setCurve(world.chain, token, { complete: 1, quoteMint: USDC })
        await refuse('PoolInvalid', curve, setPool(world.chain, token, { quoteMint: NATIVE_MINT }))
      })

      it('with the right data at another address', () =>
        refuse('PoolInvalid', curve, setPool(world.chain, token, { address: PublicKey.unique() })))

      it('at the address of the same seeds under pump.fun', () => {
        const [authority] = PublicKey.findProgramAddressSync(
          [Buffer.from('pool-authority'), token.toBytes()],
          PUMP,
        )
        const keys = [authority.toBytes(), token.toBytes(), NATIVE_MINT.toBytes()]
        const seeds = [Buffer.from('pool'), Buffer.alloc(2), ...keys]
        const [address] = PublicKey.findProgramAddressSync(seeds, PUMP)
        return refuse('PoolInvalid', curve, setPool(world.chain, token, { address }))
      })

      const tags: [string, number[]][] = [
        ['of no kind', new Array<number>(8).fill(0)],
        ['of the kind that curves have', CURVE_TAG],
      ]
      for (const [text, discriminator] of tags) {
        it(`with a discriminator ${text}`, () =>
          refuse('PoolInvalid', curve, setPool(world.chain, token, { discriminator })))
      }

      for (const length of [0, 7]) {
        it(`that ends after ${length} bytes`, () =>
          refuse('PoolInvalid', curve, setPool(world.chain, token, { length })))
      }

      it('that is the curve, the token or another account', async () => {
        for (const wrong of [curve, token, market.address, PublicKey.unique()]) {
          await refuse('PoolInvalid', curve, wrong)
        }
      })
    })

    it('refuses one of the two accounts alone, and accepts both', async () => {
      migrate(world.chain, token)
      await refuse('EvidenceMissing')
      await refuse('EvidenceMissing', curveAddress(token))
      await succeed(world, [resolution(market, curveAddress(token), poolAddress(token))])
    })
  })
}
