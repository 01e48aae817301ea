import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import { nodesOf } from '../../app/src/chain/settings.ts'
import { keeperOptions, readBurn, readKeeperConfig, readPayers } from '../../app/src/keeper/config.ts'
import { isInShard, readShard } from '../../app/src/keeper/shard.ts'
import { failure } from '../helpers/localnet/failure.ts'

const problem = (environment: Record<string, string>): string => {
  try {
    readKeeperConfig(environment)
  } catch (error) {
    return (error as Error).message
  }
  return expect.fail('It was taken')
}

describe("the keeper's settings", () => {
  it('say how it buys in the burn auction: with which wallet, up to which price', async () => {
    const read = (environment: Record<string, string>, local?: { wallet: Keypair; maxPrice: string }) => {
      return readBurn(readKeeperConfig(environment), local)
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
    const config = readKeeperConfig({ KEEPER_KEYPAIRS: '' })
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
    const config = readKeeperConfig({
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
    const missing = await failure(readPayers(readKeeperConfig({})))
    expect(missing.message).to.contain('KEEPER_KEYPAIRS: is missing')
    const wrong = await failure(readPayers(readKeeperConfig({ KEEPER_KEYPAIRS: '/no/such.json' })))
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
    for (const text of ['0/3', '4/3', '1', '1/0', 'x/y']) expect(readShard(text), text).to.equal(null)
  })
})
