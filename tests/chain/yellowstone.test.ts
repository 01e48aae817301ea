import { PROGRAM_ID, PredictionMarketClient, toMarketId } from '@prediction-market/sdk'
import { Keypair, type PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import pino from 'pino'
import { type FollowedChain, followChain } from '../../app/src/book/follow-chain.ts'
import { YellowstoneServer } from '../helpers/chain-nodes/yellowstone-server.ts'
import { openConnection } from '../helpers/localnet/connection.ts'
import {
  chainTime,
  closeConnection,
  sharedLocalnet,
  type TestLocalnet,
  until,
} from '../helpers/localnet/index.ts'

const STAKE = 10_000_000n
const TOKEN = 'secret'

describe('a chain followed by Yellowstone gRPC', () => {
  const wallet = Keypair.generate()
  let localnet: TestLocalnet
  let client: PredictionMarketClient
  let feed: ReturnType<typeof openConnection>
  let server: YellowstoneServer
  let chain: FollowedChain
  let failures: string[]

  before(async () => {
    localnet = await sharedLocalnet()
    await localnet.node.cheats.setLamports(wallet.publicKey, 100_000_000_000n)
    client = new PredictionMarketClient(localnet.connection, { signer: wallet })
    feed = openConnection(localnet.node)
  })

  after(() => closeConnection(feed))

  beforeEach(async () => {
    failures = []
    server = await YellowstoneServer.open(feed, TOKEN)
  })

  afterEach(async () => {
    await chain?.stop()
    await server.close()
  })

  /** Follows the chain; the nodes have no websocket, so that all reports come from the stream. */
  const follow = async (urls: string[], { token = TOKEN, silenceMs = 15_000 } = {}) => {
    const write = (line: string) => void failures.push(JSON.parse(line).err?.message ?? line)
    chain = await followChain({
      nodes: [{ rpcUrl: localnet.node.rpcUrl, wsUrl: 'ws://127.0.0.1:1' }],
      yellowstone: { urls, token },
      silenceMs,
      programId: PROGRAM_ID,
      log: pino({ level: 'warn' }, { write }),
      observer: { call: () => {} },
    })
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

  it('has new markets and bets, their logs and slots, and answers pings', async () => {
    await follow([server.url])
    await until('its subscription', () => server.streams === 1)
    const market = await openMarket()
    await until('the new market', () => stakeOf(market) === 0n)
    const { signature, slot } = await bet(market)
    await until('the bet', () => stakeOf(market) === STAKE)
    const logs = await until('its logs', () => chain.rpc.logs.get(signature, slot))
    expect(logs.events.map(({ name }) => name)).to.include('BetPlaced')
    await until('slots', () => chain.state.lag() === 0 && chain.state.slotMs !== null)
    server.ping()
    await until('an answer', () => server.pings === 1)
    expect(failures).to.deep.equal([])
  })

  it('opens the next stream when one breaks off, and repairs the gap', async () => {
    await follow(['http://127.0.0.1:1', server.url])
    await until('the second URL', () => server.streams === 1)
    const market = await openMarket()
    await until('the new market', () => stakeOf(market) === 0n)
    server.isSilent = true
    await bet(market)
    server.cut()
    server.isSilent = false
    await until('the bet', () => stakeOf(market) === STAKE)
    expect(failures.join('\n')).to.contain('UNAVAILABLE')
  })

  it('leaves a stream without slots', async () => {
    server.isSilent = true
    const other = await YellowstoneServer.open(feed, TOKEN)
    try {
      await follow([server.url, other.url], { silenceMs: 1_500 })
      await until('the other stream', () => other.streams === 1 && server.streams === 0)
      expect(failures[0]).to.match(/no slot for \d+ s/)
    } finally {
      await chain.stop()
      await other.close()
    }
  })

  it('says that its token is refused', async () => {
    await follow([server.url], { token: 'other' })
    await until('the reason', () => failures.some((line) => /UNAUTHENTICATED/.test(line)))
  })
})
