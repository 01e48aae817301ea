import { resolveMarket } from '@prediction-market/sdk'
import {
  ComputeBudgetProgram,
  Keypair,
  PublicKey,
  Secp256k1Program,
  SYSVAR_CLOCK_PUBKEY,
  SYSVAR_INSTRUCTIONS_PUBKEY,
  SystemProgram,
  TransactionInstruction,
} from '@solana/web3.js'
import { expect } from 'chai'
import {
  type Attestors,
  givenAttestors,
  messageFor,
  resolutionBy,
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

describe('resolve_market by signatures in the wrong place', () => {
  let world: World
  let attestors: Attestors
  let market: GivenMarket
  let proof: TransactionInstruction
  let decision: TransactionInstruction
  let transfer: TransactionInstruction

  before(async () => {
    world = await startWorld()
    attestors = await givenAttestors(world, 2, 2)
    const from = world.chain.payer.publicKey
    const toPubkey = Keypair.generate().publicKey
    transfer = SystemProgram.transfer({ fromPubkey: from, toPubkey, lamports: SOL })
  })

  beforeEach(async () => {
    market = await givenMarket(world, { condition: { type: 'event', timing: 'byExpiry' } })
    await givenBet(world, market, 'Yes', SOL)
    await world.chain.warpTo(market.createdAt + 60n)
    const message = messageFor(market, { value: 1n, observedAt: market.createdAt + 60n })
    proof = verifying(attestors.members.map((member) => signed(member, message)))
    decision = resolutionBy(market, attestors.address)
  })

  const refuse = (...instructions: TransactionInstruction[]) =>
    expectRefusal(world, 'AttestationMissing', { instructions })

  it('refuses a missing ed25519 instruction, and one after it', async () => {
    await refuse(decision)
    await refuse(decision, proof)
    await refuse(transfer, decision, proof)
  })

  it('refuses an ed25519 instruction that is not directly before it', async () => {
    await refuse(proof, transfer, decision)
    const price = ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1n })
    await refuse(proof, price, decision)
    await succeed(world, [price, transfer, proof, decision])
    expect((await readMarket(world, market)).outcome).to.equal('Yes')
  })

  it("refuses another program's instruction, even one that verifies signatures", async () => {
    await refuse(transfer, decision)
    const keys: TransactionInstruction['keys'] = []
    const data = Buffer.from([0])
    await refuse(new TransactionInstruction({ programId: Secp256k1Program.programId, keys, data }), decision)
  })

  it('does not combine the signatures of two ed25519 instructions', async () => {
    const message = messageFor(market, { value: 1n, observedAt: market.createdAt + 60n })
    const halves = attestors.members.map((member) => verifying([signed(member, message)]))
    await expectRefusal(world, 'AttestationQuorumMissing', { instructions: [...halves, decision] })
  })

  it('refuses a second decision by the same signatures', async () => {
    await expectRefusal(world, 'MarketDecided', { instructions: [proof, decision, decision] })
  })

  it('refuses another account as the instructions sysvar', async () => {
    for (const wrong of [SYSVAR_CLOCK_PUBKEY, PublicKey.unique(), attestors.address]) {
      const evidence = [attestors.address, wrong]
      await refuse(proof, resolveMarket({ market: market.address, evidence }))
    }
  })

  it('refuses a forged instructions sysvar', async () => {
    // Given an account with exactly the data of the real sysvar, but without verified signatures.
    const list = PublicKey.unique()
    const data = listOf([proof, decision], 1)
    world.chain.setAccount(list, { lamports: SOL, data, owner: PublicKey.unique(), executable: false })
    const evidence = [attestors.address, list]
    await refuse(resolveMarket({ market: market.address, evidence }))
    await refuse(transfer, resolveMarket({ market: market.address, evidence }))
  })

  it('refuses the set or the sysvar alone, and both in the wrong order', async () => {
    const by = (...evidence: PublicKey[]) => resolveMarket({ market: market.address, evidence })
    const missing = { instructions: [proof, by(attestors.address)] }
    await expectRefusal(world, 'EvidenceMissing', missing)
    await expectRefusal(world, 'EvidenceMissing', { instructions: [proof, by(SYSVAR_INSTRUCTIONS_PUBKEY)] })
    const swapped = [proof, by(SYSVAR_INSTRUCTIONS_PUBKEY, attestors.address)]
    await expectRefusal(world, 'WrongAttestorSet', { instructions: swapped })
  })
})

/** The data of the instructions sysvar: the offsets, the instructions, the index of the current one. */
function listOf(instructions: TransactionInstruction[], current: number): Buffer {
  const u16 = (value: number) => Buffer.from(Uint16Array.of(value).buffer)
  const bodies = instructions.map(({ keys, programId, data }) => {
    const metas = keys.map((key) => {
      const flags = (key.isSigner ? 1 : 0) + (key.isWritable ? 2 : 0)
      return Buffer.concat([Buffer.of(flags), key.pubkey.toBytes()])
    })
    return Buffer.concat([u16(keys.length), ...metas, programId.toBytes(), u16(data.length), data])
  })
  let at = 2 + 2 * bodies.length
  const offsets = bodies.map((body) => {
    at += body.length
    return u16(at - body.length)
  })
  return Buffer.concat([u16(bodies.length), ...offsets, ...bodies, u16(current)])
}
