import type { Comparison, ConditionOf } from '@prediction-market/sdk/condition'
import { TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID } from '@solana/spl-token'
import { PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import { extension, type MintOptions, setMint } from '../../helpers/oracle/tokens.ts'
import { expectRefusal } from '../../helpers/program/expect.ts'
import { readMarket } from '../../helpers/program/market.ts'
import { resolution } from '../../helpers/program/price.ts'
import { givenBet, givenMarket, SOL, startWorld, succeed, type World } from '../../helpers/program/world.ts'

const TARGET = 1_000_000_000_000n // a million tokens of six decimals

const SUPPLY: ConditionOf<'supply'> = {
  type: 'supply',
  comparison: 'atLeast',
  target: '1000000',
  timing: 'byExpiry',
}

/** Whoever can mint the token: without one the supply could not reach the target. */
const mintAuthority = PublicKey.unique()

/** Mints of either program, and one with an extension. */
const MINTS: [text: string, mint: MintOptions][] = [
  ['Token', { tokenProgram: TOKEN_PROGRAM_ID }],
  ['Token-2022', { tokenProgram: TOKEN_2022_PROGRAM_ID }],
  [
    'Token-2022 with metadata',
    { tokenProgram: TOKEN_2022_PROGRAM_ID, extensions: extension(18, new Uint8Array(64)) },
  ],
]

describe('resolve_market by a supply', () => {
  let world: World

  before(async () => {
    world = await startWorld()
  })

  async function givenToken(mint: MintOptions, condition: Partial<ConditionOf<'supply'>> = {}) {
    const token = setMint(world.chain, { mintAuthority, ...mint })
    const market = await givenMarket(world, {
      condition: { ...SUPPLY, ...condition },
      token,
      evidence: [token],
    })
    await givenBet(world, market, 'Yes', 5n * SOL, [token])
    await givenBet(world, market, 'No', 2n * SOL, [token])
    return { token, market }
  }

  describe('at expiry', () => {
    const table: [Comparison, string][] = [
      ['above', 'No No Yes'],
      ['atLeast', 'No Yes Yes'],
      ['below', 'Yes No No'],
      ['atMost', 'Yes Yes No'],
    ]
    for (const [comparison, expected] of table) {
      it(`decides '${comparison}' at the boundary`, async () => {
        const outcomes: (string | null)[] = []
        for (const supply of [TARGET - 1n, TARGET, TARGET + 1n]) {
          const isRising = comparison === 'above' || comparison === 'atLeast'
          const { market, token } = await givenToken({ supply: isRising ? 1n : 2n * TARGET }, { comparison })
          await world.chain.warpTo(market.expireAt)
          setMint(world.chain, { address: token, supply })
          await succeed(world, [resolution(market, token)])
          outcomes.push((await readMarket(world, market)).outcome)
        }
        expect(outcomes.join(' ')).to.equal(expected)
      })
    }

    for (const [text, mint] of MINTS) {
      it(`attack 7: reads the current state of a mint of ${text}`, async () => {
        const { market, token } = await givenToken({ ...mint, supply: 1n })
        setMint(world.chain, { ...mint, address: token, supply: TARGET })
        await world.chain.warpTo(market.expireAt + 5n)
        await succeed(world, [resolution(market, token)])
        expect(await readMarket(world, market)).to.deep.include({
          outcome: 'Yes',
          observation: {
            value: TARGET,
            exponent: -6,
            observedAt: market.expireAt + 5n,
            isMet: true,
            hasValue: true,
          },
        })
      })
    }

    it('attack 55: refuses later than a minute if somebody could mint', async () => {
      const { market, token } = await givenToken({ supply: 1n })
      const deadline = market.expireAt + 60n
      const instructions = resolution(market, token)
      await world.chain.warpTo(deadline + 1n)
      await expectRefusal(world, 'ObservationOutOfTime', { instructions })
      await world.chain.warpTo(deadline)
      await succeed(world, [instructions])
    })

    it('refuses another mint, a token account, and missing evidence', async () => {
      const { market, token } = await givenToken({ supply: 1n })
      await world.chain.warpTo(market.expireAt)
      await expectRefusal(world, 'EvidenceMissing', { instructions: resolution(market) })
      const twin = setMint(world.chain, { supply: TARGET })
      for (const wrong of [twin, PublicKey.unique(), market.address]) {
        await expectRefusal(world, 'TokenMintInvalid', { instructions: resolution(market, wrong) })
        await expectRefusal(world, 'TokenMintInvalid', { instructions: resolution(market, wrong, token) })
      }
    })

    it('refuses a mint that was closed', async () => {
      const { market, token } = await givenToken({ supply: 1n })
      const owner = PublicKey.default
      world.chain.setAccount(token, { lamports: SOL, data: new Uint8Array(), owner, executable: false })
      await world.chain.warpTo(market.expireAt)
      await expectRefusal(world, 'TokenMintInvalid', { instructions: resolution(market, token) })
    })
  })

  describe('by expiry', () => {
    for (const [text, mint] of MINTS) {
      it(`decides Yes as soon as a mint of ${text} meets the condition`, async () => {
        const { market, token } = await givenToken({ ...mint, supply: TARGET - 1n })
        await world.chain.warpTo(market.createdAt + 1_000n)
        await expectRefusal(world, 'NotDecidableYet', { instructions: resolution(market, token) })
        setMint(world.chain, { ...mint, address: token, supply: TARGET })
        await succeed(world, [resolution(market, token)])
        expect(await readMarket(world, market)).to.deep.include({
          outcome: 'Yes',
          resolvedAt: market.createdAt + 1_000n,
          observation: {
            value: TARGET,
            exponent: -6,
            observedAt: market.createdAt + 1_000n,
            isMet: true,
            hasValue: true,
          },
        })
      })
    }

    it('voids a market that is met in the second of its creation: every Yes is late', async () => {
      const { market, token } = await givenToken({ supply: TARGET - 1n })
      setMint(world.chain, { address: token, supply: TARGET })
      await succeed(world, [resolution(market, token)])
      expect(await readMarket(world, market)).to.include({ status: 'void', outcome: null, answer: 'Yes' })
    })

    it('decides No from the second of expiry on, by the state of the mint', async () => {
      const { market, token } = await givenToken({ supply: TARGET - 1n })
      await world.chain.warpTo(market.expireAt - 1n)
      await expectRefusal(world, 'NotDecidableYet', { instructions: resolution(market, token) })
      await world.chain.warpTo(market.expireAt)
      await expectRefusal(world, 'EvidenceMissing', { instructions: resolution(market) })
      await succeed(world, [resolution(market, token)])
      expect(await readMarket(world, market)).to.deep.include({
        outcome: 'No',
        observation: {
          value: TARGET - 1n,
          exponent: -6,
          observedAt: market.expireAt,
          isMet: false,
          hasValue: true,
        },
      })
    })

    it('is too late an hour after expiry: only void is left', async () => {
      const { market, token } = await givenToken({ supply: 1n })
      await world.chain.warpTo(market.expireAt + 61n)
      await expectRefusal(world, 'ObservationOutOfTime', { instructions: resolution(market, token) })
      await world.chain.warpTo(market.expireAt + 3_600n)
      await expectRefusal(world, 'ObservationOutOfTime', { instructions: resolution(market, token) })
      await expectRefusal(world, 'EvidenceMissing', { instructions: resolution(market) })
    })
  })
})
