import { decodeQuestion, type ExpectedTerms, findQuestion } from '@prediction-market/sdk/accounts'
import type { ConditionOf } from '@prediction-market/sdk/condition'
import { PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import { givenAttestors } from '../../helpers/oracle/attestors.ts'
import { setCurve } from '../../helpers/oracle/pump.ts'
import { setMint } from '../../helpers/oracle/tokens.ts'
import { dataOf } from '../../helpers/program/config.ts'
import { expectRefusal } from '../../helpers/program/expect.ts'
import { readMarket } from '../../helpers/program/market.ts'
import { type RawMarket, rawCreateMarket } from '../../helpers/program/raw-market.ts'
import {
  FEED,
  givenWallet,
  PRICE_AT_EXPIRY,
  startWorld,
  succeed,
  type World,
} from '../../helpers/program/world.ts'

describe('create_market', () => {
  let world: World
  let now: bigint

  before(async () => {
    world = await startWorld()
    now = await world.chain.now()
  })

  async function accept(raw: RawMarket): Promise<PublicKey> {
    const creator = givenWallet(world)
    const { instruction, market } = await rawCreateMarket(world, creator.publicKey, raw)
    await succeed(world, [instruction], [creator])
    return market
  }

  async function refuse(name: string, raw: RawMarket): Promise<void> {
    const creator = givenWallet(world)
    const { instruction } = await rawCreateMarket(world, creator.publicKey, raw)
    await expectRefusal(world, name, { instructions: instruction, signers: [creator] })
  }

  describe('of a question', () => {
    const good: [text: string, question: string][] = [
      ['1 byte', '?'],
      ['280 bytes', 'x'.repeat(280)],
      ['280 bytes of two for a letter', 'ß'.repeat(140)],
      ['280 bytes of four for a letter', '🚀'.repeat(70)],
      ['letters of every length', 'Wird 🚀 größer als €2.50 – 日本で?'],
      ['nothing but zero bytes', '\0\0\0'],
    ]
    for (const [text, question] of good) {
      it(`accepts ${text}`, async () => {
        const market = await accept({ question })
        const account = await dataOf(world, findQuestion(market))
        expect(decodeQuestion(account).text).to.equal(question)
        expect(account).to.have.length(8 + 1 + 32 + 4 + Buffer.byteLength(question) + 16)
      })
    }

    const bad: [text: string, question: string][] = [
      ['0 bytes', ''],
      ['281 bytes', 'x'.repeat(281)],
      ['140 letters and 281 bytes', `${'ß'.repeat(139)}日`],
      ['284 bytes in 71 letters', '🚀'.repeat(71)],
    ]
    for (const [text, question] of bad) {
      it(`refuses ${text}`, () => refuse('QuestionLength', { question }))
    }

    it('refuses bytes that are not UTF-8', async () => {
      const creator = givenWallet(world)
      const { instruction } = await rawCreateMarket(world, creator.publicKey, { question: 'abc' })
      instruction.data.set([0xc3, 0x28, 0xff], instruction.data.indexOf('abc'))
      await expectRefusal(world, 'InstructionDidNotDeserialize', {
        instructions: instruction,
        signers: [creator],
      })
    })
  })

  describe('of a nonce', () => {
    const edges: [text: string, offset: bigint, isGood: boolean][] = [
      ['five minutes ago', -300_000n, true],
      ['a millisecond more than five minutes ago', -300_001n, false],
      ['five minutes from now', 300_000n, true],
      ['the last millisecond of that second', 300_999n, true],
      ['the second after it', 301_000n, false],
      ['no time at all', -1_800_000_000_000n, false],
      ['the end of time', 2n ** 64n - 1n - 1_800_000_000_000n, false],
    ]
    for (const [text, offset, isGood] of edges) {
      it(`${isGood ? 'accepts' : 'refuses'} ${text}`, async () => {
        expect(now).to.equal(1_800_000_000n)
        const nonce = now * 1_000n + offset
        if (!isGood) return refuse('NonceOutOfRange', { nonce })
        const market = await accept({ nonce })
        expect((await readMarket(world, { address: market })).nonce).to.equal(nonce)
      })
    }
  })

  describe('of times', () => {
    const good: [text: string, closeAt: bigint, expireAt: bigint][] = [
      ['closing in a second and expiring ten seconds later', 1n, 11n],
      ['closing ten seconds before its expiry', 3_590n, 3_600n],
      ['closing long before its expiry', 1n, 3_600n],
      ['expiring after the longest duration', 60n, 31_536_000n],
    ]
    for (const [text, closeAt, expireAt] of good) {
      it(`accepts ${text}`, async () => {
        const market = await accept({ closeAt: now + closeAt, expireAt: now + expireAt })
        expect(await readMarket(world, { address: market })).to.include({
          closeAt: now + closeAt,
          expireAt: now + expireAt,
        })
      })
    }

    const bad: [text: string, name: string, closeAt: bigint, expireAt: bigint][] = [
      ['closing now', 'CloseTimeInvalid', 0n, 3_600n],
      ['closing in the past', 'CloseTimeInvalid', -1n, 3_600n],
      ['expiring now', 'DurationTooShort', 0n, 0n],
      ['expiring in the past', 'DurationTooShort', -2n, -1n],
      ['expiring in ten seconds, which leaves no time to bet', 'DurationTooShort', 1n, 10n],
      ['closing nine seconds before its expiry', 'CloseTimeInvalid', 3_591n, 3_600n],
      ['closing with its expiry', 'CloseTimeInvalid', 3_600n, 3_600n],
      ['closing after its expiry', 'CloseTimeInvalid', 3_601n, 3_600n],
      ['closing before time began', 'CloseTimeInvalid', -(2n ** 63n) - 1_800_000_000n, 3_600n],
      ['a second more than the longest duration', 'DurationTooLong', 60n, 31_536_001n],
      ['the end of time', 'DurationTooLong', 60n, 2n ** 63n - 1n - 1_800_000_000n],
    ]
    for (const [text, name, closeAt, expireAt] of bad) {
      it(`refuses ${text}`, () => refuse(name, { closeAt: now + closeAt, expireAt: now + expireAt }))
    }
  })

  describe('of a condition', () => {
    const supply: ConditionOf<'supply'> = {
      type: 'supply',
      comparison: 'atMost',
      target: '1000',
      timing: 'byExpiry',
    }
    const decimal = (mantissa: bigint, exponent: number) => ({
      rawCondition: { target: { mantissa, exponent } },
    })

    for (const exponent of [-30, 30]) {
      it(`accepts a target of the largest mantissa and exponent ${exponent}`, async () => {
        await accept(decimal(2n ** 64n - 1n, exponent))
      })
    }
    for (const exponent of [-31, 31, -128, 127]) {
      it(`refuses a target with exponent ${exponent}`, () =>
        refuse('ConditionInvalid', decimal(1n, exponent)))
    }

    it('attack 96: refuses a supply and a migration at expiry', async () => {
      const token = setMint(world.chain, { mintAuthority: PublicKey.unique(), supply: 2_000n * 10n ** 6n })
      const rawCondition = { timing: { atExpiry: {} } }
      await accept({ condition: supply, token, evidence: [token] })
      await refuse('ConditionInvalid', { condition: supply, rawCondition, token, evidence: [token] })
      const migration = { type: 'migration', timing: 'byExpiry' } as const
      const evidence = [setCurve(world.chain, token)]
      await accept({ condition: migration, token, evidence })
      await refuse('ConditionInvalid', { condition: migration, rawCondition, token, evidence })
    })

    it('refuses a supply without a token', () => refuse('TokenRequired', { condition: supply }))
    it('refuses a market capitalisation without a token', () =>
      refuse('TokenRequired', { condition: { ...supply, type: 'marketCap', feed: FEED } }))

    it('refuses an unknown metric, comparison or timing', async () => {
      for (const metric of ['metric', 'comparison', 'timing']) {
        const creator = givenWallet(world)
        const { instruction } = await rawCreateMarket(world, creator.publicKey)
        // The data ends with the condition (metric and feed, comparison, target, timing), the terms, the reward
        // and its stake, the ratio and no stake.
        const end = instruction.data.length - EXPECTED_TERMS_LENGTH - 8 - 8 - 2
        const at = { metric: end - 45, comparison: end - 12, timing: end - 2 }[metric] as number
        instruction.data.writeUInt8(200, at)
        await expectRefusal(world, 'InstructionDidNotDeserialize', {
          instructions: instruction,
          signers: [creator],
        })
      }
    })
  })

  it('attack 49: closes four periods before expiry if it can be decided early, and not later', async () => {
    const condition = { ...PRICE_AT_EXPIRY, timing: 'byExpiry' } as const
    const expireAt = now + 3_600n
    const market = await accept({ expireAt, condition })
    // Periods of 56 seconds.
    expect((await readMarket(world, { address: market })).closeAt).to.equal(expireAt - 224n)
    await accept({ expireAt, condition, closeAt: expireAt - 224n })
    await refuse('CloseTimeInvalid', { expireAt, condition, closeAt: expireAt - 223n })
    await givenAttestors(world)
    const event = { type: 'event', timing: 'atExpiry' } as const
    const attested = await accept({ expireAt: now + 4_800n, condition: event })
    expect((await readMarket(world, { address: attested })).closeAt).to.equal(now + 3_600n)
    await refuse('CloseTimeInvalid', { expireAt: now + 4_800n, condition: event, closeAt: now + 3_601n })
  })

  it('closes as late as the rules allow by default', async () => {
    const expireAt = now + 3_600n
    const market = await accept({ expireAt })
    expect((await readMarket(world, { address: market })).closeAt).to.equal(expireAt - 10n)
  })

  describe('of what its creator chooses', () => {
    it('attack 86: needs a reward stake in UTILITY, and has none in SOL', async () => {
      const currency = world.utility
      await refuse('RewardStakeInvalid', { currency, rewardStake: 0n })
      await refuse('RewardStakeInvalid', { rewardStake: 1n })
      const market = await accept({ currency, rewardStake: 2n ** 64n - 1n })
      expect((await readMarket(world, { address: market })).terms.rewardStake).to.equal(2n ** 64n - 1n)
    })

    it('takes a largest ratio of 1 to 100 times for up or down, and for nothing else', async () => {
      const referenceAt = now + 300n
      const change = (bps: number): ConditionOf<'change'> => ({
        type: 'change',
        feed: FEED,
        referenceAt,
        comparison: 'above',
        bps,
        timing: 'atExpiry',
      })
      for (const maxRatio of [0, 100, 125, 10_000]) {
        const market = await accept({ condition: change(0), maxRatio })
        expect((await readMarket(world, { address: market })).terms.maxRatio).to.equal(maxRatio)
      }
      for (const maxRatio of [1, 99, 10_001, 65_535]) {
        await refuse('MaxRatioInvalid', { condition: change(0), maxRatio })
      }
      await refuse('MaxRatioInvalid', { condition: change(1), maxRatio: 125 })
      await refuse('MaxRatioInvalid', { condition: change(-1), maxRatio: 125 })
      await refuse('MaxRatioInvalid', { maxRatio: 125 })
    })
  })

  it('attack 62: offers at most 1 SOL for the decision', async () => {
    await refuse('DecideRewardTooHigh', { decideReward: 1_000_000_001n })
    await refuse('DecideRewardTooHigh', { decideReward: 2n ** 64n - 1n })
    const address = await accept({ decideReward: 1_000_000_000n })
    expect((await readMarket(world, { address })).terms.decideReward).to.equal(1_000_000_000n)
  })

  describe('of betting periods', () => {
    const byExpiry = { ...PRICE_AT_EXPIRY, timing: 'byExpiry' } as const

    it('attack 49: refuses less than sixteen of them if it can be decided early', async () => {
      await refuse('DurationTooShort', { condition: byExpiry, expireAt: now + 479n })
      await accept({ condition: byExpiry, expireAt: now + 480n })
      await accept({ expireAt: now + 479n })
    })

    // A sixty-fourth of the duration, from 30 to 300 seconds.
    for (const [duration, period] of [
      [480n, 30],
      [1_983n, 30],
      [1_984n, 31],
      [19_199n, 299],
      [19_200n, 300],
      [1_000_000n, 300],
    ] as const) {
      it(`are of ${period} seconds for a duration of ${duration}`, async () => {
        const market = await accept({ condition: byExpiry, expireAt: now + duration })
        expect((await readMarket(world, { address: market })).terms.period).to.equal(period)
      })
    }

    for (const [duration, period] of [
      [4_800n, 300],
      [19_264n, 301],
      [230_400n, 3_600],
      [1_000_000n, 3_600],
    ] as const) {
      it(`are of ${period} seconds for an attested condition and a duration of ${duration}`, async () => {
        await givenAttestors(world)
        const condition = { type: 'event', timing: 'atExpiry' } as const
        const market = await accept({ condition, expireAt: now + duration })
        expect((await readMarket(world, { address: market })).terms.period).to.equal(period)
      })
    }
  })

  describe('with terms that the creator does not expect', () => {
    const changes: Partial<ExpectedTerms>[] = [
      { treasury: PublicKey.unique() },
      { minimumStake: 1n },
      { pythReceiver: PublicKey.unique() },
      { proofWindow: 601 },
      { voidDelay: 86_401 },
      { shortestPeriod: 31 },
      { closeMargin: 11 },
      { settleReward: 1n },
      { burnBps: 499 },
      { developerBps: 501 },
      { maxConfidenceBps: 99 },
      { attestorSet: 1 },
    ]
    for (const expected of changes) {
      it(`attack 37: refuses another ${Object.keys(expected)}`, () => refuse('TermsChanged', { expected }))
    }
  })
})

/** Bytes of the expected terms in the instruction: two addresses, two u64, four u32, four u16. */
const EXPECTED_TERMS_LENGTH = 32 + 2 * 8 + 32 + 4 * 4 + 4 * 2
