import { type Fetched, type Market, PredictionMarketClient, type ProgramError } from '@prediction-market/sdk'
import { findQuestion } from '@prediction-market/sdk/accounts'
import { findFeed } from '@prediction-market/sdk/feeds'
import type { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import { failure, lamportsOf, liveMarket } from '../helpers/localnet/index.ts'
import { CHAIN, type ScenarioChain, SOL_PRICE, scenarioChain } from '../helpers/scenarios/index.ts'

const FEED = findFeed('SOL')?.id ?? expect.fail()

/** Seconds after its expiry at which a market can be closed: its nonce has expired. */
const CLOSES_AFTER = 400

describe(`the life of a market on the ${CHAIN}`, () => {
  let chain: ScenarioChain

  before(async () => {
    chain = await scenarioChain()
  })

  for (const [currency, comparison, outcome] of [
    ['SOL', 'above', 'Yes'],
    ['UTILITY', 'atMost', 'No'],
  ] as const) {
    it(`in ${currency}, from its opening to the last payout`, async () => {
      // Given three bettors, and anybody who decides.
      const [keeper, ...bettors] = (await chain.wallets(4)) as [Keypair, Keypair, Keypair, Keypair]
      const { connection } = chain

      // When a market about the price of SOL lives from its opening to the last payout.
      const expireAt = await chain.nextExpiry()
      const settled = await liveMarket({
        connection,
        keeper,
        bettors,
        currency,
        outcome,
        expireAt,
        question: `Is SOL ${comparison} $150?`,
        condition: { type: 'price', feed: FEED, comparison, target: '150', timing: 'atExpiry' },
        expire: () => chain.reach(expireAt),
        proof: async () => ({ price: await chain.postedPrice(expireAt) }),
      })

      // Then it was decided by the price at its expiry.
      expect(settled.observation).to.deep.equal({
        value: SOL_PRICE * 10n ** 8n,
        exponent: -8,
        observedAt: BigInt(expireAt),
        isMet: outcome === 'Yes',
        hasValue: true,
      })

      // And it can be closed as soon as its nonce has expired, which takes minutes.
      const client = new PredictionMarketClient(connection, { signer: keeper })
      const early = await failure(client.decisions.close({ market: settled.address }))
      expect((early as ProgramError).name).to.equal('MarketTooYoung')
      if (!chain.hasMovableClock) return
      await chain.reach(expireAt + CLOSES_AFTER)
      await expectClosed(client, settled)
    })
  }
})

/** Closes a market, and expects its creator to get all lamports of its accounts but for the dust and the reward. */
async function expectClosed(client: PredictionMarketClient, market: Fetched<Market>): Promise<void> {
  const { address, escrow, creator, mint, pools, paid, fees, terms } = market
  const accounts = [address, findQuestion(address), escrow]
  const read = (addresses: typeof accounts) =>
    Promise.all(addresses.map((each) => lamportsOf(client.connection, each)))
  const before = await read([creator, ...accounts])
  await client.decisions.close({ market: address })
  expect(await read(accounts)).to.deep.equal([0n, 0n, 0n])
  const dust = mint ? 0n : pools.Yes + pools.No - paid - fees.burn - fees.developer
  const total = before.reduce((sum, lamports) => sum + lamports, 0n)
  expect(await read([creator])).to.deep.equal([total - dust - 2n * terms.settleReward])
}
