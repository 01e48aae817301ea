import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { PredictionMarketClient } from '@prediction-market/sdk'
import { findFeed } from '@prediction-market/sdk/feeds'
import { AuthorityType, setAuthority } from '@solana/spl-token'
import { Keypair } from '@solana/web3.js'
import bs58 from 'bs58'
import { expect } from 'chai'
import pino from 'pino'
import { mountChannels } from '../../app/src/channels/channels.ts'
import { type Gateway, startGateway } from '../../app/src/gateway/gateway.ts'
import type { GatewayOptions } from '../../app/src/gateway/options.ts'
import { LOCALNET_KEYS } from '../../app/src/localnet/keys.ts'
import {
  closeLocalnet,
  givenMarket,
  givenWallets,
  openKeeper,
  openLocalnet,
} from '../helpers/keeper/harness.ts'
import { fillFeeVault, type TestLocalnet, until } from '../helpers/localnet/index.ts'
import { type Fate, openRpcProxy, type RpcCall, type RpcProxy } from '../helpers/localnet/rpc-proxy.ts'
import { holds, metric } from '../helpers/metrics.ts'

const FEED = findFeed('SOL')?.id ?? expect.fail()

describe("the gateway's alerts", () => {
  let localnet: TestLocalnet
  let proxy: RpcProxy
  /** Whether the proxy's node has no transactions. */
  let isForgetful = false
  let fate: (method: string, params: RpcCall['params']) => Fate | Promise<Fate>
  const opened: Gateway[] = []

  before(async () => {
    localnet = await openLocalnet({ attestors: false })
    proxy = await openRpcProxy({
      node: localnet.node,
      fate: (...call) => fate(...call),
      alter: ({ method }) => (isForgetful && method === 'getTransaction' ? null : undefined),
    })
  })

  beforeEach(() => {
    fate = () => 'pass'
    isForgetful = false
  })

  afterEach(() => Promise.all(opened.splice(0).map((gateway) => gateway.stop())))

  after(async () => {
    await proxy.close()
    await closeLocalnet(localnet)
  })

  const open = async (options: Partial<GatewayOptions> = {}) => {
    const { node, prices } = localnet
    const log = pino({ level: 'silent' })
    const mounts = [mountChannels()]
    const gateway = await startGateway({ nodes: [node], prices, localnet, mounts, port: 0, log, ...options })
    opened.push(gateway)
    return gateway
  }
  const givenPriceMarket = async () => {
    const [bettor = expect.fail()] = await givenWallets(localnet, 1)
    return givenMarket(localnet, {
      condition: { type: 'price', feed: FEED, comparison: 'above', target: '0.01', timing: 'atExpiry' },
      expiresIn: 3_600,
      stakes: [{ bettor, outcome: 'Yes', amount: 50_000_000n }],
    })
  }
  const balances = (url: string) => {
    return fetch(`${url}/v1/wallets/${Keypair.generate().publicKey.toBase58()}/balances`)
  }

  it('count calls that a node fails and requests without an answer, until another node takes its place in RPC_URL', async () => {
    const calls = async (url: string, result: string) => {
      return (await metric(url, 'gateway_rpc_calls_total', { result })) || 0
    }
    /** The share of failed calls among the next ten, which it causes by requests. */
    const failing = async (url: string) => {
      const [failed, ok] = [await calls(url, 'failed'), await calls(url, 'ok')]
      return until('ten calls', async () => {
        await balances(url)
        const [more, fine] = [(await calls(url, 'failed')) - failed, (await calls(url, 'ok')) - ok]
        return more + fine >= 10 && { share: more / (more + fine) }
      })
    }
    const { url } = await open({ nodes: [proxy] })
    expect((await balances(url)).status).to.equal(200)
    expect((await failing(url)).share).to.be.below(0.1)

    fate = () => 'fail'
    expect((await balances(url)).status).to.equal(503)
    expect(await metric(url, 'gateway_requests_total', { status: '503' })).to.be.above(0)
    expect((await failing(url)).share).to.be.above(0.1)

    // Behind another one it fails no request, but its calls go on failing: every node is asked for a transaction.
    fate = () => 'refuse'
    const { url: behind } = await open({ nodes: [localnet.node, proxy] })
    expect((await balances(behind)).status).to.equal(200)
    await fetch(`${behind}/v1/transactions/${bs58.encode(randomBytes(64))}`)
    await until('a failed call', async () => (await calls(behind, 'failed')) > 0)
    const { url: next } = await open()
    expect((await balances(next)).status).to.equal(200)
    expect((await failing(next)).share).to.be.below(0.1)
    expect(await metric(next, 'gateway_requests_total', { status: '503' })).to.be.NaN
  })

  it('measure reads that wait for a node, and no longer once it is quick', async () => {
    const { url } = await open({ nodes: [proxy] })
    /** Reads that took longer than a second. */
    const slow = async () => {
      const route = { method: 'GET', route: '/v1/wallets/:address/balances' }
      const name = 'gateway_request_duration_seconds'
      return (
        (await metric(url, `${name}_count`, route)) -
        (await metric(url, `${name}_bucket`, { ...route, le: '1' }))
      )
    }
    /** Reads until one of them was quick, which on a busy machine the first may not be. */
    const readQuickly = () =>
      until('a quick read', async () => {
        const before = await slow()
        await balances(url)
        return (await slow()) === before
      })
    await readQuickly()
    const before = await slow()
    fate = async (method): Promise<Fate> => {
      if (method === 'getMultipleAccounts') await sleep(1_500)
      return 'pass'
    }
    await balances(url)
    expect(await slow()).to.equal(before + 1)
    fate = () => 'pass'
    await readQuickly()
  })

  it('count markets that lack an event, until there is another node', async () => {
    // Given a node that lists a transaction, and does not show it.
    await givenPriceMarket()
    isForgetful = true
    const { url } = await open({ nodes: [proxy] })
    await until('the gap', () => holds('HistoryGap', url))

    const { url: next } = await open({ nodes: [proxy, localnet.node] })
    const isComplete = async () => (await metric(next, 'gateway_history_seconds_lag')) < 5
    await until('the history to be complete', isComplete)
    expect(await holds('HistoryGap', next)).to.equal(false)

    // It is tried again by itself, too.
    isForgetful = false
    await until('it to be read', async () => !(await holds('HistoryGap', url)))
  })

  it('count markets that they cannot decode, until they can', async () => {
    const { address } = await givenPriceMarket()
    const { url } = await open({ reconcileMs: 500 })
    const keeper = await openKeeper(localnet)
    const account = (await localnet.connection.getAccountInfo(address)) ?? expect.fail()
    const { owner, data } = account
    const lamports = BigInt(account.lamports)
    const later = Buffer.from(data)
    later.writeUInt8(2, 8)
    await localnet.node.cheats.setAccount(address, { lamports, owner, data: later })
    for (const service of [url, keeper]) {
      await until('it to be counted', () => holds('MarketsUndecodable', service))
    }
    // A release that knows the version is one to which it is the version that it knows.
    await localnet.node.cheats.setAccount(address, { lamports, owner, data })
    for (const service of [url, keeper]) {
      await until('it to be decoded', async () => !(await holds('MarketsUndecodable', service)))
    }
    await keeper.stop()
  })

  it('say that SOL waits in the fee vault, until a keeper with BURN_KEYPAIR buys it', async () => {
    const { url } = await open()
    const { forSale } = await new PredictionMarketClient(localnet.connection).burns.vault()
    await fillFeeVault(localnet, 100_500_000_000n - forSale)
    await until('FeesUnsold', () => holds('FeesUnsold', url))
    const keeper = await openKeeper(localnet, { burn: localnet.burn })
    await until('a purchase', async () => !(await holds('FeesUnsold', url)))
    const bought = () => metric(keeper, 'keeper_bought_lamports_total')
    await until('it to be counted', async () => (await bought()) > 0)
    await keeper.stop()
  })

  it('say that UTILITY can be minted, until the authority is revoked', async () => {
    const { url } = await open()
    expect(await holds('UtilityMintable', url)).to.equal(true)
    const { connection, program } = localnet
    const { admin, faucet } = LOCALNET_KEYS
    await setAuthority(connection, faucet, program.utilityMint, admin, AuthorityType.MintTokens, null)
    await until('it to be read', async () => !(await holds('UtilityMintable', url)))
  })
})
