import type { Condition } from '@prediction-market/sdk'
import { findAttestorSet } from '@prediction-market/sdk/accounts'
import { createAttestorSet, resolveMarket } from '@prediction-market/sdk/instructions'
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
  attested,
  givenAttestors,
  messageFor,
  resolutionBy,
  signed,
  verifying,
} from '../../helpers/oracle/attestors.ts'
import { changeSettings } from '../../helpers/program/config.ts'
import { expectRefusal } from '../../helpers/program/expect.ts'
import { readMarket } from '../../helpers/program/market.ts'
import {
  type GivenMarket,
  givenBet,
  givenMarket,
  givenWallet,
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
    attestors = await givenAttestors(world)
    const from = world.chain.payer.publicKey
    const toPubkey = Keypair.generate().publicKey
    transfer = SystemProgram.transfer({ fromPubkey: from, toPubkey, lamports: SOL })
  })

  beforeEach(async () => {
    market = await givenMarket(world, { condition: { type: 'event', timing: 'byExpiry' } })
    await givenBet(world, market, 'Yes', SOL)
    await world.chain.warpTo(market.createdAt + 1_500n)
    const message = messageFor(market, { second: market.createdAt + 1_500n, isMet: true })
    proof = verifying(attestors.members.slice(1).map((member) => signed(member, message)))
    decision = resolutionBy(market, attestors.address)
  })

  const by = (attestorSet: PublicKey, ...evidence: PublicKey[]) =>
    resolveMarket({ keeper: market.keeper, market: market.address, attestorSet, evidence })

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
    const message = messageFor(market, { second: market.createdAt + 1_500n, isMet: true })
    const [a, b, c] = attestors.members.map((member) => signed(member, message))
    if (!a || !b || !c) throw new Error('There must be three members')
    const parts = [verifying([a]), verifying([b, c])]
    await expectRefusal(world, 'AttestationQuorumMissing', { instructions: [...parts, decision] })
  })

  it('refuses a second decision by the same signatures', async () => {
    await expectRefusal(world, 'MarketDecided', { instructions: [proof, decision, decision] })
  })

  it('refuses another account as the instructions sysvar', async () => {
    for (const wrong of [SYSVAR_CLOCK_PUBKEY, PublicKey.unique(), attestors.address]) {
      await refuse(proof, by(attestors.address, wrong))
    }
  })

  it('refuses a forged instructions sysvar', async () => {
    // Given an account with exactly the data of the real sysvar, but without verified signatures.
    const list = PublicKey.unique()
    const data = listOf([proof, decision], 1)
    world.chain.setAccount(list, { lamports: SOL, data, owner: PublicKey.unique(), executable: false })
    await refuse(by(attestors.address, list))
    await refuse(transfer, by(attestors.address, list))
  })

  it('refuses the set or the sysvar alone', async () => {
    await expectRefusal(world, 'EvidenceMissing', { instructions: [proof, by(attestors.address)] })
    const withoutSet = resolveMarket({
      keeper: market.keeper,
      market: market.address,
      evidence: [SYSVAR_INSTRUCTIONS_PUBKEY],
    })
    await expectRefusal(world, 'EvidenceMissing', { instructions: [proof, withoutSet] })
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

describe('the attestors of a market', () => {
  let world: World
  let old: Attestors
  let market: GivenMarket

  const event: Condition = { type: 'event', timing: 'byExpiry' }

  async function staked(): Promise<GivenMarket> {
    const opened = await givenMarket(world, { condition: event })
    await givenBet(world, opened, 'Yes', SOL)
    return opened
  }

  beforeEach(async () => {
    world = await startWorld()
    old = await givenAttestors(world)
    market = await staked()
  })

  const yes = () => ({ second: market.createdAt + 1_000n, isMet: true })

  /** A decision with the signatures of these keys and the attestor set `set`. */
  function decision(opened: GivenMarket, signers: Keypair[], set: PublicKey) {
    const message = messageFor(opened, yes())
    return [verifying(signers.map((signer) => signed(signer, message))), resolutionBy(opened, set)]
  }

  it('are those of its creation, even if the admin creates another set later', async () => {
    // Given an admin who creates a new set in order to decide alone.
    const own = await givenAttestors(world)
    await world.chain.warpTo(market.createdAt + 1_000n)

    // When its members sign, that does not decide an older market.
    const alone = own.members.slice(0, 3)
    await expectRefusal(world, 'WrongAttestorSet', { instructions: decision(market, alone, own.address) })
    const asOld = decision(market, alone, old.address)
    await expectRefusal(world, 'AttestationQuorumMissing', { instructions: asOld })
    const withOne = decision(market, [...alone, old.members[0] as Keypair], old.address)
    await expectRefusal(world, 'AttestationQuorumMissing', { instructions: withOne })

    // Then the attestors of its creation still decide it.
    await succeed(world, attested(market, old, yes()))
    expect((await readMarket(world, market)).outcome).to.equal('Yes')
  })

  it('are the latest ones at its creation', async () => {
    const latest = await givenAttestors(world, 5)
    const opened = await staked()
    await world.chain.warpTo(opened.createdAt + 1_000n)
    expect((await readMarket(world, opened)).terms.attestorSet).to.equal(1)
    await expectRefusal(world, 'WrongAttestorSet', { instructions: attested(opened, old, yes()) })
    const byOld = decision(opened, old.members, latest.address)
    await expectRefusal(world, 'AttestationQuorumMissing', { instructions: byOld })
    const tooFew = decision(opened, latest.members.slice(0, 3), latest.address)
    await expectRefusal(world, 'AttestationQuorumMissing', { instructions: tooFew })
    await succeed(world, attested(opened, latest, yes()))
    expect((await readMarket(world, opened)).outcome).to.equal('Yes')
  })

  it('may be in both sets: the threshold of its own set counts', async () => {
    // Given a market of five attestors, four of whom are in a later set that asks for three.
    const five = await givenAttestors(world, 5)
    market = await staked()
    const keys = five.members.slice(0, 4).map(({ publicKey }) => publicKey)
    const easier = createAttestorSet({ admin: world.admin.publicKey, index: 2, keys })
    await succeed(world, [easier], [world.admin])
    await world.chain.warpTo(market.createdAt + 1_000n)
    const three = five.members.slice(0, 3)
    const instructions = decision(market, three, findAttestorSet(2))
    await expectRefusal(world, 'WrongAttestorSet', { instructions })
    await expectRefusal(world, 'AttestationQuorumMissing', {
      instructions: decision(market, three, five.address),
    })
  })

  it('decide while bets are paused, and with another treasury', async () => {
    await changeSettings(world, { paused: true, treasury: givenWallet(world).publicKey })
    await world.chain.warpTo(market.createdAt + 1_000n)
    await succeed(world, attested(market, old, yes()))
    expect((await readMarket(world, market)).outcome).to.equal('Yes')
  })
})
