import { PROGRAM_ID, PredictionMarketClient, toMarketId } from '@prediction-market/sdk'
import { findFeed } from '@prediction-market/sdk/feeds'
import { Keypair, type PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import pino from 'pino'
import { type FollowedChain, followChain } from '../../app/src/book/follow-chain.ts'
import type { Nodes } from '../../app/src/chain/socket.ts'
import { startLocalnet } from '../../app/src/localnet/localnet.ts'
import {
  chainTime,
  closeConnection,
  openConnection,
  type TestLocalnet,
  until,
} from '../helpers/localnet/index.ts'
import { type Fate, openRpcProxy, type RpcProxy } from '../helpers/localnet/rpc-proxy.ts'

const FEED = findFeed('SOL')?.id ?? expect.fail()

describe('the book and its nodes', () => {
  const wallet = Keypair.generate()
  /** Accounts that each node does not have, in base58. */
  const gaps = [new Set<string>(), new Set<string>(), new Set<string>()] as const
  let localnet: TestLocalnet
  let client: PredictionMarketClient
  let proxies: RpcProxy[]
  let chain: FollowedChain
  /** The fate of all calls. */
  let fate: Fate = 'pass'

  before(async () => {
    const started = await startLocalnet({ rpcPort: 0, demo: false, seed: 'book' })
    localnet = { ...started, connection: openConnection(started.node) }
    await localnet.node.cheats.setLamports(wallet.publicKey, 100_000_000_000n)
    client = new PredictionMarketClient(localnet.connection, { signer: wallet })
    proxies = await Promise.all(gaps.map(openGap))
    chain = await followChain({
      nodes: proxies as unknown as Nodes,
      programId: PROGRAM_ID,
      log: pino({ level: 'silent' }),
      observer: { call: () => {} },
      reconcileMs: 500,
    })
  })

  after(async () => {
    await chain.stop()
    await Promise.all(proxies.map((proxy) => proxy.close()))
    await closeConnection(localnet.connection)
    await localnet.stop()
  })

  function openGap(gap: ReadonlySet<string>): Promise<RpcProxy> {
    return openRpcProxy({
      node: localnet.node,
      fate: () => fate,
      alter({ method, params, result }) {
        if (method === 'getProgramAccounts') {
          const value = result.value.filter(({ pubkey }: { pubkey: string }) => !gap.has(pubkey))
          return { ...result, value }
        }
        if (method !== 'getMultipleAccounts') return result
        const isMissing = (index: number) => gap.has(params[0][index])
        const value = result.value.map((account: unknown, index: number) =>
          isMissing(index) ? null : account,
        )
        return { ...result, value }
      },
    })
  }

  async function openMarket(): Promise<PublicKey> {
    const condition = {
      type: 'price',
      feed: FEED,
      comparison: 'above',
      target: '150',
      timing: 'atExpiry',
    } as const
    const expireAt = BigInt((await chainTime(localnet.connection)) + 3_600)
    const { market } = await client.markets.create({
      question: 'Is it?',
      condition,
      currency: 'SOL',
      expireAt,
    })
    return market
  }

  const bet = (market: PublicKey) => client.bets.place({ market, outcome: 'Yes', amount: 10_000_000n })
  const entry = (market: PublicKey) => chain.book.get(toMarketId(market))
  const hasStakes = (market: PublicKey, yes: bigint) => () => entry(market)?.pools.Yes === yes

  for (const [when, isCutOff] of [
    ['while it listens', false],
    ['while it is cut off', true],
  ] as const) {
    it(`attack 39: a bet that a fork takes back ${when} is not in the book`, async () => {
      // Given a bet in the book.
      const market = await openMarket()
      await bet(market)
      const { data, lamports } = (await localnet.connection.getAccountInfo(market)) ?? expect.fail()
      await bet(market)
      await until('both bets', hasStakes(market, 20_000_000n))

      // When the account is again as it was before, in a later slot.
      const { slot = 0 } = entry(market) ?? {}
      if (isCutOff) {
        fate = 'cut'
        for (const proxy of proxies) proxy.cutSockets()
      }
      await until('a later slot', async () => (await localnet.connection.getSlot('confirmed')) > slot)
      await localnet.node.cheats.setAccount(market, { lamports: BigInt(lamports), owner: PROGRAM_ID, data })
      fate = 'pass'

      // Then so is the book.
      await until('the bet to be gone', hasStakes(market, 10_000_000n))
      expect(entry(market)?.slot).to.be.greaterThan(slot)
    })
  }

  it('attack 39: a market that one node of three does not have stays; that most do not have, goes', async () => {
    const market = await openMarket()
    const address = market.toBase58()
    await until('the market', () => entry(market))
    gaps[0].add(address)
    const { slot = 0 } = entry(market) ?? {}
    // Reconciliations by way of the node with the gap.
    await until('finality', async () => (await localnet.connection.getSlot('finalized')) > slot + 3)
    await chain.loader.reconcile()
    await chain.loader.refresh([market])
    expect(entry(market)).to.not.equal(undefined)
    // The book reads from one node at a time, after a cut from any: it has the gap in every other round.
    for (let round = 0; round < 6 && entry(market); round++) {
      const without = round % 2 === 0 ? [0, 1] : [1, 2]
      for (const [index, gap] of gaps.entries()) {
        if (without.includes(index)) gap.add(address)
        else gap.delete(address)
      }
      await until('it to go', () => !entry(market), 30_000).catch(() => {})
    }
    expect(entry(market)).to.equal(undefined)
    for (const gap of gaps) gap.clear()
    await until('it to be back', () => entry(market))
  })
})
