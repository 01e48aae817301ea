import {
  type Condition,
  findEscrow,
  findQuestion,
  type HoldersCondition,
  type MigrationCondition,
  type PriceCondition,
} from '@prediction-market/sdk'
import { PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import { givenAttestors } from '../../helpers/oracle/attestors.ts'
import { curveAddress, migrate, poolAddress, setCurve } from '../../helpers/oracle/pump.ts'
import { type PriceUpdate, postPrice } from '../../helpers/oracle/pyth.ts'
import { setMint } from '../../helpers/oracle/tokens.ts'
import { expectRefusal } from '../../helpers/program/expect.ts'
import { readMarket } from '../../helpers/program/market.ts'
import { PRICE_250 } from '../../helpers/program/price.ts'
import { type RawMarket, rawCreateMarket } from '../../helpers/program/raw-market.ts'
import {
  FEED,
  givenWallet,
  PRICE_AT_EXPIRY,
  SOL,
  startWorld,
  succeed,
  type World,
} from '../../helpers/program/world.ts'

describe('create_market about a known outcome', () => {
  let world: World
  let now: bigint

  beforeEach(async () => {
    world = await startWorld()
    now = await world.chain.now()
  })

  async function accept(raw: RawMarket): Promise<void> {
    const creator = givenWallet(world)
    const { instruction, market } = await rawCreateMarket(world, creator.publicKey, raw)
    await succeed(world, [instruction], [creator])
    expect((await readMarket(world, { address: market })).status).to.equal('open')
  }

  /** Expects a refusal with and without an initial stake, and that no account is created. */
  async function refuse(name: string, raw: RawMarket): Promise<void> {
    for (const initialStake of [null, { outcome: 'Yes', amount: SOL } as const]) {
      const creator = givenWallet(world)
      const { instruction, market } = await rawCreateMarket(world, creator.publicKey, {
        ...raw,
        initialStake,
      })
      await expectRefusal(world, name, { instructions: instruction, signers: [creator] })
      for (const address of [market, findQuestion(market), findEscrow(market)]) {
        expect(await world.chain.account(address)).to.equal(null)
      }
    }
  }

  describe('of a price', () => {
    const condition: PriceCondition = {
      type: 'price',
      feed: FEED,
      comparison: 'atLeast',
      target: '250',
      timing: 'byExpiry',
    }
    const price = (update: Partial<PriceUpdate> = {}) =>
      postPrice(world.chain, { feed: FEED, price: PRICE_250, publishTime: now, ...update })

    it('refuses a target that the given price meets', async () => {
      await refuse('ConditionAlreadyMet', { condition, evidence: [price()] })
      await refuse('ConditionAlreadyMet', { condition, evidence: [price({ price: PRICE_250 + 1n })] })
      const below: Condition = { ...condition, comparison: 'below' }
      await refuse('ConditionAlreadyMet', { condition: below, evidence: [price({ price: PRICE_250 - 1n })] })
    })

    it('creates it if the given price does not meet the target, or none is given', async () => {
      await accept({ condition, evidence: [price({ price: PRICE_250 - 1n })] })
      await accept({ condition: { ...condition, comparison: 'above' }, evidence: [price()] })
      await accept({ condition })
    })

    it('refuses a price that could not decide a market', async () => {
      const forged: [string, Partial<PriceUpdate>][] = [
        ['PriceWrongOwner', { owner: PublicKey.unique() }],
        ['PriceNotVerified', { partialSignatures: 5 }],
        ['PriceWrongFeed', { feed: 'ff'.repeat(32) }],
        ['PriceUncertain', { confidence: PRICE_250 / 100n + 1n }],
      ]
      for (const [name, update] of forged) {
        await refuse(name, { condition, evidence: [price({ price: PRICE_250 - 1n, ...update })] })
      }
    })

    it('ignores it if the price at expiry decides', () =>
      accept({ condition: PRICE_AT_EXPIRY, evidence: [price()] }))
  })

  it('refuses a market capitalisation that has been reached', async () => {
    const token = setMint(world.chain, { supply: 1_000_000n, decimals: 6 })
    const condition: Condition = {
      type: 'marketCap',
      feed: FEED,
      comparison: 'atLeast',
      target: '250',
      timing: 'byExpiry',
    }
    const price = (value: bigint) => postPrice(world.chain, { feed: FEED, price: value, publishTime: now })
    await refuse('ConditionAlreadyMet', { condition, token, evidence: [price(PRICE_250), token] })
    await accept({ condition, token, evidence: [price(PRICE_250 - 1n), token] })
    await accept({ condition, token })
  })

  describe('of a migration', () => {
    const condition: MigrationCondition = { type: 'migration', timing: 'byExpiry' }

    it('refuses one that has taken place, and one without evidence', async () => {
      const token = PublicKey.unique()
      const evidence = [curveAddress(token), poolAddress(token)]
      await refuse('CurveInvalid', { condition, token, evidence })
      setCurve(world.chain, token)
      await refuse('EvidenceMissing', { condition, token })
      await accept({ condition, token, evidence })
      setCurve(world.chain, token, { complete: 1 })
      await accept({ condition, token, evidence })
      migrate(world.chain, token)
      await refuse('ConditionAlreadyMet', { condition, token, evidence })
    })

    it('needs no evidence if the state at expiry decides', () =>
      accept({ condition: { ...condition, timing: 'atExpiry' }, token: PublicKey.unique() }))

    it('refuses one without a token, and any comparison but `at least 1`', async () => {
      await refuse('TokenRequired', { condition: { ...condition, timing: 'atExpiry' } })
      const token = PublicKey.unique()
      const rawCondition = { comparison: { below: {} } }
      await refuse('ConditionInvalid', {
        condition: { ...condition, timing: 'atExpiry' },
        token,
        rawCondition,
      })
    })
  })

  describe('that only attestors can prove', () => {
    const holders: HoldersCondition = {
      type: 'holders',
      comparison: 'atLeast',
      target: '1000',
      minimumBalance: 1n,
      timing: 'atExpiry',
    }
    const token = PublicKey.unique()

    for (const timing of ['atExpiry', 'byExpiry'] as const) {
      for (const condition of [{ ...holders, timing }, { type: 'event', timing } as const]) {
        it(`refuses ${condition.type}, ${timing}, until there are attestors`, async () => {
          await refuse('NoAttestorSet', { condition, token })
          await givenAttestors(world, 1, 1)
          await accept({ condition, token })
        })
      }
    }

    it('refuses holders without a token', async () => {
      await givenAttestors(world, 1, 1)
      await refuse('TokenRequired', { condition: holders })
    })

    it('needs no attestors for anything else', () => accept({}))
  })
})
