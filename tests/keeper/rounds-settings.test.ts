import type { Market } from '@prediction-market/sdk'
import { findFeed } from '@prediction-market/sdk/feeds'
import { roundAt } from '@prediction-market/sdk/rules'
import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import { readKeeperConfig, readRounds } from '../../app/src/keeper/config.ts'
import { readSeries, roundQuestion, roundRewards } from '../../app/src/keeper/rounds/series.ts'
import { failure } from '../helpers/localnet/failure.ts'
import { plainMarket } from '../helpers/sdk/market.ts'

const SOL = findFeed('SOL') ?? expect.fail()
const BTC = findFeed('BTC') ?? expect.fail()
const NOON = BigInt(Date.parse('2026-11-16T12:00:00Z') / 1_000)
const MARGIN = 10

describe('the settings of rounds', () => {
  it('name series by number, feed, length and currency', () => {
    expect(readSeries('1:SOL/USD:5m:SOL, 2:BTC/USD:1h:UTILITY,999:btc:1d:SOL')).to.deep.equal([
      { number: 1, feed: SOL, length: 300, currency: 'SOL' },
      { number: 2, feed: BTC, length: 3_600, currency: 'UTILITY' },
      { number: 999, feed: BTC, length: 86_400, currency: 'SOL' },
    ])
  })

  for (const [text, reason] of [
    ['', 'must be NUMBER:FEED:LENGTH:CURRENCY'],
    ['SOL/USD:5m:SOL', 'must be NUMBER:FEED:LENGTH:CURRENCY'],
    ['0:SOL/USD:5m:SOL', 'must be NUMBER:FEED:LENGTH:CURRENCY'],
    ['1000:SOL/USD:5m:SOL', 'must be NUMBER:FEED:LENGTH:CURRENCY'],
    ['1:SOL/USD:30s:SOL', 'must be NUMBER:FEED:LENGTH:CURRENCY'],
    ['1:NOPE/USD:5m:SOL', 'names an unknown feed: NOPE/USD'],
    ['1:SOL/USD:5m:USDC', 'names a currency other than SOL, UTILITY: USDC'],
    ['1:SOL/USD:7m:SOL', 'has a length that does not divide a day: 7m'],
    ['1:SOL/USD:2d:SOL', 'has a length that does not divide a day: 2d'],
    ['1:SOL/USD:5m:SOL,1:BTC/USD:5m:SOL', 'has two series with the number 1'],
  ] as const) {
    it(`refuse ${text || 'nothing'}`, () => {
      expect(() => readSeries(text)).to.throw(reason)
    })
  }

  it('need both the series and a wallet, but on a localnet', async () => {
    const read = (environment: Record<string, string>, local?: Parameters<typeof readRounds>[1]) => {
      return readRounds(readKeeperConfig(environment), local)
    }
    const ROUNDS = '1:SOL/USD:5m:SOL'
    const local = { wallet: Keypair.generate(), series: readSeries('3:BTC/USD:1m:SOL') }
    expect(await read({})).to.equal(undefined)
    expect(await read({}, local)).to.deep.equal(local)
    expect(await read({ ROUNDS }, local)).to.deep.equal({ ...local, series: readSeries(ROUNDS) })
    expect((await failure(read({ ROUNDS }))).message).to.contain('ROUNDS_KEYPAIR: is missing')
    const { message } = await failure(read({ ROUNDS_KEYPAIR: '/nowhere/id.json' }))
    expect(message).to.contain('ROUNDS: is missing')
    const both = { ROUNDS, ROUNDS_KEYPAIR: '/nowhere/id.json' }
    expect((await failure(read(both))).message).to.contain(
      'ROUNDS_KEYPAIR: the file /nowhere/id.json does not',
    )
    expect(() => readKeeperConfig({ ROUNDS: '1:SOL:5m' })).to.throw(
      'ROUNDS: must be NUMBER:FEED:LENGTH:CURRENCY',
    )
  })

  it('give questions that say both times', () => {
    const [five = expect.fail(), daily = expect.fail()] = readSeries('1:SOL/USD:5m:SOL,2:BTC/USD:1d:SOL')
    expect(roundQuestion(five, roundAt(five, NOON, MARGIN))).to.equal(
      'Will SOL be higher at 12:10 than at 12:05 UTC?',
    )
    expect(roundQuestion(daily, roundAt(daily, NOON, MARGIN))).to.equal(
      'Will BTC be higher at 00:00 UTC on 18 November 2026 than at 00:00 UTC on 17 November 2026?',
    )
  })
})

describe('what a round costs its opener in rewards', () => {
  const round = (Yes: bigint, No: bigint, change: Partial<Market> = {}) =>
    roundRewards(plainMarket({ answer: 'Yes', pools: { Yes, No }, ...change }))
  const SOL_UNITS = 1_000_000_000n
  const { terms, address: mint } = plainMarket()

  it('is nothing without bets, and three settle rewards where only one side has some', () => {
    expect(round(0n, 0n)).to.equal(0n)
    expect(round(SOL_UNITS, 0n)).to.equal(15_000n)
    expect(round(SOL_UNITS, SOL_UNITS, { answer: null })).to.equal(15_000n)
  })

  it('attack 62: is at most what dust on both sides burns, and settle rewards', () => {
    // 0.001 SOL on each side burn 50,000 lamports.
    expect(round(1_000_000n, 1_000_000n)).to.equal(60_000n)
    expect(round(6_000_000n, 6_000_000n)).to.equal(310_000n)
    expect(round(SOL_UNITS, SOL_UNITS, { recordedReward: 5_000n })).to.equal(310_000n)
    const unburned = { terms: { ...terms, burnBps: 0 } }
    expect(round(SOL_UNITS, SOL_UNITS, unburned)).to.equal(15_000n)
  })

  it('attack 86: is in UTILITY in proportion to the stake that the opener has named', () => {
    const utility = { mint, terms: { ...terms, rewardStake: 6_000_000n } }
    expect(round(100n, 100n, utility)).to.equal(15_000n)
    expect(round(3_000_000n, 9_000_000n, utility)).to.equal(160_000n)
    expect(round(6_000_000n, 6_000_000n, utility)).to.equal(310_000n)
  })
})
