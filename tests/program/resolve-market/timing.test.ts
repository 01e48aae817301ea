import { type Condition, type Timing, voidMarket } from '@prediction-market/sdk'
import { PublicKey, type TransactionInstruction } from '@solana/web3.js'
import { expect } from 'chai'
import { type Attestors, attested, givenAttestors } from '../../helpers/oracle/attestors.ts'
import { curveAddress, migrate, poolAddress, setCurve } from '../../helpers/oracle/pump.ts'
import { setMint } from '../../helpers/oracle/tokens.ts'
import { refusalOf } from '../../helpers/program/expect.ts'
import { readMarket } from '../../helpers/program/market.ts'
import { PRICE_250, priceFor, resolution } from '../../helpers/program/price.ts'
import { attempts, decisions, letterOf, observations, silences } from '../../helpers/program/timing-grids.ts'
import {
  FEED,
  type GivenMarket,
  givenBet,
  givenMarket,
  SOL,
  startWorld,
  type World,
} from '../../helpers/program/world.ts'

/** A condition, and the evidence that it is met or not. */
interface Source {
  isDated: boolean
  condition(timing: Timing): Condition
  token: PublicKey
  /** Sets the state in which the condition is not met, and returns the evidence. */
  prepare?(): PublicKey[]
  show(market: GivenMarket, isMet: boolean, observedAt: bigint): TransactionInstruction[]
}

describe('resolve_market, second by second', () => {
  let world: World
  let attestors: Attestors

  before(async () => {
    world = await startWorld()
    attestors = await givenAttestors(world, 1, 1)
  })

  const target = { comparison: 'atLeast', target: '250' } as const

  function price(market: GivenMarket, isMet: boolean, publishTime: bigint): PublicKey {
    const last = market.expireAt - 1n
    const prevPublishTime = publishTime > last ? last : publishTime - 1n
    const value = isMet ? PRICE_250 : PRICE_250 - 1n
    return priceFor(world, market, { price: value, publishTime, prevPublishTime })
  }

  const capped = PublicKey.unique()
  const supplied = PublicKey.unique()
  const migrating = PublicKey.unique()
  const held = PublicKey.unique()

  const SOURCES: Record<string, Source> = {
    price: {
      isDated: true,
      token: capped,
      condition: (timing) => ({ type: 'price', feed: FEED, ...target, timing }),
      show: (market, isMet, at) => [resolution(market, price(market, isMet, at))],
    },
    marketCap: {
      isDated: true,
      token: capped,
      condition: (timing) => ({ type: 'marketCap', feed: FEED, ...target, timing }),
      show(market, isMet, at) {
        setMint(world.chain, { address: capped, supply: 1_000_000n })
        return [resolution(market, price(market, isMet, at), capped)]
      },
    },
    supply: {
      isDated: false,
      token: supplied,
      condition: (timing) => ({ type: 'supply', ...target, timing }),
      prepare: () => [setMint(world.chain, { address: supplied, supply: 249_999_999n })],
      show(market, isMet) {
        setMint(world.chain, { address: supplied, supply: isMet ? 250_000_000n : 249_999_999n })
        return [resolution(market, supplied)]
      },
    },
    migration: {
      isDated: false,
      token: migrating,
      condition: (timing) => ({ type: 'migration', timing }),
      prepare: () => [setCurve(world.chain, migrating), poolAddress(migrating)],
      show(market, isMet) {
        if (isMet) migrate(world.chain, migrating)
        else setCurve(world.chain, migrating)
        return [resolution(market, curveAddress(migrating), poolAddress(migrating))]
      },
    },
    holders: {
      isDated: true,
      token: held,
      condition: (timing) => ({ type: 'holders', ...target, minimumBalance: 1n, timing }),
      show: (market, isMet, observedAt) =>
        attested(market, attestors, { value: isMet ? 250n : 249n, observedAt }),
    },
    event: {
      isDated: true,
      token: held,
      condition: (timing) => ({ type: 'event', timing }),
      show: (market, isMet, observedAt) =>
        attested(market, attestors, { value: isMet ? 1n : 0n, observedAt }),
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

  /** The letter of an attempt's result; restores the market afterwards. */
  async function letter(market: GivenMarket, instructions: TransactionInstruction[]): Promise<string> {
    const before = await world.chain.account(market.address)
    if (!before) throw new Error('There is no market')
    const outcome = await world.chain.execute(instructions)
    const refusal = refusalOf(outcome)
    const { status, outcome: decided } = await readMarket(world, market)
    if (refusal !== null) {
      expect(await world.chain.account(market.address)).to.deep.equal(before)
      return letterOf(refusal)
    }
    world.chain.setAccount(market.address, before)
    return letterOf(decided ?? status)
  }

  /** The results of all attempts: one word each, with one letter per observation. */
  async function grid(
    market: GivenMarket,
    row: (now: bigint) => TransactionInstruction[][],
  ): Promise<string> {
    const rows: string[] = []
    for (const now of attempts(market, world)) {
      await world.chain.warpTo(now)
      const letters: string[] = []
      for (const shown of row(now)) letters.push(shown.length === 0 ? '.' : await letter(market, shown))
      rows.push(letters.join(''))
    }
    return rows.join(' ')
  }

  for (const [name, source] of Object.entries(SOURCES)) {
    for (const timing of ['atExpiry', 'byExpiry'] as const) {
      describe(`${name}, ${timing}`, () => {
        let market: GivenMarket

        before(async () => {
          market = await open(source, timing)
        })

        for (const isMet of [true, false]) {
          it(`is decided at the right times, ${isMet ? 'met' : 'not met'}`, async () => {
            const columns = source.isDated ? observations(market, world) : [0n]
            const shown = columns.map((at) => ({ at, proof: source.show(market, isMet, at) }))
            const row = (now: bigint) => shown.map(({ at, proof }) => (at <= now ? proof : []))
            expect(await grid(market, row)).to.equal(decisions(name, timing, isMet))
          })
        }

        it('is decided No without a proof only after the proof window', async () => {
          expect(await grid(market, () => [[resolution(market)]])).to.equal(silences(name, timing))
        })

        it('can be voided from the second on in which it can no longer be decided', async () => {
          const voiding = voidMarket({ market: market.address })
          expect(await grid(market, () => [[voiding]])).to.equal('x x x x x x x x x V')
        })
      })
    }
  }
})
