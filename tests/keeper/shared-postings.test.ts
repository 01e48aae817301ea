import { readFileSync } from 'node:fs'
import { type Fetched, type Market, PredictionMarketClient, ProgramError } from '@prediction-market/sdk'
import { type PriceUpdate, PYTH, PYTH_PRO } from '@prediction-market/sdk/oracle/pyth'
import type { TransactionVersion } from '@prediction-market/sdk/transaction'
import { Connection, Keypair, type PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import { SharedPostings } from '../../app/src/keeper/shared-postings.ts'
import type { Request } from '../../app/src/keeper/transactions/sender.ts'
import { plainMarket } from '../helpers/sdk/market.ts'

/** A production update with three signatures; see `tests/sdk/pyth-atomic.test.ts`. */
const { update, feeds } = JSON.parse(
  readFileSync(new URL('../vectors/pyth-atomic.json', import.meta.url), 'utf8'),
) as { update: string; feeds: string[] }
const FEED = feeds[0] ?? expect.fail()
const UPDATE = {
  feedId: FEED,
  publishTime: 2,
  prevPublishTime: 1,
  signed: Buffer.from(update, 'hex'),
} as unknown as PriceUpdate

/** Answers what an account costs, and nothing else. */
class RentedConnection extends Connection {
  override async getMinimumBalanceForRentExemption(bytes: number): Promise<number> {
    return bytes
  }
}

function marketOf({ receiver } = PYTH_PRO): Fetched<Market> {
  const plain = plainMarket({
    condition: { type: 'price', feed: FEED, comparison: 'above', target: '1', timing: 'atExpiry' },
  })
  return {
    ...plain,
    address: Keypair.generate().publicKey,
    terms: { ...plain.terms, pythReceiver: receiver },
  }
}

/** Postings whose transactions go nowhere; the chain refuses those about some markets. */
function openPostings(version: TransactionVersion, refused: readonly Fetched<Market>[] = []) {
  const client = new PredictionMarketClient(new RentedConnection('http://127.0.0.1:9'))
  const sent: { markets: string[]; maxPriority: bigint | undefined }[] = []
  const tried: string[][] = []
  const messages: PublicKey[] = []
  const payer = Keypair.generate()
  const sender = {
    nextPayer: payer,
    async send({ instructions, maxPriority }: Request) {
      if (typeof instructions === 'function') throw new Error('the payer is known')
      const decisions = instructions.filter(({ programId }) => programId.equals(client.programId))
      const markets = decisions.map(({ keys }) => keys[1]?.pubkey.toBase58() ?? expect.fail())
      tried.push(markets)
      if (refused.some(({ address }) => markets.includes(address.toBase58()))) {
        const program = client.programId.toBase58()
        throw new ProgramError({ name: 'MarketDecided', message: 'no', code: 6_000, logs: [], program })
      }
      sent.push({ markets, maxPriority })
    },
  }
  const postings = new SharedPostings({
    client,
    sender,
    version: async () => version,
    onMessage: (receiver) => messages.push(receiver),
    onError: (error) => expect.fail(error.message),
  })
  /** Decides markets, all at once, and says how it ended for each. */
  const decide = (markets: readonly Fetched<Market>[], value: (index: number) => bigint = () => 1n) =>
    Promise.all(
      markets.map((market, index) =>
        postings
          .decide(UPDATE, { market, isReference: false, value: value(index), budget: 10n })
          .then(() => 'decided')
          .catch((error: Error) => error.name),
      ),
    )
  return { decide, sent, tried, messages }
}

const addressesOf = (markets: readonly Fetched<Market>[]) => markets.map(({ address }) => address.toBase58())

describe('markets that one update decides', () => {
  it('share its posting, the most valuable first, and what they may pay', async () => {
    const markets = Array.from({ length: 30 }, () => marketOf())
    const { decide, sent } = openPostings(1)
    expect(new Set(await decide(markets, (index) => BigInt(index + 1)))).to.deep.equal(new Set(['decided']))
    expect(sent.map(({ markets, maxPriority }) => [markets.length, maxPriority])).to.deep.equal([
      [20, 200n],
      [10, 100n],
    ])
    expect(sent.flatMap(({ markets }) => markets)).to.deep.equal(addressesOf(markets).reverse())
  })

  it('are decided without the one that is refused', async () => {
    const markets = Array.from({ length: 20 }, () => marketOf())
    const bad = markets[7] ?? expect.fail()
    const { decide, sent, tried } = openPostings(1, [bad])
    const results = await decide(markets)
    expect(results.filter((result) => result === 'decided')).to.have.length(19)
    expect(results[7]).to.equal('MarketDecided')
    expect(new Set(sent.flatMap(({ markets }) => markets))).to.deep.equal(
      new Set(addressesOf(markets.filter((one) => one !== bad))),
    )
    expect(tried.length, 'halves, and not one by one').to.be.lessThan(12)
  })

  it('do not share with markets that have stakes on one side only', async () => {
    const markets = Array.from({ length: 4 }, () => marketOf())
    const { decide, sent } = openPostings(1, markets.slice(2))
    expect(await decide(markets, (index) => (index < 2 ? 1n : 0n))).to.deep.equal([
      'decided',
      'decided',
      'MarketDecided',
      'MarketDecided',
    ])
    expect(sent.map((one) => one.markets)).to.deep.equal([addressesOf(markets.slice(0, 2))])
  })

  it('take the longer way for the older receiver, whose messages may be left over', async () => {
    const { decide, sent, messages } = openPostings(0)
    const older = marketOf(PYTH)
    expect(await decide([older, marketOf()])).to.deep.equal(['decided', 'decided'])
    expect(sent.map(({ maxPriority }) => maxPriority)).to.have.members([10n, 3n, 3n])
    expect(new Set(messages.map(String))).to.deep.equal(new Set([PYTH.receiver.toBase58()]))
  })
})
