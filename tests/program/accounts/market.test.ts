import { createMarket, voidMarket } from '@prediction-market/sdk/instructions'
import { PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import { setMint } from '../../helpers/oracle/tokens.ts'
import { tokenGains } from '../../helpers/program/balances.ts'
import { expectSlotsGuarded, type Substitutes } from '../../helpers/program/expect-slots.ts'
import { heldBy, payoutAccount } from '../../helpers/program/market.ts'
import { priceFor, resolution } from '../../helpers/program/price.ts'
import { givenSubstitutes } from '../../helpers/program/substitutes.ts'
import {
  bet,
  freshNonce,
  type GivenMarket,
  givenBet,
  givenMarket,
  givenWallet,
  PRICE_AT_EXPIRY,
  startWorld,
  succeed,
  termsOf,
  type World,
} from '../../helpers/program/world.ts'

const IGNORED = 'a SOL market ignores token accounts'
const IN_SOL = {
  creatorToken: IGNORED,
  bettorToken: IGNORED,
  'tokenProgram ← Token program': IGNORED,
  'tokenProgram ← Token-2022 program': IGNORED,
}
const BET_IN_SOL = { ...IN_SOL, mint: IGNORED }
const CREATED_IN_UTILITY = { 'mint ← the program itself': 'without a mint it is a SOL market' }

const ANYONE = 'anyone who signs is paid'

describe('attacks 9 and 14: every account of a market', () => {
  let world: World
  let substitutes: Substitutes

  before(async () => {
    world = await startWorld()
    substitutes = await givenSubstitutes(world)
  })

  for (const name of ['SOL', 'UTILITY'] as const) {
    const amount = 5_000_000n
    const currencyOf = () => (name === 'SOL' ? null : world.utility)

    it(`is guarded in create_market in ${name}`, async () => {
      const creator = givenWallet(world)
      const expireAt = (await world.chain.now()) + 3_600n
      const instruction = createMarket({
        creator: creator.publicKey,
        nonce: await freshNonce(world.chain),
        question: '?',
        token: null,
        expireAt,
        condition: PRICE_AT_EXPIRY,
        currency: currencyOf(),
        expected: await termsOf(world, PRICE_AT_EXPIRY, currencyOf()),
        decideReward: 300_000n,
        rewardStake: name === 'SOL' ? 0n : 1n,
        initialStake: { outcome: 'Yes', amount },
      })
      const except = name === 'SOL' ? IN_SOL : CREATED_IN_UTILITY
      const guarded = { name: 'createMarket' as const, instruction, signers: [creator], except }
      await expectSlotsGuarded(world, guarded, substitutes)
      await succeed(world, [instruction], [creator])
    })

    for (const isFirst of [true, false]) {
      it(`is guarded in place_bet in ${name}, ${isFirst ? 'first' : 'later'}`, async () => {
        const market = await givenMarket(world, { currency: currencyOf() })
        const bettor = isFirst ? givenWallet(world) : await givenBet(world, market, 'Yes', amount)
        await givenBet(world, market, 'No', amount)
        const instruction = bet(market, bettor.publicKey, 'Yes', amount)
        const except = name === 'SOL' ? BET_IN_SOL : {}
        const guarded = { name: 'placeBet' as const, instruction, signers: [bettor], except }
        await expectSlotsGuarded(world, guarded, substitutes)
        await succeed(world, [instruction], [bettor])
      })
    }
  }

  it('is guarded in place_bet with evidence', async () => {
    const token = setMint(world.chain, { supply: 1n, mintAuthority: PublicKey.unique() })
    const market = await givenMarket(world, {
      condition: { type: 'supply', comparison: 'atLeast', target: '1', timing: 'byExpiry' },
      token,
      evidence: [token],
    })
    const bettor = givenWallet(world)
    const instruction = bet(market, bettor.publicKey, 'Yes', 5_000_000n, [token])
    const guarded = { name: 'placeBet' as const, instruction, signers: [bettor], remaining: ['token'] }
    await expectSlotsGuarded(world, { ...guarded, except: BET_IN_SOL }, substitutes)
    await succeed(world, [instruction], [bettor])
  })

  describe('that is decided', () => {
    let market: GivenMarket
    let token: ReturnType<typeof setMint>

    beforeEach(async () => {
      token = setMint(world.chain, { supply: 10n ** 9n })
      const condition = { ...PRICE_AT_EXPIRY, type: 'marketCap' } as const
      market = await givenMarket(world, { condition, token, evidence: [token] })
      await givenBet(world, market, 'Yes', 5_000_000n)
      await world.chain.warpTo(market.expireAt)
    })

    it('is guarded in resolve_market', async () => {
      const instruction = resolution(market, priceFor(world, market), token)
      const except = { keeper: ANYONE, attestorSet: 'prices need none, and any one is ignored' }
      const guarded = { name: 'resolveMarket' as const, instruction, remaining: ['price', 'token'], except }
      await expectSlotsGuarded(world, guarded, substitutes)
      await succeed(world, [instruction])
    })

    it('is guarded in void_market', async () => {
      await world.chain.warpTo(market.expireAt + BigInt(world.settings.voidDelay))
      const instruction = voidMarket({ keeper: market.keeper, market: market.address })
      const except = { keeper: ANYONE }
      await expectSlotsGuarded(world, { name: 'voidMarket', instruction, except }, substitutes)
      await succeed(world, [instruction])
    })
  })

  it('is ignored in a SOL market if it is a token account', async () => {
    // Given a SOL market. When somebody bets with accounts of the utility token.
    const market = await givenMarket(world)
    const bettor = givenWallet(world)
    const inUtility = { ...market, currency: world.utility }
    const account = payoutAccount(inUtility, bettor.publicKey)
    const gains = await tokenGains(world.chain, { account }, () =>
      succeed(world, [bet(inUtility, bettor.publicKey, 'Yes', 5_000_000n)], [bettor]),
    )

    // Then it was a bet in SOL.
    expect(gains.account).to.equal(0n)
    expect(await heldBy(world, market)).to.equal(5_000_000n)
  })
})
