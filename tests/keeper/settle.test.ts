import { PROGRAM_ID, type PredictionMarketClient } from '@prediction-market/sdk'
import { findPosition } from '@prediction-market/sdk/accounts'
import type { ProgramEvent } from '@prediction-market/sdk/events'
import { findFeed } from '@prediction-market/sdk/feeds'
import { TransactionFailedError } from '@prediction-market/sdk/transaction'
import { Keypair, type PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import { WorkLimit } from '../../app/src/book/work-queue.ts'
import type { NodeConnection } from '../../app/src/chain/node-connection.ts'
import type { Keeper } from '../../app/src/keeper/keeper.ts'
import { type SettleOptions, settleMarket } from '../../app/src/keeper/settle.ts'
import { UnknownFeedError } from '../../app/src/prices/source.ts'
import { market as marketOf } from '../helpers/book.ts'
import {
  closeLocalnet,
  givenMarket,
  givenWallets,
  isPaidOut,
  openKeeper,
  openLocalnet,
  type Stake,
  travelTo,
  untilMarket,
} from '../helpers/keeper/harness.ts'
import { positionRent } from '../helpers/keeper/seed.ts'
import { lamportsOf, type TestLocalnet, tokensOf } from '../helpers/localnet/index.ts'

type Simulate = SettleOptions['sender']['simulate']

describe('the keeper pays positions in batches', () => {
  const market = marketOf({ status: 'resolved', outcome: 'Yes', resolvedAt: 2_000n })
  const owners = Array.from({ length: 10 }, () => Keypair.generate().publicKey)

  /** Settles all owners on a chain that refuses each batch with one of `refused`. */
  async function settle(refused: readonly PublicKey[], refuse: () => Error) {
    const positionOf = (owner: PublicKey) => findPosition(market.address, owner).toBase58()
    const bad = new Set(refused.map(positionOf))
    const paid = new Set<string>()
    const errors: Error[] = []
    let simulations = 0
    const connection = {
      list: async (_method: string, _params: unknown[], read: (json: string) => unknown) => ({
        result: { context: { slot: 1 } },
        items: owners.map((owner) => {
          const data = [owner.toBuffer().toString('base64'), 'base64']
          return read(JSON.stringify({ pubkey: positionOf(owner), account: { data } }))
        }),
      }),
    } as unknown as NodeConnection
    const simulate = (async ({ instructions }) => {
      simulations += 1
      const built = typeof instructions === 'function' ? instructions(PROGRAM_ID) : instructions
      const named = built.flatMap(({ keys }) => keys.map(({ pubkey }) => pubkey.toBase58()))
      if (named.some((key) => bad.has(key))) throw refuse()
      const settled = owners.filter((owner) => named.includes(positionOf(owner)))
      const events = settled.map(
        (owner) => ({ name: 'PositionSettled', data: { owner } }) as unknown as ProgramEvent,
      )
      return { events } as unknown as Awaited<ReturnType<Simulate>>
    }) as Simulate
    const submit = async ({ events }: Awaited<ReturnType<Simulate>>) => {
      for (const { name, data } of events) if (name === 'PositionSettled') paid.add(data.owner.toBase58())
    }
    const result = await settleMarket(market, {
      client: { programId: PROGRAM_ID, currencyOf: async () => ({}) } as unknown as PredictionMarketClient,
      connection,
      sender: { simulate, submit } as SettleOptions['sender'],
      version: async () => 0,
      limit: new WorkLimit(1),
      rank: () => ({ value: 1n, stake: 2n }),
      now: () => 2_000n,
      onSettled: () => {},
      onError: (error) => errors.push(error),
    } as SettleOptions)
    return { result, errors, simulations, unpaid: owners.filter((owner) => !paid.has(owner.toBase58())) }
  }

  const failed = () => new TransactionFailedError({ InstructionError: [0, 'UnbalancedInstruction'] }, [])

  it('all in one, if nothing is refused', async () => {
    const { result, simulations, unpaid } = await settle([], failed)
    expect({ result, simulations, unpaid }).to.deep.equal({ result: 'done', simulations: 1, unpaid: [] })
  })

  it('attack 57: splits a batch that the chain refuses, until only the recipient that fails it is left', async () => {
    const [third] = owners.slice(2) as [PublicKey]
    const { result, errors, unpaid } = await settle([third], failed)
    expect(result).to.equal('done')
    expect(unpaid).to.deep.equal([third])
    expect(errors).to.have.length(1)
    const both = await settle([third, owners[7] as PublicKey], failed)
    expect(both.unpaid).to.deep.equal([third, owners[7]])
  })

  it('does not split a batch that was lost: it is tried again as it is', async () => {
    const { result, simulations, unpaid } = await settle(owners.slice(0, 1), () => new Error('no answer'))
    expect({ result, simulations }).to.deep.equal({ result: 'early', simulations: 1 })
    expect(unpaid).to.have.length(owners.length)
  })
})

describe('the keeper, where nobody can decide', () => {
  let localnet: TestLocalnet
  let keeper: Keeper

  before(async () => {
    localnet = await openLocalnet()
    // Its attestors are not there, and its price source knows no feed.
    const unknown = async (feed: string) => {
      throw new UnknownFeedError(feed)
    }
    keeper = await openKeeper(localnet, {
      prices: { latest: unknown, updateAt: unknown },
      attestorUrls: ['http://127.0.0.1:9'],
    })
  })

  after(async () => {
    await keeper.stop()
    await closeLocalnet(localnet)
  })

  for (const [what, currency] of [
    ['an event that no attestor speaks of', 'SOL'],
    ['a price that nobody knows', 'UTILITY'],
  ] as const) {
    it(`voids ${what} after the void delay and gives every stake back`, async () => {
      // Given a market that nothing can decide.
      const [first = expect.fail(), second = expect.fail()] = await givenWallets(localnet, 2, true)
      const feed = findFeed('SOL')?.id ?? expect.fail()
      const stakes: [Stake, Stake] = [
        { bettor: first, outcome: 'Yes', amount: 70_000_001n },
        { bettor: second, outcome: 'No', amount: 30_000_007n },
      ]
      const market = await givenMarket(localnet, {
        condition:
          currency === 'SOL'
            ? { type: 'event', timing: 'atExpiry' }
            : { type: 'price', feed, comparison: 'above', target: '1', timing: 'atExpiry' },
        currency,
        expiresIn: 100,
        stakes,
      })
      const { mint, address } = market
      const held = ({ bettor: { publicKey } }: Stake) =>
        mint ? tokensOf(localnet.connection, mint, publicKey) : lamportsOf(localnet.connection, publicKey)
      const before = await Promise.all(stakes.map(held))

      // When it has expired, and as long as a proof might come, it stays open.
      const voidAt = market.expireAt + BigInt(market.terms.voidDelay)
      await travelTo(localnet, voidAt - 5n)
      expect((await untilMarket(localnet, address, 'there', () => true)).status).to.equal('open')

      // Then it is void, and everyone has their stake back, and their rent.
      const refunded = await untilMarket(localnet, address, 'refunded', isPaidOut)
      expect(refunded.status).to.equal('void')
      expect((refunded.resolvedAt ?? 0n) >= voidAt).to.equal(true)
      const after = await Promise.all(stakes.map(held))
      const gained = after.map((amount, index) => amount - (before[index] ?? 0n))
      const rent = mint ? 0n : await positionRent(localnet)
      expect(gained).to.deep.equal(stakes.map(({ amount }) => amount + rent))
    })
  }
})
