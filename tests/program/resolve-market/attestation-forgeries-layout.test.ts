import { Keypair, type TransactionInstruction } from '@solana/web3.js'
import { expect } from 'chai'
import {
  type Attestors,
  givenSingleAttestor,
  headerLength,
  messageFor,
  type Offsets,
  resolutionBy,
  type Signed,
  signed,
  verifying,
} from '../../helpers/oracle/attestors.ts'
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

// Errors of the ed25519 program.
const INVALID_DATA_OFFSETS = 3
const INVALID_DATA_SIZE = 4

describe('resolve_market by an ed25519 instruction', () => {
  let world: World
  let attestors: Attestors
  let member: Keypair
  let market: GivenMarket
  let message: Uint8Array

  before(async () => {
    world = await startWorld()
    attestors = await givenSingleAttestor(world)
    member = attestors.members[0] as Keypair
  })

  beforeEach(async () => {
    market = await givenMarket(world, { condition: { type: 'event', timing: 'byExpiry' } })
    await givenBet(world, market, 'Yes', SOL)
    await world.chain.warpTo(market.createdAt + 1_500n)
    message = messageFor(market, { second: market.createdAt + 1_500n, isMet: true })
  })

  const refuse = (name: string, ...instructions: TransactionInstruction[]) =>
    expectRefusal(world, name, { instructions: [...instructions, resolutionBy(market, attestors.address)] })

  /** Refused by the ed25519 program if the chain runs it, otherwise by our program. */
  async function refuseLayout(code: number, proof: TransactionInstruction): Promise<void> {
    if (!world.chain.shows.signatures) return void (await refuse('AttestationMalformed', proof))
    expect(await refuse('UnknownProgramError', proof)).to.include({ code })
  }

  it('accepts one that contains everything itself', async () => {
    await succeed(world, [verifying([signed(member, message)]), resolutionBy(market, attestors.address)])
    expect((await readMarket(world, market)).outcome).to.equal('Yes')
  })

  it('relies on the ed25519 program to verify the signatures, where the chain runs it', async () => {
    const forged = { ...signed(member, message), signature: new Uint8Array(64) }
    const outcome = await world.chain.execute([verifying([forged])])
    expect(outcome.error === null).to.equal(!world.chain.shows.signatures)
  })

  describe('with parts in another instruction', () => {
    // Every part is where the offsets say, in a carrier instruction of the same layout, so that the ed25519
    // program accepts it. The carrier comes twice, so that instruction 1 is one with and without a compute
    // budget instruction before it.
    const elsewhere = (indexes: (keyof Offsets)[]): TransactionInstruction[] => {
      const carrier = verifying([signed(member, message)])
      const offsets = Object.fromEntries(indexes.map((name) => [name, 1]))
      return [carrier, carrier, verifying([signed(member, message, offsets)])]
    }

    const indexes: (keyof Offsets)[] = ['signatureIndex', 'keyIndex', 'messageIndex']
    for (const index of indexes) {
      it(`refuses one by its ${index}`, () => refuse('AttestationMalformed', ...elsewhere([index])))
    }

    it('attack 8: refuses one by all three', () => refuse('AttestationMalformed', ...elsewhere(indexes)))

    it('refuses one that refers to itself by its index', async () => {
      const local = { signatureIndex: 1, keyIndex: 1, messageIndex: 1 }
      const proof = verifying([signed(member, message, local)])
      await refuse('AttestationMalformed', proof, proof)
    })

    it('refuses a message that the signature does not cover', async () => {
      // Given an instruction that contains a Yes and verifies a No in another instruction.
      const no = messageFor(market, { second: market.createdAt + 1_500n, isMet: false })
      const carrier = verifying([signed(member, no)])
      const part = { ...signed(member, no, { messageIndex: 1 }), message }
      await refuse('AttestationMalformed', carrier, carrier, verifying([part]))
    })
  })

  describe('with offsets beyond its data', () => {
    it('refuses a count larger than its data', async () => {
      await refuseLayout(INVALID_DATA_OFFSETS, verifying([signed(member, message)], 2))
      await refuseLayout(INVALID_DATA_SIZE, verifying([signed(member, message)], 255))
    })

    const ends: [keyof Offsets, number][] = [
      ['signatureAt', 64],
      ['keyAt', 32],
      ['messageAt', 105],
    ]
    for (const [offset, length] of ends) {
      it(`refuses a ${offset} outside its data`, async () => {
        const end = headerLength(1) + 96 + message.length
        for (const at of [end - length + 1, end, 0xffff]) {
          const part = signed(member, message, { [offset]: at })
          await refuseLayout(INVALID_DATA_OFFSETS, verifying([part]))
        }
      })
    }
  })

  describe('of another layout', () => {
    it('refuses no signatures', () => refuse('AttestationMalformed', verifying([])))

    for (const [text, change] of [
      ['a byte too long', (bytes: Uint8Array) => Buffer.concat([bytes, Buffer.alloc(1)])],
      ['a byte too short', (bytes: Uint8Array) => bytes.subarray(0, -1)],
      ['empty', () => new Uint8Array()],
      ['twice as long', (bytes: Uint8Array) => Buffer.concat([bytes, bytes])],
    ] as const) {
      it(`refuses a message that is ${text}`, async () => {
        const other = signed(Keypair.generate(), message)
        const part = signed(member, Uint8Array.from(change(message)))
        await refuse('AttestationMalformed', verifying([part]))
        await refuse('AttestationMalformed', verifying([other, part]))
      })
    }

    it('refuses a signature that the count leaves out', async () => {
      const parts: Signed[] = [signed(Keypair.generate(), message), signed(member, message)]
      await refuse('AttestationQuorumMissing', verifying(parts, 1))
      await succeed(world, [verifying(parts), resolutionBy(market, attestors.address)])
    })

    it('decides by the first message, and ignores the others', async () => {
      const other = signed(Keypair.generate(), messageFor(market, { second: 1n, isMet: false }))
      await refuse('AttestationQuorumMissing', verifying([other, signed(member, message)]))
      const foreign = signed(
        Keypair.generate(),
        message.map((byte) => byte ^ 1),
      )
      await refuse('AttestationForeign', verifying([foreign, signed(member, message)]))
    })
  })
})
