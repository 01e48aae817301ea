import type { Condition } from '@prediction-market/sdk'
import {
  type FetchedMarket,
  InvalidInputError,
  NoPositionError,
  NoSolError,
  NotDecidableError,
  PredictionMarketClient,
  ProgramError,
  SigningError,
} from '@prediction-market/sdk/kit'
import {
  type Address,
  address,
  createKeyPairSignerFromBytes,
  createSolanaRpc,
  createSolanaRpcSubscriptions,
  type KeyPairSigner,
} from '@solana/kit'
import { Keypair, PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import { mintTokens, until } from '../helpers/localnet/index.ts'
import { setCurve, setPool } from '../helpers/oracle/pump.ts'
import { PRICE_AT_EXPIRY } from '../helpers/program/world.ts'
import { type ClientWorld, SOL, startClientWorld, travelTo, UTILITY } from '../helpers/sdk/client-world.ts'
import { toKit } from '../helpers/sdk/kit.ts'
import { thrownBy } from '../helpers/sdk/thrown.ts'

const SUPPLY: Condition = { type: 'supply', comparison: 'below', target: '1', timing: 'byExpiry' }
const MIGRATION: Condition = { type: 'migration', timing: 'byExpiry' }

describe('the Kit client', () => {
  let world: ClientWorld
  let client: PredictionMarketClient
  let alice: KeyPairSigner

  const signerOf = (wallet: Keypair) => createKeyPairSignerFromBytes(wallet.secretKey)

  /** A market that expires in an hour. */
  async function open(
    condition: Condition,
    token: Address | null = null,
    currency: 'SOL' | 'UTILITY' = 'SOL',
  ) {
    const expireAt = (await client.chainTime()) + 3_600n
    return client.markets.create({ question: 'Will Kit do?', condition, token, expireAt, currency })
  }

  /** Writes accounts of pump.fun to the node, as its tests write them to a chain. */
  async function writePump(token: Address, isMigrated: boolean) {
    const writes: Promise<unknown>[] = []
    const { node } = world
    const chain = {
      setAccount: (key: never, account: { lamports: bigint; data: Buffer; owner: never }) => {
        writes.push(node.cheats.setAccount(key, account))
      },
    } as never
    setCurve(chain, new PublicKey(token), { complete: isMigrated ? 1 : 0 })
    if (isMigrated) setPool(chain, new PublicKey(token))
    await Promise.all(writes)
  }

  before(async () => {
    world = await startClientWorld()
    alice = await signerOf(await world.wallet())
    client = new PredictionMarketClient({
      rpc: createSolanaRpc(world.node.rpcUrl),
      rpcSubscriptions: createSolanaRpcSubscriptions(world.node.wsUrl),
      signer: alice,
    })
  })

  after(() => world.stop())

  it('opens a market, finds and lists it, quotes and places a bet', async () => {
    const { market, id } = await open(PRICE_AT_EXPIRY)
    expect(id).to.equal(`market_${market}`)
    const [listed] = await client.markets.list({ creator: alice.address, status: 'open', mint: null })
    expect(listed).to.include({ address: market, question: 'Will Kit do?', mint: null, status: 'open' })
    expect(await client.markets.list({ creator: address(world.mint.toBase58()) })).to.deep.equal([])
    expect((await client.markets.acceptingBets()).map(({ address: key }) => key)).to.include(market)
    expect(await client.markets.question(id)).to.equal('Will Kit do?')

    const bet = { market: id, outcome: 'Yes', amount: SOL } as const
    const { payout, newOdds } = await client.bets.quote(bet)
    expect(newOdds).to.deep.equal({ Yes: 1, No: 0 })
    const { signature } = await client.bets.place({ ...bet, minPayout: payout })
    expect((await client.bets.position(market, alice.address))?.stakes).to.deep.equal({ Yes: SOL, No: 0n })
    // The same as the web3.js client reads.
    const theirs = await world.client.markets.get(market)
    expect((await client.markets.get(market))?.pools).to.deep.equal(theirs?.pools)

    const events = []
    for await (const one of client.eventsSince(null, { market })) events.push(one)
    expect(events.at(-1)?.signature).to.equal(signature)
    expect(events.flatMap(({ events: some }) => some.map(({ name }) => name))).to.deep.equal([
      'MarketCreated',
      'BetPlaced',
    ])
    expect(events.at(-1)?.events[0]?.data).to.include({ owner: alice.address, amount: SOL, outcome: 'Yes' })
  })

  it('fills in the evidence of a supply, decides by it, pays and closes', async () => {
    const { connection, mint } = world
    const { payer } = world.node
    await mintTokens(connection, payer, mint, payer.publicKey, 100n * UTILITY)
    const token = toKit(mint)
    const { market } = await open(SUPPLY, token)
    await client.bets.place({ market, outcome: 'No', amount: SOL })
    await client.bets.place(
      { market, outcome: 'Yes', amount: SOL },
      { signer: await signerOf(await world.wallet()) },
    )
    const early = await thrownBy(client.decisions.decide(market), NotDecidableError)
    const { expireAt } = (await client.markets.get(market)) as FetchedMarket
    expect(early.decidableAt).to.equal(expireAt)
    await travelTo(world, expireAt)
    const decided = await client.decisions.decide(market)
    expect(decided.market).to.include({ status: 'resolved', outcome: 'No' })

    const [holding] = (await client.positions(alice.address)).filter((one) => one.market.address === market)
    expect(holding).to.deep.include({ result: 'won', question: 'Will Kit do?' })
    expect(holding?.stake).to.deep.equal({ Yes: 0n, No: SOL })
    expect(holding?.value).to.equal(holding?.winnings)
    await client.decisions.collectFees({ market })
    await client.decisions.settle({ market })
    await thrownBy(client.bets.claim({ market }), NoPositionError)
    expect(await client.bets.positions({ market })).to.deep.equal([])
  })

  it('fills in the evidence of a migration, and decides early by it', async () => {
    const token = toKit((await world.wallet()).publicKey)
    await writePump(token, false)
    const { market } = await open(MIGRATION, token)
    await client.bets.place({ market, outcome: 'Yes', amount: SOL })
    await thrownBy(client.decisions.decide(market), NotDecidableError)
    await travelTo(world, (await client.chainTime()) + 600n)
    await writePump(token, true)
    expect((await client.decisions.decide(market)).market.answer).to.equal('Yes')
  })

  it('follows a market, a filter of markets and events', async () => {
    const { market } = await open(PRICE_AT_EXPIRY)
    const seen: (bigint | undefined)[] = []
    const lists: number[] = []
    const names: string[] = []
    const ends = [
      client.markets.follow(market, (now) => seen.push(now?.pools.Yes)),
      client.markets.followAll({ creator: alice.address }, ({ markets }) => lists.push(markets.size)),
      client.onEvents(({ events }) => names.push(...events.map(({ name }) => name))),
    ]
    try {
      await until('both are read', async () => seen.length > 0 && lists.length > 0)
      await until('events come', async () => {
        await client.bets.place({ market, outcome: 'Yes', amount: SOL })
        return names.includes('BetPlaced')
      })
      const { pools } = (await client.markets.get(market)) as FetchedMarket
      await until('the last bet is seen', async () => seen.at(-1) === pools.Yes)
      expect(seen[0]).to.equal(0n)
    } finally {
      await Promise.all(ends.map((end) => end()))
    }
  })

  it('says by name what is wrong', async () => {
    const { market } = await open(PRICE_AT_EXPIRY)
    const bet = { market, outcome: 'Yes', amount: SOL } as const
    const refused = await thrownBy(client.bets.place({ ...bet, amount: 1n }), ProgramError)
    expect(refused.name).to.equal('StakeTooSmall')
    const poor = await signerOf(Keypair.generate())
    expect((await thrownBy(client.bets.place(bet, { signer: poor }), NoSolError)).wallet).to.equal(
      poor.address,
    )
    const refusing = { ...alice, signTransactions: () => Promise.reject(new Error('no')) }
    await thrownBy(client.bets.place(bet, { signer: refusing }), SigningError)
    const bare = new PredictionMarketClient({ rpc: createSolanaRpc(world.node.rpcUrl) })
    await thrownBy(bare.bets.place(bet), InvalidInputError)
    expect(() => bare.markets.follow(market, () => {})).to.throw(InvalidInputError, 'rpcSubscriptions')
  })
})
