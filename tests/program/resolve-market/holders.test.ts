import type { Condition } from '@prediction-market/sdk'
import type { ConditionOf } from '@prediction-market/sdk/condition'
import { compileTransaction, MAX_TRANSACTION_SIZE } from '@prediction-market/sdk/transaction'
import { ComputeBudgetProgram, Keypair, PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import { type Attestors, attested, givenAttestors } from '../../helpers/oracle/attestors.ts'
import { eventsOf, expectRefusal } from '../../helpers/program/expect.ts'
import { readMarket } from '../../helpers/program/market.ts'
import { resolution } from '../../helpers/program/price.ts'
import {
  type GivenMarket,
  givenBet,
  givenMarket,
  SOL,
  startWorld,
  succeed,
  type World,
} from '../../helpers/program/world.ts'

const HOLDERS: ConditionOf<'holders'> = {
  type: 'holders',
  comparison: 'atLeast',
  target: '1000',
  minimumBalance: 1n,
  timing: 'atExpiry',
}

describe('resolve_market by a number of holders', () => {
  let world: World
  let attestors: Attestors

  before(async () => {
    world = await startWorld()
    attestors = await givenAttestors(world)
  })

  async function staked(condition: Partial<ConditionOf<'holders'>> = {}) {
    const token = PublicKey.unique()
    const market = await givenMarket(world, { condition: { ...HOLDERS, ...condition }, token })
    await givenBet(world, market, 'Yes', 5n * SOL)
    await givenBet(world, market, 'No', 2n * SOL)
    return market
  }

  for (const [isMet, outcome] of [
    [true, 'Yes'],
    [false, 'No'],
  ] as const) {
    it(`decides ${outcome} by what was signed for the second of expiry, and stores it`, async () => {
      const market = await staked()
      await world.chain.warpTo(market.expireAt + 7n)
      const second = market.expireAt
      const observation = { value: isMet ? 1n : 0n, exponent: 0, observedAt: second, isMet, hasValue: true }
      const [event] = await eventsOf(world, attested(market, attestors, { second, isMet }))
      expect(event?.name).to.equal('MarketResolved')
      expect(event?.data).to.deep.include({ outcome, observation, resolvedAt: market.expireAt + 7n })
      expect(await readMarket(world, market)).to.deep.include({ status: 'resolved', outcome, observation })
    })
  }

  it('refuses what was signed for any other second', async () => {
    const market = await staked()
    await world.chain.warpTo(market.expireAt + 7n)
    const by = (second: bigint) => ({ instructions: attested(market, attestors, { second, isMet: true }) })
    await expectRefusal(world, 'NotExpired', by(market.expireAt - 1n))
    await expectRefusal(world, 'ObservationOutOfTime', by(market.expireAt + 1n))
    await expectRefusal(world, 'ObservationOutOfTime', by(market.createdAt))
  })

  it('decides by any three of the four, in any order, and by all of them', async () => {
    const [a, b, c, d] = attestors.members as [Keypair, Keypair, Keypair, Keypair]
    for (const signers of [
      [a, b, c],
      [c, b, a],
      [b, c, d],
      [d, a, c],
      [d, c, b, a],
    ]) {
      const market = await staked()
      await world.chain.warpTo(market.expireAt)
      const statement = { second: market.expireAt, isMet: true }
      await succeed(world, attested(market, attestors, statement, signers))
      expect((await readMarket(world, market)).outcome).to.equal('Yes')
    }
  })

  it('ignores the signature of a stranger', async () => {
    const [a, b, c] = attestors.members as [Keypair, Keypair, Keypair]
    const market = await staked()
    await world.chain.warpTo(market.expireAt)
    const statement = { second: market.expireAt, isMet: true }
    const stranger = Keypair.generate()
    await expectRefusal(world, 'AttestationQuorumMissing', {
      instructions: attested(market, attestors, statement, [stranger, a, b]),
    })
    await succeed(world, attested(market, attestors, statement, [stranger, a, b, c]))
    expect((await readMarket(world, market)).outcome).to.equal('Yes')
  })

  it('decides Yes before expiry, and never No', async () => {
    const market = await staked({ timing: 'byExpiry' })
    const second = market.createdAt + 1_500n
    await world.chain.warpTo(second + 3n)
    const fewer = attested(market, attestors, { second, isMet: false })
    await expectRefusal(world, 'NotDecidableYet', { instructions: fewer })
    await succeed(world, attested(market, attestors, { second, isMet: true }))
    expect(await readMarket(world, market)).to.deep.include({ outcome: 'Yes', resolvedAt: second + 3n })
  })

  it('decides No once the proof window has passed, by what was recorded at expiry', async () => {
    const market = await staked({ timing: 'byExpiry' })
    const deadline = market.expireAt + BigInt(world.settings.proofWindow)
    await world.chain.warpTo(deadline - 1n)
    await expectRefusal(world, 'EvidenceMissing', { instructions: resolution(market) })
    await succeed(world, attested(market, attestors, { second: market.expireAt, isMet: false }))
    await expectRefusal(world, 'EvidenceMissing', { instructions: resolution(market) })
    await world.chain.warpTo(deadline)
    await succeed(world, [resolution(market)])
    expect(await readMarket(world, market)).to.deep.include({ status: 'resolved', outcome: 'No' })
  })

  it('stores the minimum balance of a holder', async () => {
    const minimumBalance = 2n ** 64n - 1n
    const market = await staked({ minimumBalance })
    expect((await readMarket(world, market)).condition).to.deep.equal({ ...HOLDERS, minimumBalance })
  })
})

describe('the quorum of an attestor set', () => {
  let world: World

  before(async () => {
    world = await startWorld()
  })

  const condition: Condition = {
    type: 'holders',
    comparison: 'above',
    target: '0',
    minimumBalance: 1n,
    timing: 'byExpiry',
  }

  async function givenQuorum(count: number) {
    const attestors = await givenAttestors(world, count)
    const market = await givenMarket(world, { condition, token: PublicKey.unique() })
    await givenBet(world, market, 'Yes', SOL)
    await world.chain.warpTo(market.createdAt + 1_000n)
    return { attestors, market }
  }

  const decision = (market: GivenMarket, attestors: Attestors, signers?: Keypair[]) =>
    attested(market, attestors, { second: market.createdAt + 1_000n, isMet: true }, signers)

  /** The serialised transaction, with both compute budget instructions. */
  function sizeOf(instructions: ReturnType<typeof decision>): number {
    const blockhash = Keypair.generate().publicKey.toBase58()
    const budget = { computeUnits: 1_400_000, priorityFee: 1_000_000n }
    const payer = world.chain.payer.publicKey
    return compileTransaction({ payer, instructions, blockhash, ...budget }).serialize().length
  }

  for (const [count, threshold] of [
    [4, 3],
    [5, 4],
    [7, 5],
    [8, 6],
  ] as const) {
    it(`of ${threshold} out of ${count} decides in one transaction`, async () => {
      const { attestors, market } = await givenQuorum(count)
      const last = attestors.members.slice(-threshold)
      const instructions = decision(market, attestors, last)
      expect(sizeOf(instructions)).to.be.at.most(MAX_TRANSACTION_SIZE)
      const price = ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1_000_000n })
      await succeed(world, [price, ...instructions])
      expect((await readMarket(world, market)).outcome).to.equal('Yes')
    })

    it(`of ${threshold} out of ${count} is not reached with one signature less`, async () => {
      const { attestors, market } = await givenQuorum(count)
      const few = attestors.members.slice(0, threshold - 1)
      const stranger = Keypair.generate()
      await expectRefusal(world, 'AttestationQuorumMissing', {
        instructions: decision(market, attestors, [...few, stranger]),
      })
      if (few.length > 0) {
        const instructions = decision(market, attestors, few)
        await expectRefusal(world, 'AttestationQuorumMissing', { instructions })
      }
    })
  }

  it('is at most what fits: one more signature does not fit into a transaction', async () => {
    const { attestors, market } = await givenQuorum(8)
    expect(attestors.threshold).to.equal(6)
    expect(sizeOf(decision(market, attestors))).to.be.at.most(MAX_TRANSACTION_SIZE)
    const tooMany = decision(market, attestors, attestors.members.slice(0, 7))
    expect(sizeOf(tooMany)).to.be.above(MAX_TRANSACTION_SIZE)
  })
})
