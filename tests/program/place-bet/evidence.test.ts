import type { Condition, SupplyCondition } from '@prediction-market/sdk'
import { TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID } from '@solana/spl-token'
import { PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import { postPrice } from '../../helpers/oracle/pyth.ts'
import { setMint } from '../../helpers/oracle/tokens.ts'
import { expectRefusal } from '../../helpers/program/expect.ts'
import { readMarket } from '../../helpers/program/market.ts'
import {
  bet,
  FEED,
  type GivenMarket,
  givenMarket,
  givenWallet,
  PRICE_AT_EXPIRY,
  SOL,
  startWorld,
  succeed,
  type World,
} from '../../helpers/program/world.ts'

/** Yes as soon as there are a million tokens. */
const SUPPLY: SupplyCondition = {
  type: 'supply',
  comparison: 'atLeast',
  target: '1000000',
  timing: 'byExpiry',
}

describe('place_bet on the state of an account', () => {
  let world: World

  before(async () => {
    world = await startWorld()
  })

  const mint = (supply: bigint, address?: PublicKey, tokenProgram = TOKEN_PROGRAM_ID) =>
    setMint(world.chain, { supply: supply * 10n ** 6n, ...(address ? { address } : {}), tokenProgram })

  async function accept(market: GivenMarket, evidence: PublicKey[]): Promise<void> {
    const bettor = givenWallet(world)
    await succeed(world, [bet(market, bettor.publicKey, 'Yes', SOL, evidence)], [bettor])
  }

  async function refuse(name: string, market: GivenMarket, evidence: PublicKey[]): Promise<void> {
    const bettor = givenWallet(world)
    await expectRefusal(world, name, {
      instructions: bet(market, bettor.publicKey, 'Yes', SOL, evidence),
      signers: [bettor],
    })
  }

  for (const tokenProgram of [TOKEN_PROGRAM_ID, TOKEN_2022_PROGRAM_ID]) {
    it(`refuses a supply of ${tokenProgram.toBase58()} that has been reached`, async () => {
      // Given a market whose condition is not met yet.
      const token = mint(999_999n, undefined, tokenProgram)
      const market = await givenMarket(world, { condition: SUPPLY, token, evidence: [token] })
      await accept(market, [token])

      // When the last token is minted, bets on either side are refused.
      mint(1_000_000n, token, tokenProgram)
      await refuse('ConditionAlreadyMet', market, [token])

      // Then bets are accepted again once it is burned, if nobody has decided the market.
      mint(999_999n, token, tokenProgram)
      await accept(market, [token])
      expect((await readMarket(world, market)).pools).to.deep.equal([2n * SOL, 0n])
    })
  }

  it('refuses a bet without the mint, or with another one', async () => {
    const token = mint(1n)
    const market = await givenMarket(world, { condition: SUPPLY, token, evidence: [token] })
    await refuse('EvidenceMissing', market, [])
    await refuse('TokenMintInvalid', market, [mint(1n)])
    await refuse('TokenMintInvalid', market, [PublicKey.unique()])
    await refuse('TokenMintInvalid', market, [market.address])
  })

  it('refuses a mint that no token program owns any more', async () => {
    const token = mint(1n)
    const market = await givenMarket(world, { condition: SUPPLY, token, evidence: [token] })
    mint(1n, token, PublicKey.unique())
    await refuse('TokenMintInvalid', market, [token])
  })

  it('needs no evidence if the state at expiry decides', async () => {
    const condition: Condition = { ...SUPPLY, timing: 'atExpiry' }
    const token = mint(2_000_000n)
    const market = await givenMarket(world, { condition, token })
    await accept(market, [])
    await accept(market, [token])
  })

  describe('of a price by expiry', () => {
    const condition: Condition = { ...PRICE_AT_EXPIRY, timing: 'byExpiry' }
    const price = (dollars: bigint, publishTime: bigint) =>
      postPrice(world.chain, { feed: FEED, price: dollars * 10n ** 8n, publishTime })

    it('needs no price, and refuses a bet with one that meets the condition', async () => {
      const market = await givenMarket(world, { condition })
      await accept(market, [])
      await accept(market, [price(249n, market.createdAt + 1n)])
      await refuse('ConditionAlreadyMet', market, [price(250n, market.createdAt + 1n)])
    })

    it('refuses an account that is not a price update', async () => {
      const market = await givenMarket(world, { condition })
      await refuse('PriceWrongOwner', market, [market.address])
    })

    it('ignores prices if the one at expiry decides', async () => {
      const market = await givenMarket(world)
      await accept(market, [price(1_000n, market.createdAt + 1n)])
    })
  })
})
