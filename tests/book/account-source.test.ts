import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { PROGRAM_ID, PredictionMarketClient, toMarketId } from '@prediction-market/sdk'
import { decodeMarket } from '@prediction-market/sdk/accounts'
import { Keypair, type PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import pino from 'pino'
import { type FollowedChain, followChain } from '../../app/src/book/follow-chain.ts'
import { AccountStream } from '../helpers/account-stream.ts'
import { chainTime, sharedLocalnet, type TestLocalnet, until } from '../helpers/localnet/index.ts'
import { openRpcProxy, type RpcProxy } from '../helpers/localnet/rpc-proxy.ts'

const STAKE = 10_000_000n

describe("the book on an operator's own source of accounts", () => {
  const wallet = Keypair.generate()
  let localnet: TestLocalnet
  let client: PredictionMarketClient
  let proxy: RpcProxy
  let stream: AccountStream
  let chain: FollowedChain
  let asked: string[]
  let onAsked: (method: string) => void

  before(async () => {
    localnet = await sharedLocalnet()
    await localnet.node.cheats.setLamports(wallet.publicKey, 100_000_000_000n)
    client = new PredictionMarketClient(localnet.connection, { signer: wallet })
    asked = []
    proxy = await openRpcProxy({
      node: localnet.node,
      fate: (method) => {
        asked.push(method)
        onAsked(method)
        return 'pass'
      },
    })
  })

  after(() => proxy.close())

  beforeEach(() => {
    stream = new AccountStream(localnet.connection)
    onAsked = () => {}
  })

  afterEach(() => chain.stop())

  const follow = async () => {
    const log = pino({ level: 'silent' })
    const observer = { call: () => {} }
    chain = await followChain({ nodes: [proxy], accounts: stream, programId: PROGRAM_ID, log, observer })
  }
  const openMarket = async (): Promise<PublicKey> => {
    const { market } = await client.markets.create({
      question: 'Is it?',
      condition: { type: 'event', timing: 'byExpiry' },
      currency: 'SOL',
      expireAt: BigInt((await chainTime(localnet.connection)) + 3_600),
    })
    return market
  }
  const bet = (market: PublicKey) => client.bets.place({ market, outcome: 'Yes', amount: STAKE })
  const stakeOf = (market: PublicKey) => chain.book.get(toMarketId(market))?.pools.Yes

  it('has all markets from the start, new ones and bets as they are reported', async () => {
    const first = await openMarket()
    await stream.catchUp()
    await follow()
    expect(stakeOf(first)).to.equal(0n)
    const second = await openMarket()
    await bet(first)
    await stream.catchUp()
    await until('the bet', () => stakeOf(first) === STAKE)
    await until('the new market', () => stakeOf(second) === 0n)
    expect(chain.state.slot, 'and its slots').to.be.greaterThan(0)
    expect(asked).to.not.include('getProgramAccounts')
  })

  it('reads everything again after a gap', async () => {
    const market = await openMarket()
    await stream.catchUp()
    await follow()
    await bet(market)
    await stream.catchUp(true)
    await until('the bet', () => stakeOf(market) === STAKE)
    expect(asked).to.not.include('getProgramAccounts')
  })

  const looks = () => asked.filter((method) => method === 'getSignaturesForAddress').length

  it('looks 64 slots back from the last report, which others may lag behind', async () => {
    const market = await openMarket()
    await stream.catchUp()
    const before = looks()
    await follow()
    await until('the first look', () => looks() > before)
    await bet(market)
    const after = looks()
    stream.pass(64)
    stream.cutOff()
    // The first look finds it; there are more while nothing is reported.
    await until('two more looks', () => looks() >= after + 2)
    expect(stakeOf(market)).to.equal(STAKE)
  })

  it('looks again if there is another gap while one is repaired', async () => {
    const before = looks()
    await stream.catchUp()
    await follow()
    await until('the first look', () => looks() > before)
    let isCutOff = false
    onAsked = (method) => {
      if (method !== 'getSignaturesForAddress' || isCutOff) return
      isCutOff = true
      stream.cutOff()
    }
    stream.cutOff()
    await until('two more looks', () => looks() >= before + 3)
  })

  it('keeps a market as its account, and decodes it when it is asked for', async () => {
    const market = await openMarket()
    await bet(market)
    await stream.catchUp()
    await follow()
    const entry = chain.book.get(toMarketId(market)) ?? expect.fail()
    const decoded = new WeakRef(entry.market)
    setFlagsFromString('--expose-gc')
    const collectGarbage = runInNewContext('gc') as () => void
    await until('the decoded market to be forgotten', () => {
      collectGarbage()
      return decoded.deref() === undefined
    })
    const { data } = (await localnet.connection.getAccountInfo(market)) ?? expect.fail()
    expect(entry.market).to.deep.equal({ ...decodeMarket(data), address: market })
  })

  it('removes a market that is reported as gone, if the nodes do not have it either', async () => {
    const market = await openMarket()
    const stays = await openMarket()
    await stream.catchUp()
    await follow()
    await localnet.node.cheats.setAccount(market, {
      lamports: 0n,
      data: Buffer.alloc(0),
      owner: wallet.publicKey,
    })
    await stream.catchUp()
    await until('it to be gone', () => stakeOf(market) === undefined)
    expect(stakeOf(stays)).to.equal(0n)

    // What a node reports late does not bring it back.
    const { data, ...account } = (await localnet.connection.getAccountInfo(stays)) ?? expect.fail()
    const { slot } = chain.state
    for (const late of [1, slot]) await chain.loader.update(market.toBase58(), data, late)
    expect(stakeOf(market)).to.equal(undefined)
    // Its being there again does: a fork has taken its end back.
    await localnet.node.cheats.setAccount(market, { ...account, lamports: BigInt(account.lamports), data })
    await stream.catchUp()
    await until('it to be back', () => stakeOf(market) === 0n)
  })
})
