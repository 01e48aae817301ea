import type { Condition } from '@prediction-market/sdk'
import type { Comparison, ConditionOf } from '@prediction-market/sdk/condition'
import { TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID } from '@solana/spl-token'
import { PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import { givenAttestors } from '../../helpers/oracle/attestors.ts'
import { poolAddress, setCurve, setPool } from '../../helpers/oracle/pump.ts'
import { type MintOptions, setMint } from '../../helpers/oracle/tokens.ts'
import { expectRefusal, refusalOf } from '../../helpers/program/expect.ts'
import { readMarket } from '../../helpers/program/market.ts'
import {
  bet,
  type GivenMarket,
  givenMarket,
  givenWallet,
  SOL,
  startWorld,
  succeed,
  UTILITY,
  type World,
} from '../../helpers/program/world.ts'

/** Yes as soon as there are a million tokens. */
const SUPPLY: ConditionOf<'supply'> = {
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

  /** Writes a mint of `supply` whole tokens that somebody can mint more of. */
  const mint = (supply: bigint, options: MintOptions = {}) =>
    setMint(world.chain, { supply: supply * 10n ** 6n, mintAuthority: PublicKey.unique(), ...options })

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
      const token = mint(999_999n, { tokenProgram })
      const market = await givenMarket(world, { condition: SUPPLY, token, evidence: [token] })
      await accept(market, [token])

      // When the last token is minted, bets on either side are refused.
      mint(1_000_000n, { address: token, tokenProgram })
      await refuse('AnswerFixed', market, [token])

      // Then bets are accepted again once it is burned, if nobody has decided the market.
      mint(999_999n, { address: token, tokenProgram })
      await accept(market, [token])
      expect((await readMarket(world, market)).pools).to.deep.equal({ Yes: 2n * SOL, No: 0n })
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
    mint(1n, { address: token, tokenProgram: PublicKey.unique() })
    await refuse('TokenMintInvalid', market, [token])
  })

  // Whether the answer can still change, for a supply of half the target, the target and twice as much.
  const table: [Comparison, mintable: string, fixed: string][] = [
    ['atLeast', 'open fixed fixed', 'fixed fixed fixed'],
    ['above', 'open open fixed', 'fixed fixed fixed'],
    ['below', 'fixed open open', 'fixed open open'],
    ['atMost', 'fixed fixed open', 'fixed fixed open'],
  ]
  for (const [comparison, mintable, fixed] of table) {
    for (const [text, mintAuthority, expected] of [
      ['with a mint authority', PublicKey.unique(), mintable],
      ['without one', null, fixed],
    ] as const) {
      it(`refuses ${comparison}, ${text}, once the answer can no longer change`, async () => {
        // Given a market that was opened while its answer could change either way.
        const turns = comparison === 'atLeast' || comparison === 'above' ? 1n : 3_000_000n
        const token = mint(turns)
        const condition = { ...SUPPLY, comparison }
        const market = await givenMarket(world, { condition, token, evidence: [token] })
        const answers: string[] = []
        for (const supply of [500_000n, 1_000_000n, 2_000_000n]) {
          mint(supply, { address: token, mintAuthority })
          const bettor = givenWallet(world)
          const placing = [bet(market, bettor.publicKey, 'Yes', SOL, [token])]
          const refusal = refusalOf(await world.chain.execute(placing, [bettor]))
          answers.push(refusal === 'AnswerFixed' ? 'fixed' : (refusal ?? 'open'))
        }
        expect(answers.join(' ')).to.equal(expected)
      })
    }
  }
})

describe('place_bet on a known outcome', () => {
  let world: World

  before(async () => {
    world = await startWorld()
  })

  async function accept(market: GivenMarket, evidence: PublicKey[], amount = SOL): Promise<void> {
    const bettor = givenWallet(world)
    await succeed(world, [bet(market, bettor.publicKey, 'Yes', amount, evidence)], [bettor])
  }

  /** Refused on either side: a loss on purpose could move the odds. */
  async function refuse(name: string, market: GivenMarket, evidence: PublicKey[]): Promise<void> {
    for (const outcome of ['Yes', 'No'] as const) {
      const bettor = givenWallet(world)
      await expectRefusal(world, name, {
        instructions: bet(market, bettor.publicKey, outcome, SOL, evidence),
        signers: [bettor],
      })
    }
  }

  describe('of a migration', () => {
    const condition: Condition = { type: 'migration', timing: 'byExpiry' }

    for (const currency of ['SOL', 'UTILITY'] as const) {
      it(`attack 32: refuses a bet in ${currency} once the curve is complete`, async () => {
        const token = PublicKey.unique()
        const evidence = [setCurve(world.chain, token)]
        const options = { condition, token, evidence, currency: currency === 'SOL' ? null : world.utility }
        const market = await givenMarket(world, options)
        const amount = currency === 'SOL' ? SOL : UTILITY
        await accept(market, evidence, amount)

        // What follows a complete curve is anyone's to trigger.
        setCurve(world.chain, token, { complete: 1 })
        await refuse('AnswerFixed', market, evidence)
        setPool(world.chain, token)
        await refuse('AnswerFixed', market, evidence)
        expect((await readMarket(world, market)).pools).to.deep.equal({ Yes: amount, No: 0n })
      })
    }

    it(`refuses a bet that does not show the curve, or shows another`, async () => {
      const token = PublicKey.unique()
      const curve = setCurve(world.chain, token)
      const market = await givenMarket(world, { condition, token, evidence: [curve] })
      const other = setCurve(world.chain, PublicKey.unique())
      await refuse('EvidenceMissing', market, [])
      await refuse('CurveInvalid', market, [poolAddress(token), curve])
      await refuse('CurveInvalid', market, [other])
      setCurve(world.chain, token, { owner: PublicKey.unique() })
      await refuse('CurveInvalid', market, [curve])
    })
  })

  it('is refused from the closing time on, which may be before expiry', async () => {
    await givenAttestors(world)
    const closeAt = (await world.chain.now()) + 60n
    const market = await givenMarket(world, { condition: { type: 'event', timing: 'byExpiry' }, closeAt })
    await world.chain.warpTo(closeAt - 1n)
    await accept(market, [])
    await world.chain.warpTo(closeAt)
    await refuse('MarketClosed', market, [])
  })
})
