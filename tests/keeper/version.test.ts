import { parseEvents } from '@prediction-market/sdk/events'
import { findFeed } from '@prediction-market/sdk/feeds'
import { PYTH } from '@prediction-market/sdk/oracle/pyth'
import { READ_CONFIRMED } from '@prediction-market/sdk/transaction'
import type { Keypair, PublicKey, VersionedTransactionResponse } from '@solana/web3.js'
import { expect } from 'chai'
import {
  closeLocalnet,
  givenMarket,
  givenWallets,
  isPaidOut,
  openKeeper,
  openLocalnet,
  travelTo,
  untilMarket,
} from '../helpers/keeper/harness.ts'
import { seedPositions } from '../helpers/keeper/seed.ts'
import type { TestLocalnet } from '../helpers/localnet/index.ts'
import { openRpcProxy } from '../helpers/localnet/rpc-proxy.ts'

const SOL_FEED = findFeed('SOL')?.id ?? expect.fail()

describe("the keeper and Pyth's first deployment", () => {
  let localnet: TestLocalnet

  before(async () => {
    localnet = await openLocalnet({ attestors: false, settings: { pythReceiver: PYTH.receiver } })
  })

  after(() => closeLocalnet(localnet))

  it('decides a market whose terms name it', async () => {
    const keeper = await openKeeper(localnet)
    const [alice = expect.fail(), bob = expect.fail()] = await givenWallets(localnet, 2)
    const market = await givenMarket(localnet, {
      condition: { type: 'price', feed: SOL_FEED, comparison: 'above', target: '1', timing: 'atExpiry' },
      stakes: [
        { bettor: alice, outcome: 'Yes', amount: 1_000_000_000n },
        { bettor: bob, outcome: 'No', amount: 500_000_000n },
      ],
    })
    expect(market.terms.pythReceiver.equals(PYTH.receiver)).to.equal(true)
    await travelTo(localnet, market.expireAt)
    const paid = await untilMarket(localnet, market.address, 'paid out', isPaidOut)
    expect(paid.outcome).to.equal('Yes')
    await keeper.stop()
  })
})

/** Positions that are seeded, besides the creator's. */
const SEEDED = 59

/** How a transaction of version 1 with one signer begins, in base64. */
const VERSION_1 = 'gQE'

describe('the keeper and versions of transactions', () => {
  let localnet: TestLocalnet

  before(async () => {
    localnet = await openLocalnet()
  })

  after(() => closeLocalnet(localnet))

  async function expiredMarket() {
    const [bettor] = (await givenWallets(localnet, 1)) as [Keypair]
    const feed = findFeed('SOL')?.id ?? expect.fail()
    const price = { type: 'price', feed, comparison: 'above', target: '0.01', timing: 'atExpiry' } as const
    const stakes = [{ bettor, outcome: 'Yes', amount: 50_000_000n }] as const
    const market = await givenMarket(localnet, { condition: price, expiresIn: 60, stakes })
    await seedPositions(localnet, market, SEEDED, (index) => ({
      outcome: index % 3 === 0 ? 'No' : 'Yes',
      amount: 10_000_000n + BigInt(index),
    }))
    await travelTo(localnet, market.expireAt)
    return market
  }

  /** Versions and payouts of the transactions that paid positions of a market, the fullest first. */
  async function payouts(market: PublicKey): Promise<{ version: unknown; paid: number }[]> {
    const { connection } = localnet
    const listed = await connection.getSignaturesForAddress(market)
    const found = await Promise.all(
      listed.map(async ({ signature }) => {
        const read: VersionedTransactionResponse | null = await connection.getTransaction(
          signature,
          READ_CONFIRMED,
        )
        const { events, isTruncated } = parseEvents(read?.meta?.logMessages ?? [])
        expect(isTruncated).to.equal(false)
        return {
          version: read?.version,
          paid: events.filter(({ name }) => name === 'PositionSettled').length,
        }
      }),
    )
    return found.filter(({ paid }) => paid > 0).sort((a, b) => b.paid - a.paid)
  }

  it('pays 30 positions in SOL with a transaction of version 1', async () => {
    const keeper = await openKeeper(localnet, { priorityFee: 1_000n })
    const { address } = await expiredMarket()
    await untilMarket(localnet, address, 'paid out', isPaidOut)
    await keeper.stop()
    expect(await payouts(address)).to.deep.equal([
      { version: 1, paid: 30 },
      { version: 1, paid: 30 },
    ])
  })

  it('pays with version 0 where the cluster does not take version 1', async () => {
    const proxy = await openRpcProxy({
      node: localnet.node,
      fate: (_, [first]) => (String(first).startsWith(VERSION_1) ? 'refuse' : 'pass'),
    })
    const keeper = await openKeeper(localnet, { nodes: [proxy], priorityFee: 1_000n })
    const { address } = await expiredMarket()
    await untilMarket(localnet, address, 'paid out', isPaidOut)
    await keeper.stop()
    await proxy.close()
    const paid = await payouts(address)
    expect(paid[0]).to.deep.equal({ version: 0, paid: 14 })
    expect(paid.every(({ version }) => version === 0)).to.equal(true)
  })
})
