import type { ConditionOf } from '@prediction-market/sdk/condition'
import { TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID } from '@solana/spl-token'
import { PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import { postPrice } from '../../helpers/oracle/pyth.ts'
import { extension, type MintOptions, setMint } from '../../helpers/oracle/tokens.ts'
import { expectRefusal } from '../../helpers/program/expect.ts'
import { readMarket } from '../../helpers/program/market.ts'
import { priceFor, resolution } from '../../helpers/program/price.ts'
import {
  FEED,
  givenBet,
  givenMarket,
  SOL,
  startWorld,
  succeed,
  type World,
} from '../../helpers/program/world.ts'

const CAP: ConditionOf<'marketCap'> = {
  type: 'marketCap',
  feed: FEED,
  comparison: 'atLeast',
  target: '1000000',
  timing: 'atExpiry',
}

describe('resolve_market by a market capitalisation', () => {
  let world: World

  before(async () => {
    world = await startWorld()
  })

  async function givenToken(mint: MintOptions, condition: Partial<ConditionOf<'marketCap'>> = {}) {
    const token = setMint(world.chain, mint)
    const market = await givenMarket(world, {
      condition: { ...CAP, ...condition },
      token,
      evidence: [token],
    })
    await givenBet(world, market, 'Yes', 5n * SOL)
    await givenBet(world, market, 'No', 2n * SOL)
    return { token, market }
  }

  // Price times supply compared with a million dollars, exactly.
  const table: [price: bigint, exponent: number, supply: bigint, decimals: number, 'Yes' | 'No'][] = [
    [1n, -3, 10n ** 15n, 6, 'Yes'],
    [1n, -3, 10n ** 15n - 1n, 6, 'No'],
    [1n, -3, 10n ** 18n, 9, 'Yes'],
    [999_999n, -9, 10n ** 15n, 6, 'No'],
    [1_000_000n, -9, 10n ** 15n, 6, 'Yes'],
    [250n, 0, 4_000n, 0, 'Yes'],
    [250n, 0, 3_999n, 0, 'No'],
    [25_000_000_000n, -8, 4_000_000_000_000n, 9, 'Yes'],
    [25_000_000_000n, -8, 3_999_999_999_999n, 9, 'No'],
    [24_999_999_999n, -8, 4_000_000_000_000n, 9, 'No'],
    [2n ** 63n - 1n, -8, 2n ** 64n - 1n, 6, 'Yes'],
    [1n, -30, 1n, 255, 'No'],
  ]
  for (const [price, exponent, supply, decimals, outcome] of table) {
    it(`decides ${outcome}: ${price}e${exponent} for each of ${supply}e-${decimals}`, async () => {
      const { market, token } = await givenToken({ supply, decimals })
      await world.chain.warpTo(market.expireAt)
      await succeed(world, [resolution(market, priceFor(world, market, { price, exponent }), token)])
      const decided = await readMarket(world, market)
      expect(decided.outcome).to.equal(outcome)
      expect(decided.observation).to.deep.equal({
        value: price * supply,
        exponent: exponent - decimals,
        observedAt: market.expireAt,
        isMet: outcome === 'Yes',
        hasValue: true,
      })
    })
  }

  it('refuses an exponent that would not fit', async () => {
    const { market, token } = await givenToken({ supply: 1n, decimals: 1 })
    await world.chain.warpTo(market.expireAt)
    const price = priceFor(world, market, { price: 1n, exponent: -2_147_483_648 })
    await expectRefusal(world, 'ArithmeticOverflow', { instructions: resolution(market, price, token) })
  })

  it('reads the mint of Token-2022, with extensions or without', async () => {
    const tokenProgram = TOKEN_2022_PROGRAM_ID
    const extensions = extension(18, new Uint8Array(64)) // a metadata pointer
    for (const mint of [{ tokenProgram }, { tokenProgram, extensions }]) {
      const { market, token } = await givenToken({ ...mint, supply: 4_000n, decimals: 0 })
      await world.chain.warpTo(market.expireAt)
      await succeed(world, [resolution(market, priceFor(world, market), token)])
      expect((await readMarket(world, market)).outcome).to.equal('Yes')
    }
  })

  it('refuses another mint, even one with the same supply', async () => {
    const { market, token } = await givenToken({ supply: 4_000n, decimals: 0 })
    await world.chain.warpTo(market.expireAt)
    const price = priceFor(world, market)
    const genuine = await world.chain.account(token)
    if (!genuine) throw new Error('There is no mint')
    const twin = setMint(world.chain, { supply: 4_000n, decimals: 0 })
    for (const wrong of [twin, PublicKey.unique(), market.address, price]) {
      await expectRefusal(world, 'TokenMintInvalid', { instructions: resolution(market, price, wrong) })
    }
    // The right address with another owner, or without a mint.
    world.chain.setAccount(token, { ...genuine, owner: PublicKey.unique() })
    await expectRefusal(world, 'TokenMintInvalid', { instructions: resolution(market, price, token) })
    world.chain.setAccount(token, { ...genuine, data: new Uint8Array(82) })
    await expectRefusal(world, 'TokenMintInvalid', { instructions: resolution(market, price, token) })
    world.chain.setAccount(token, { ...genuine, data: genuine.data.slice(0, 81) })
    await expectRefusal(world, 'TokenMintInvalid', { instructions: resolution(market, price, token) })
  })

  it('refuses a price or a mint alone, and both in the wrong order', async () => {
    const { market, token } = await givenToken({ supply: 4_000n, decimals: 0 })
    await world.chain.warpTo(market.expireAt)
    const price = priceFor(world, market)
    await expectRefusal(world, 'EvidenceMissing', { instructions: resolution(market, price) })
    await expectRefusal(world, 'PriceWrongOwner', { instructions: resolution(market, token) })
    await expectRefusal(world, 'PriceWrongOwner', { instructions: resolution(market, token, price) })
  })

  it('decides Yes before expiry, by expiry', async () => {
    const condition = { timing: 'byExpiry' } as const
    const { market, token } = await givenToken({ supply: 3_999n, decimals: 0 }, condition)
    await world.chain.warpTo(market.createdAt + 1_000n)
    const publishTime = market.createdAt + 999n
    const price = postPrice(world.chain, { feed: FEED, price: 250n, exponent: 0, publishTime })
    await expectRefusal(world, 'NotDecidableYet', { instructions: resolution(market, price, token) })
    setMint(world.chain, { address: token, supply: 4_000n, decimals: 0, tokenProgram: TOKEN_PROGRAM_ID })
    await succeed(world, [resolution(market, price, token)])
    expect((await readMarket(world, market)).outcome).to.equal('Yes')
  })

  it('combines the current supply with an early price at most 60 seconds old', async () => {
    const condition = { timing: 'byExpiry' } as const
    // A price that crosses with the present supply, and would not with the one at creation.
    const { market, token } = await givenToken({ supply: 3_999n, decimals: 0 }, condition)
    setMint(world.chain, { address: token, supply: 4_000n, decimals: 0 })
    const publishTime = market.createdAt + 1_000n
    const price = postPrice(world.chain, { feed: FEED, price: 250n, exponent: 0, publishTime })
    await world.chain.warpTo(publishTime + 61n)
    await expectRefusal(world, 'ObservationOutOfTime', { instructions: resolution(market, price, token) })
    await world.chain.warpTo(publishTime + 60n)
    await succeed(world, [resolution(market, price, token)])
    expect((await readMarket(world, market)).outcome).to.equal('Yes')
  })

  it('attack 95: combines any supply since creation with it until the proof window ends, if none changes the answer', async () => {
    const crossed = async () => {
      const { market, token } = await givenToken({ supply: 4_002n, decimals: 0 }, { timing: 'byExpiry' })
      const publishTime = market.createdAt + 1_000n
      const price = postPrice(world.chain, { feed: FEED, price: 250n, exponent: 0, publishTime })
      return { market, token, instructions: resolution(market, price, token) }
    }
    const [burned, sure] = [await crossed(), await crossed()]
    const deadline = sure.market.expireAt + BigInt(world.settings.proofWindow)
    setMint(world.chain, { address: burned.token, supply: 3_999n, decimals: 0 })
    setMint(world.chain, { address: sure.token, supply: 4_000n, decimals: 0 })

    // Burned below the target since, nobody knows what it was worth then.
    await world.chain.warpTo(sure.market.createdAt + 1_061n)
    await expectRefusal(world, 'NotDecidableYet', {
      instructions: resolution(
        burned.market,
        postPrice(world.chain, {
          feed: FEED,
          price: 250n,
          exponent: 0,
          publishTime: sure.market.createdAt + 1_060n,
        }),
        burned.token,
      ),
    })
    await expectRefusal(world, 'ObservationOutOfTime', { instructions: burned.instructions })
    await world.chain.warpTo(deadline)
    await expectRefusal(world, 'ObservationOutOfTime', { instructions: sure.instructions })
    await world.chain.warpTo(deadline - 1n)
    await succeed(world, [sure.instructions])
    expect((await readMarket(world, sure.market)).outcome).to.equal('Yes')
  })

  it('attack 55: combines it with the price at expiry for a minute, then only if both supplies agree', async () => {
    const { market, token } = await givenToken({ supply: 4_001n, decimals: 0 })
    const instructions = resolution(market, priceFor(world, market), token)
    setMint(world.chain, { address: token, supply: 3_999n, decimals: 0 })
    await world.chain.warpTo(market.expireAt + 61n)
    await expectRefusal(world, 'ObservationOutOfTime', { instructions })
    await world.chain.warpTo(market.expireAt + 60n)
    await succeed(world, [instructions])
    expect((await readMarket(world, market)).outcome).to.equal('No')

    const sure = await givenToken({ supply: 4_001n, decimals: 0 })
    setMint(world.chain, { address: sure.token, supply: 4_000n, decimals: 0 })
    await world.chain.warpTo(sure.market.expireAt + 80_000n)
    await succeed(world, [resolution(sure.market, priceFor(world, sure.market), sure.token)])
    expect((await readMarket(world, sure.market)).outcome).to.equal('Yes')
  })

  it('attack 51: needs no mint for an update that is too wide or too late, which proves "not met" by expiry', async () => {
    const { market } = await givenToken({ supply: 4_000n, decimals: 0 }, { timing: 'byExpiry' })
    await world.chain.warpTo(market.expireAt)
    const price = priceFor(world, market, { confidence: 25_000_000_000n })
    await succeed(world, [resolution(market, price)])
    expect((await readMarket(world, market)).observation).to.deep.include({ isMet: false, hasValue: false })
  })
})
