import {
  type Condition,
  InvalidInputError,
  NotDecidableError,
  PredictionMarketClient,
} from '@prediction-market/sdk'
import { findFeed } from '@prediction-market/sdk/feeds'
import { HermesPrices } from '@prediction-market/sdk/oracle/pyth'
import { proofDeadline, voidAt } from '@prediction-market/sdk/rules'
import type { Keypair, PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import { createToken, mintTokens, until } from '../helpers/localnet/index.ts'
import { localnetChain } from '../helpers/scenarios/index.ts'
import type { LocalnetChain } from '../helpers/scenarios/localnet.ts'
import { thrownBy } from '../helpers/sdk/thrown.ts'

const SOL_FEED = findFeed('SOL')?.id ?? expect.fail()
const STAKE = 50_000_000n

describe('one call that decides a market', () => {
  let chain: LocalnetChain
  let client: PredictionMarketClient
  let signer: Keypair

  before(async () => {
    chain = await localnetChain()
    const { localnet, connection } = chain
    ;[signer] = (await chain.wallets(1)) as [Keypair]
    client = new PredictionMarketClient(connection, {
      signer,
      // Asks as often as it likes: the prices are the localnet's own.
      prices: new HermesPrices({ url: localnet.pricesUrl, budget: 10_000 }),
      attestorUrls: localnet.attestorUrls,
      // Nobody signs the prices of a localnet.
      postPrice: (update) => localnet.prices.post(update),
    })
  })

  async function given(condition: Condition | undefined, question: string, token: PublicKey | null = null) {
    const expireAt = (await client.chainTime()) + 100n
    const opened = await client.markets.create({
      question,
      condition,
      token,
      expireAt,
      currency: 'SOL',
      initialStake: { outcome: 'Yes', amount: STAKE },
    })
    await client.bets.place({ market: opened.market, outcome: 'No', amount: STAKE })
    return { ...opened, expireAt }
  }

  /** Lets two betting periods pass, so that no stake is late for the news. */
  const passPeriods = async () => chain.reach(Number(await client.chainTime()) + 20)

  /** Decides a market as soon as a source has its proof. */
  const decided = (market: PublicKey) =>
    until('a proof', async () => {
      return client.decisions.decide(market).catch((error: unknown) => {
        if (error instanceof NotDecidableError) return null
        throw error
      })
    })

  it('by the price at expiry, of a question in words', async () => {
    const { market, condition, expireAt } = await given(undefined, 'Will SOL be above $10 at expiry?')
    expect(condition).to.deep.equal({
      type: 'price',
      feed: SOL_FEED,
      comparison: 'above',
      target: '10',
      timing: 'atExpiry',
    })
    const early = await thrownBy(client.decisions.decide(market), NotDecidableError)
    expect(early.decidableAt).to.equal(expireAt)
    await chain.reach(Number(expireAt))
    const { market: after, signature } = await decided(market)
    expect(after).to.include({ status: 'resolved', outcome: 'Yes' })
    expect(signature).to.be.a('string')
    const again = await thrownBy(client.decisions.decide(market), NotDecidableError)
    expect(again.decidableAt).to.equal(null)
  })

  it('by the latest price before expiry, and No in two steps', async () => {
    const compared = { type: 'price', feed: SOL_FEED, timing: 'byExpiry', comparison: 'above' } as const
    const low = await given({ ...compared, target: '1' }, 'Will SOL be above $1 at any time?')
    const high = await given({ ...compared, target: '100000' }, 'Will SOL be above $100,000 at any time?')
    const early = (await decided(low.market)).market
    expect(early.status).not.to.equal('open')
    expect(early.answer).to.equal('Yes')
    expect(Number(early.observation?.observedAt)).to.be.below(Number(low.expireAt))

    await chain.reach(Number(high.expireAt))
    const recorded = (await decided(high.market)).market
    expect(recorded.status).to.equal('open')
    expect(recorded.observation?.isMet).to.equal(false)
    const between = await thrownBy(client.decisions.decide(high.market), NotDecidableError)
    expect(between.decidableAt).to.equal(proofDeadline(recorded))
    await chain.reach(Number(proofDeadline(recorded)))
    expect((await client.decisions.decide(high.market)).market).to.include({
      status: 'resolved',
      outcome: 'No',
    })
  })

  it('by both prices of a change, one after the other or together, and verified from the chain', async () => {
    const change = async () => {
      const referenceAt = (await client.chainTime()) + 30n
      const compared = { comparison: 'atLeast', bps: -5_000, timing: 'atExpiry' } as const
      return given(
        { type: 'change', feed: SOL_FEED, referenceAt, ...compared },
        'Will SOL hold half its price?',
      )
    }
    const [first, second] = [await change(), await change()]
    expect((await thrownBy(client.decisions.decide(first.market), NotDecidableError)).decidableAt).to.equal(
      first.expireAt,
    )
    const { condition } = first
    await chain.reach(Number('referenceAt' in condition ? condition.referenceAt : expect.fail()))
    const begun = (await decided(first.market)).market
    expect(begun).to.include({ status: 'open', observation: null })
    expect(begun.reference?.hasValue).to.equal(true)
    await thrownBy(client.decisions.decide(first.market), NotDecidableError)

    await chain.reach(Number(second.expireAt))
    for (const { market, id } of [first, second]) {
      expect((await decided(market)).market).to.include({ status: 'resolved', outcome: 'Yes' })
      const { ok, checks } = await client.decisions.verify(id)
      expect(ok, JSON.stringify(checks)).to.equal(true)
      expect(checks.map(({ name }) => name)).to.include.members(['reference', 'evidence', 'rule'])
    }
  })

  it('by a supply', async () => {
    const mint = await createToken(chain.connection, signer)
    const question = "Will this token's supply be at least 5 at any time?"
    const { market, condition } = await given(undefined, question, mint)
    expect(condition).to.include({ type: 'supply', target: '5', timing: 'byExpiry' })
    await thrownBy(client.decisions.decide(market), NotDecidableError)
    await passPeriods()
    await mintTokens(chain.connection, signer, mint, signer.publicKey, 5_000_000n)
    expect((await client.decisions.decide(market)).market).to.include({ status: 'resolved', outcome: 'Yes' })
  })

  it('by what attestors have signed', async () => {
    const { market, expireAt } = await given({ type: 'event', timing: 'atExpiry' }, 'Will it happen?')
    chain.localnet.events.set(market, false)
    await chain.reach(Number(expireAt))
    expect((await decided(market)).market).to.include({ status: 'resolved', outcome: 'No' })
  })

  it('and voids one that nobody can decide any more', async () => {
    const { market } = await given({ type: 'event', timing: 'atExpiry' }, 'Will anybody know?')
    const loaded = (await client.markets.get(market)) ?? expect.fail()
    await chain.reach(Number(voidAt(loaded)))
    expect((await client.decisions.decide(market)).market).to.include({ status: 'void', outcome: null })
  })

  it('says which source is missing', async () => {
    const bare = new PredictionMarketClient(chain.connection, { signer })
    const price = await given(undefined, 'Will SOL be above $10 at expiry?')
    expect((await thrownBy(bare.decisions.decide(price.market), InvalidInputError)).field).to.equal('prices')
    const event = await given({ type: 'event', timing: 'atExpiry' }, 'Will it happen?')
    expect((await thrownBy(bare.decisions.decide(event.market), InvalidInputError)).field).to.equal(
      'attestorUrls',
    )
  })

  it('opens no market for a question that says no condition', async () => {
    const expireAt = (await client.chainTime()) + 100n
    const open = (question: string) => client.markets.create({ question, expireAt, currency: 'SOL' })
    const unknown = await thrownBy(open('Will it stay like this?'), InvalidInputError)
    expect(unknown.field).to.equal('question')
    const met = await thrownBy(open('Will SOL rise above $100 before expiry?'), InvalidInputError)
    expect(met.message).to.contain('already')
  })
})
