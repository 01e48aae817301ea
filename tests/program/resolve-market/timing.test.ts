import type { Condition } from '@prediction-market/sdk'
import type { Timing } from '@prediction-market/sdk/condition'
import { voidMarket } from '@prediction-market/sdk/instructions'
import { voidAt } from '@prediction-market/sdk/rules'
import { PublicKey, type TransactionInstruction } from '@solana/web3.js'
import { expect } from 'chai'
import type { Metric } from '../../../tools/vectors/decision-model.ts'
import { type Attestors, attested, givenAttestors } from '../../helpers/oracle/attestors.ts'
import { curveAddress, migrate, poolAddress, setCurve } from '../../helpers/oracle/pump.ts'
import { setMint } from '../../helpers/oracle/tokens.ts'
import { refusalOf } from '../../helpers/program/expect.ts'
import { readMarket } from '../../helpers/program/market.ts'
import { PRICE_250, priceFor, resolution } from '../../helpers/program/price.ts'
import { expectation, type Showing, turns } from '../../helpers/program/timing.ts'
import {
  FEED,
  type GivenMarket,
  givenBet,
  givenMarket,
  SOL,
  startWorld,
  succeed,
  type World,
} from '../../helpers/program/world.ts'

/** A condition, and the evidence that it is met or not. */
interface Source {
  isDated: boolean
  /** Whether an observation names the one before it, as a price does. */
  hasPrevious?: boolean
  condition(timing: Timing): Condition
  token: PublicKey
  /** Sets the state in which the condition is not met, and returns the evidence. */
  prepare?(): PublicKey[]
  /** Whether its supply only shrinks, and is the same as at creation. */
  isSure?: boolean
  show(market: GivenMarket, showing: Showing): TransactionInstruction[]
}

