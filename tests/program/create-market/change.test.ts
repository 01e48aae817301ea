import type { ConditionOf } from '@prediction-market/sdk/condition'
import { PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import { expectRefusal } from '../../helpers/program/expect.ts'
import { readMarket } from '../../helpers/program/market.ts'
import { type RawMarket, rawCreateMarket } from '../../helpers/program/raw-market.ts'
import { FEED, givenWallet, startWorld, succeed, type World } from '../../helpers/program/world.ts'

describe('create_market about a change', () => {
  let world: World
  let now: bigint

  before(async () => {
    world = await startWorld()
    now = await world.chain.now()
  })

  const change = (referenceAt: bigint, bps = 0): ConditionOf<'change'> => ({
    type: 'change',
    feed: FEED,
    referenceAt,
    comparison: 'above',
    bps,
    timing: 'atExpiry',
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

  it('stores the condition, and ends betting by the margin before the reference', async () => {
    for (const bps of [0, 500, -9_999, 1_000_000]) {
      const condition = change(now + 300n, bps)
      const market = await accept({ condition, expireAt: now + 600n })
      expect(await readMarket(world, { address: market })).to.deep.include({
        condition,
        closeAt: now + 290n,
        expireAt: now + 600n,
        reference: null,
      })
    }
  })

  // The close margin is ten seconds: betting ends then before the reference, and the change lasts at least six of them.
  const times: [text: string, refusal: string | null, reference: bigint, expire: bigint, close?: bigint][] = [
    ['betting that ends in a second', null, 11n, 71n],
    ['betting that has ended', 'DurationTooShort', 10n, 70n],
    ['a reference in the past', 'DurationTooShort', -10n, 600n],
    ['a reference in the past of all times', 'DurationTooShort', -(2n ** 62n), 600n],
    ['a change over six margins', null, 300n, 360n],
    ['a change over a second less', 'ConditionInvalid', 300n, 359n],
    ['a reference at expiry', 'ConditionInvalid', 300n, 300n],
    ['a reference after expiry', 'ConditionInvalid', 301n, 300n],
    ['a reference at the end of all times', 'ConditionInvalid', 2n ** 62n, 600n],
    ['betting until the margin', null, 300n, 600n, 290n],
    ['betting for a second more', 'CloseTimeInvalid', 300n, 600n, 291n],
    ['betting until expiry', 'CloseTimeInvalid', 300n, 600n, 590n],
    ['betting that ends early', null, 300n, 600n, 1n],
    ['betting that ends now', 'CloseTimeInvalid', 300n, 600n, 0n],
  ]
  for (const [text, refusal, reference, expire, close] of times) {
    it(`${refusal ? 'refuses' : 'accepts'} ${text}`, async () => {
      const closeAt = close === undefined ? 0n : now + close
      const raw = { condition: change(now + 300n), expireAt: now + expire, closeAt }
      const metric = { change: { feed: [...Buffer.from(FEED, 'hex')], referenceAt: now + reference } }
      const market = { ...raw, rawCondition: { metric } }
      if (refusal) await refuse(refusal, market)
      else await accept(market)
    })
  }

  const targets: [text: string, mantissa: bigint, exponent: number, refusal: boolean][] = [
    ['a ten thousandth', 1n, -4, false],
    ['nothing', 0n, -4, true],
    ['101 times the reference', 1_010_000n, -4, false],
    ['a ten thousandth more', 1_010_001n, -4, true],
    ['a factor with another exponent', 1n, 0, true],
    ['a factor with finer digits', 100_000n, -5, true],
  ]
  for (const [text, mantissa, exponent, isRefused] of targets) {
    it(`${isRefused ? 'refuses' : 'accepts'} a target of ${text}`, async () => {
      const target = { mantissa, exponent }
      const raw = { condition: change(now + 300n), rawCondition: { target }, expireAt: now + 600n }
      if (isRefused) await refuse('ConditionInvalid', raw)
      else await accept(raw)
    })
  }

  it('refuses a change by expiry', () =>
    refuse('ConditionInvalid', {
      condition: change(now + 300n),
      rawCondition: { timing: { byExpiry: {} } },
      expected: { voidDelay: world.settings.feedVoidDelay },
      expireAt: now + 600n,
    }))

  it('needs no token, and takes any', () =>
    accept({ condition: change(now + 300n), expireAt: now + 600n, token: PublicKey.unique() }))
})
