import type { Market } from '@prediction-market/sdk'
import { findFeed } from '@prediction-market/sdk/feeds'
import { roundAt } from '@prediction-market/sdk/rules'
import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import { nodesOf } from '../../app/src/chain/settings.ts'
import {
  KeeperSettings,
  keeperOptions,
  readBurn,
  readPayers,
  readRounds,
} from '../../app/src/keeper/config.ts'
import { readSeries, roundQuestion, roundRewards } from '../../app/src/keeper/rounds/series.ts'
import { isInShard, readShard } from '../../app/src/keeper/shard.ts'
import { readSettings } from '../../app/src/runtime/settings.ts'
import { failure } from '../helpers/localnet/wait.ts'
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
      return readRounds(readSettings(KeeperSettings, environment), local)
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
    expect(() => readSettings(KeeperSettings, { ROUNDS: '1:SOL:5m' })).to.throw(
      'ROUNDS: must be NUMBER:FEED:LENGTH:CURRENCY',
    )
  })

  it('give questions that say both times', () => {
    const [five = expect.fail(), daily = expect.fail()] = readSeries('1:SOL/USD:5m:SOL,2:BTC/USD:1d:SOL')
    expect(roundQuestion(five.feed.symbol, roundAt(five, NOON, MARGIN))).to.equal(
      'Will SOL be higher at 12:10 than at 12:05 UTC?',
    )
    expect(roundQuestion(daily.feed.symbol, roundAt(daily, NOON, MARGIN))).to.equal(
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

const problem = (environment: Record<string, string>): string => {
  try {
    readSettings(KeeperSettings, environment)
  } catch (error) {
    return (error as Error).message
  }
  return expect.fail('It was taken')
}

describe("the keeper's settings", () => {
  it('say how it buys in the burn auction: with which wallet, up to which price', async () => {
    const read = (environment: Record<string, string>, local?: { wallet: Keypair; maxPrice: string }) => {
      return readBurn(readSettings(KeeperSettings, environment), local)
    }
    const local = { wallet: Keypair.generate(), maxPrice: '2000' }
    expect(await read({})).to.equal(undefined)
    expect(await read({}, local)).to.deep.equal(local)
    expect(await read({ BURN_MAX_PRICE: '0.5' }, local)).to.deep.equal({ ...local, maxPrice: '0.5' })
    expect(problem({ BURN_MAX_PRICE: '-1' })).to.contain('BURN_MAX_PRICE: must be a plain decimal in UTILITY')
    const { message: noWallet } = await failure(read({ BURN_MAX_PRICE: '5' }))
    expect(noWallet).to.contain('BURN_KEYPAIR: is missing')
    const { message: noPrice } = await failure(read({ BURN_KEYPAIR: '/nowhere/id.json' }, local))
    expect(noPrice).to.contain('BURN_MAX_PRICE: is missing')
    const both = { BURN_KEYPAIR: '/nowhere/id.json', BURN_MAX_PRICE: '5' }
    expect((await failure(read(both))).message).to.contain('BURN_KEYPAIR: the file /nowhere/id.json does not')
  })

  it('have defaults: a week of retention, the priority fee of others, any step, the localnet', () => {
    const config = readSettings(KeeperSettings, { KEEPER_KEYPAIRS: '' })
    expect(config).to.include({ KEEPER: true, LOG_LEVEL: 'info' })
    expect(keeperOptions(config)).to.deep.equal({
      priorityFee: 'auto',
      maxPriorityFee: undefined,
      atLoss: true,
      minBalance: 50_000_000,
      retentionSeconds: 604_800,
      shard: undefined,
      yellowstone: undefined,
    })
    expect(nodesOf(config)).to.equal(null)
  })

  it('name nodes, keys, fee, retention and attestors', () => {
    const config = readSettings(KeeperSettings, {
      RPC_URL: 'https://one.example.com, https://two.example.com',
      RPC_BUDGET: '20, getProgramAccounts:1/m, sendTransaction:5/s',
      YELLOWSTONE_URL: 'https://grpc.example.com',
      YELLOWSTONE_TOKEN: 'secret',
      KEEPER_KEYPAIRS: 'a.json, b.json',
      KEEPER_PRIORITY_FEE: '2500',
      KEEPER_MAX_PRIORITY_FEE: '50000',
      KEEPER_AT_LOSS: '0',
      KEEPER_MIN_BALANCE: '7',
      KEEPER_RETENTION_SECONDS: '0',
      KEEPER_SHARD: '2/3',
      ATTESTOR_URLS: 'https://a.example.com,https://b.example.com',
    })
    const shard = { index: 2, of: 3 }
    const fees = { priorityFee: 2_500n, maxPriorityFee: 50_000n, atLoss: false }
    const yellowstone = { urls: ['https://grpc.example.com'], token: 'secret' }
    const others = { minBalance: 7, retentionSeconds: 0, shard, yellowstone }
    expect(keeperOptions(config)).to.deep.equal({ ...fees, ...others })
    expect(config.KEEPER_KEYPAIRS).to.deep.equal(['a.json', 'b.json'])
    expect(config.ATTESTOR_URLS).to.have.length(2)
    expect(nodesOf(config)?.[1]).to.deep.equal({
      rpcUrl: 'https://two.example.com',
      wsUrl: 'wss://two.example.com/',
      limits: {
        all: { requests: 20, per: 1_000 },
        methods: new Map([
          ['getProgramAccounts', { requests: 1, per: 60_000 }],
          ['sendTransaction', { requests: 5, per: 1_000 }],
        ]),
      },
    })
  })

  it('that make no sense are refused, each by its name', () => {
    const message = problem({
      RPC_BUDGET: '20,getSlot:1/h',
      KEEPER: 'yes',
      KEEPER_KEYPAIRS: 'a.json,,b.json',
      KEEPER_PRIORITY_FEE: '-1',
      KEEPER_MAX_PRIORITY_FEE: 'auto',
      KEEPER_RETENTION_SECONDS: 'a week',
      KEEPER_SHARD: '4/3',
      KEEPER_PORT: '70000',
      ATTESTOR_URLS: 'attestor',
    })
    expect(message.split('\n').map((line) => line.trim())).to.deep.equal([
      'Invalid settings:',
      'KEEPER: must be 1 or 0',
      'KEEPER_KEYPAIRS: must be one file or several separated by commas',
      'KEEPER_PRIORITY_FEE: must be auto or a whole number from 0 to 1000000000, got -1',
      'KEEPER_MAX_PRIORITY_FEE: must be a whole number from 0 to 1000000000, got auto',
      'KEEPER_RETENTION_SECONDS: must be a whole number from 0 to 315360000, got a week',
      'KEEPER_SHARD: must be the number of this keeper and the number of keepers, such as 2/3',
      'KEEPER_PORT: must be a whole number from 0 to 65535, got 70000',
      'RPC_BUDGET: must be limits separated by commas, such as 20/s,getProgramAccounts:1/m',
      'ATTESTOR_URLS: must be one URL or several separated by commas, such as https://attestor.example.com',
    ])
    const one = { RPC_URL: 'https://one.example.com', WS_URL: 'wss://a.example.com,wss://b.example.com' }
    expect(problem(one)).to.contain('WS_URL: must have one URL for each of RPC_URL')
    const stream = { YELLOWSTONE_URL: 'https://grpc.example.com' }
    expect(problem(stream)).to.contain('YELLOWSTONE_URL: needs RPC_URL beside it')
  })

  it('without keys, or with a file that is none, are refused by name', async () => {
    const missing = await failure(readPayers(readSettings(KeeperSettings, {})))
    expect(missing.message).to.contain('KEEPER_KEYPAIRS: is missing')
    const wrong = await failure(
      readPayers(readSettings(KeeperSettings, { KEEPER_KEYPAIRS: '/no/such.json' })),
    )
    expect(wrong.message).to.contain('KEEPER_KEYPAIRS').and.to.contain('/no/such.json')
  })

  it('share every market out to exactly one of several keepers', () => {
    const counts = [0, 0, 0]
    for (let round = 0; round < 300; round++) {
      const market = Keypair.generate().publicKey
      const shards = [1, 2, 3].filter((index) => isInShard(market, { index, of: 3 }))
      expect(shards).to.have.length(1)
      counts[(shards[0] ?? 0) - 1] = (counts[(shards[0] ?? 0) - 1] ?? 0) + 1
    }
    for (const count of counts) expect(count).to.be.greaterThan(50)
    for (const text of ['1/1', '1/2', '2/2', '10/12']) {
      const [index, of] = text.split('/').map(Number)
      expect(readShard(text)).to.deep.equal({ index, of })
    }
    for (const text of ['0/3', '4/3', '1', '1/0', 'x/y', 'a1/2', '1/2b', '1/2/3', '']) {
      expect(readShard(text), text).to.equal(null)
    }
  })
})
