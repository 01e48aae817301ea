import type { Condition } from '@prediction-market/sdk'
import { compileTransaction, MAX_TRANSACTION_SIZE } from '@prediction-market/sdk/transaction'
import { ComputeBudgetProgram, Keypair, PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import { type Attestors, attested, givenAttestors } from '../../helpers/oracle/attestors.ts'
import { expectRefusal } from '../../helpers/program/expect.ts'
import { readMarket } from '../../helpers/program/market.ts'
import {
  type GivenMarket,
  givenBet,
  givenMarket,
  SOL,
  startWorld,
  succeed,
  type World,
} from '../../helpers/program/world.ts'

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