describe('resolve_market, second by second', () => {
  let world: World
  let attestors: Attestors

  before(async () => {
    world = await startWorld()
    attestors = await givenAttestors(world)
  })

  const target = { comparison: 'atLeast', target: '250' } as const

  function price(market: GivenMarket, { at: publishTime, previous, isMet }: Showing): PublicKey {
    const value = isMet ? PRICE_250 : PRICE_250 - 1n
    return priceFor(world, market, { price: value, publishTime, prevPublishTime: previous ?? 0n })
  }

  const attestations = new Map<string, TransactionInstruction[]>()

  /** A quorum of attestors; each answer is signed once, for signing takes longer than all the rest. */
  function quorum(market: GivenMarket, { at: second, isMet }: Showing): TransactionInstruction[] {
    const key = `${market.address.toBase58()} ${second} ${isMet}`
    const instructions = attestations.get(key) ?? attested(market, attestors, { second, isMet })
    attestations.set(key, instructions)
    return instructions
  }

  const mintAuthority = PublicKey.unique()

  const capped = PublicKey.unique()
  const supplied = PublicKey.unique()
  const migrating = PublicKey.unique()
  const held = PublicKey.unique()

  const SOURCES: Record<string, Source> = {
    price: {
      isDated: true,
      hasPrevious: true,
      token: capped,
      condition: (timing) => ({ type: 'price', feed: FEED, ...target, timing }),
      show: (market, showing) => [resolution(market, price(market, showing))],
    },
    marketCap: {
      isDated: true,
      hasPrevious: true,
      token: capped,
      condition: (timing) => ({ type: 'marketCap', feed: FEED, ...target, timing }),
      prepare: () => [setMint(world.chain, { address: capped, supply: 1_000_000n })],
      isSure: true,
      show: (market, showing) => [resolution(market, price(market, showing), capped)],
    },
    supply: {
      isDated: false,
      token: supplied,
      condition: (timing) => ({ type: 'supply', ...target, timing }),
      prepare: () => [setMint(world.chain, { address: supplied, supply: 249_999_999n, mintAuthority })],
      show(market, { isMet }) {
        setMint(world.chain, { address: supplied, supply: isMet ? 250_000_000n : 249_999_999n })
        return [resolution(market, supplied)]
      },
    },
    migration: {
      isDated: false,
      token: migrating,
      condition: (timing) => ({ type: 'migration', timing }),
      prepare: () => [setCurve(world.chain, migrating)],
      show(market, { isMet }) {
        if (isMet) migrate(world.chain, migrating)
        else setCurve(world.chain, migrating)
        return [resolution(market, curveAddress(migrating), poolAddress(migrating))]
      },
    },
    holders: {
      isDated: true,
      token: held,
      condition: (timing) => ({ type: 'holders', ...target, minimumBalance: 1n, timing }),
      prepare: () => [setMint(world.chain, { address: held })],
      show: quorum,
    },
    event: {
      isDated: true,
      token: held,
      condition: (timing) => ({ type: 'event', timing }),
      show: quorum,
    },
  }

  async function open(source: Source, timing: Timing): Promise<GivenMarket> {
    const evidence = source.prepare?.() ?? []
    const condition = source.condition(timing)
    const market = await givenMarket(world, { condition, token: source.token, evidence })
    await givenBet(world, market, 'Yes', SOL, evidence)
    await givenBet(world, market, 'No', SOL, evidence)
    return market
  }

  /** What becomes of the market by these instructions; afterwards it is as it was. */
  async function attempt(market: GivenMarket, instructions: TransactionInstruction[]): Promise<string> {
    const before = await world.chain.account(market.address)
    if (!before) throw new Error('There is no market')
    const refusal = refusalOf(await world.chain.execute(instructions))
    if (refusal !== null) {
      expect(await world.chain.account(market.address)).to.deep.equal(before)
      return refusal
    }
    const { status, outcome } = await readMarket(world, market)
    world.chain.setAccount(market.address, before)
    return status === 'open' ? 'recorded' : (outcome ?? status)
  }

  for (const [name, source] of Object.entries(SOURCES)) {
    // The state of an account has no date: such a condition is by expiry only.
    for (const timing of source.isDated ? (['atExpiry', 'byExpiry'] as const) : (['byExpiry'] as const)) {
      const kind = { metric: name as Metric, timing }

      /** Tries everything that could be shown, at every second at which a rule turns. */
      async function tryAll(market: GivenMarket): Promise<void> {
        const { moments, observed } = await turns(world, market)
        for (const now of moments) {
          await world.chain.warpTo(now)
          const silence = await attempt(market, [resolution(market)])
          expect(silence, `nothing at ${now - market.expireAt}`).to.equal(
            await expectation(world, market, kind, null, now),
          )
          for (const isMet of [true, false]) {
            for (const at of source.isDated ? observed : [now]) {
              const last = market.expireAt - 1n
              const previous = source.hasPrevious ? (at > last ? last : at - 1n) : null
              const showing: Showing = { at, previous, isMet, isSure: source.isSure ?? false }
              const became = await attempt(market, source.show(market, showing))
              const expected = await expectation(world, market, kind, showing, now)
              const text = `${isMet ? 'met' : 'not met'} at ${at - market.expireAt}, shown at ${now - market.expireAt}`
              expect(became, text).to.equal(expected)
            }
          }
        }
      }

      describe(`${name}, ${timing}`, () => {
        it('is decided as by the model, for any evidence at any time', async () => {
          await tryAll(await open(source, timing))
        })

        if (timing === 'byExpiry' && source.isDated) {
          it('is decided as by the model once "not met" at expiry is recorded', async () => {
            const market = await open(source, timing)
            await world.chain.warpTo(market.expireAt)
            const previous = source.hasPrevious ? market.expireAt - 1n : null
            const instructions = source.show(market, { at: market.expireAt, previous, isMet: false })
            await succeed(world, instructions)
            await tryAll(market)
          })
        }

        it('can be voided from the second on in which it can no longer be decided', async () => {
          const market = await open(source, timing)
          const voiding = voidMarket({ keeper: market.keeper, market: market.address })
          const end = voidAt(await readMarket(world, market))
          await world.chain.warpTo(end - 1n)
          expect(await attempt(market, [voiding])).to.equal('TooEarlyToVoid')
          await world.chain.warpTo(end)
          expect(await attempt(market, [voiding])).to.equal('void')
        })
      })
    }
  }
})
