import { type Condition, InvalidInputError, PROGRAM_ID } from '@prediction-market/sdk'
import { decodeMarket, findAttestorSet } from '@prediction-market/sdk/accounts'
import type { Timing } from '@prediction-market/sdk/condition'
import { createAttestorSet, resolveMarket } from '@prediction-market/sdk/instructions'
import {
  type AttestationSignature,
  attestationMessage,
  betEvidence,
  creationEvidence,
  findBondingCurve,
  findMigrationPool,
  readQuoteMint,
  resolutionEvidence,
  signAttestation,
  verifyAttestation,
  verifySignatures,
} from '@prediction-market/sdk/oracle'
import { quorumOf } from '@prediction-market/sdk/rules'
import { compileTransaction, fitsTransaction, parseProgramError } from '@prediction-market/sdk/transaction'
import { Ed25519Program, Keypair, PublicKey, SYSVAR_INSTRUCTIONS_PUBKEY } from '@solana/web3.js'
import { expect } from 'chai'
import nacl from 'tweetnacl'
import {
  bet,
  givenBet,
  givenMarket,
  givenWallet,
  SOL,
  startWorld,
  succeed,
  type World,
} from '../helpers/program/world.ts'

const key = () => Keypair.generate().publicKey
const market = key()
const token = key()
const WSOL = new PublicKey('So11111111111111111111111111111111111111112')
const PUMP = new PublicKey('6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P')
const PUMP_AMM = new PublicKey('pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA')
type Untimed<T> = T extends Condition ? Omit<T, 'timing'> : never

function withTiming(condition: Untimed<Condition>, timing: Timing): Condition {
  return { ...condition, timing } as Condition
}

const HAPPENED = { market, second: 1_800_000_000n, isMet: true }

describe('attestations', () => {
  const attestor = Keypair.generate()

  it('are signed over domain, program, market, second and one bit', () => {
    const message = Buffer.from(attestationMessage(HAPPENED))
    expect(message).to.have.length(105)
    expect(message.subarray(0, 32).toString()).to.equal('prediction-market:attestation:v1')
    expect(message.subarray(32, 64).equals(PROGRAM_ID.toBuffer())).to.equal(true)
    expect(message.subarray(64, 96).equals(market.toBuffer())).to.equal(true)
    expect(message.subarray(96).toString('hex')).to.equal('00d2496b0000000001')
    const other = Buffer.from(attestationMessage({ ...HAPPENED, isMet: false }))
    expect(other.subarray(96).toString('hex')).to.equal('00d2496b0000000000')
  })

  it('verify as they were signed and not otherwise', () => {
    const signed = signAttestation(HAPPENED, attestor)
    const message = attestationMessage(HAPPENED)
    expect(nacl.sign.detached.verify(message, signed.signature, attestor.publicKey.toBytes())).to.equal(true)
    expect(verifyAttestation(HAPPENED, signed)).to.equal(true)
    expect(verifyAttestation({ ...HAPPENED, isMet: false }, signed)).to.equal(false)
    expect(verifyAttestation({ ...HAPPENED, second: 5n }, signed)).to.equal(false)
    expect(verifyAttestation({ ...HAPPENED, market: key() }, signed)).to.equal(false)
    expect(verifyAttestation(HAPPENED, signed, key())).to.equal(false)
    expect(verifyAttestation(HAPPENED, { ...signed, attestor: key() })).to.equal(false)
    expect(verifyAttestation(HAPPENED, { ...signed, signature: new Uint8Array(5) })).to.equal(false)
  })

  it('of one attestor are what web3.js would verify', () => {
    const signed = signAttestation(HAPPENED, attestor)
    const ours = verifySignatures(HAPPENED, [signed])
    const theirs = Ed25519Program.createInstructionWithPublicKey({
      publicKey: attestor.publicKey.toBytes(),
      message: attestationMessage(HAPPENED),
      signature: signed.signature,
    })
    expect(ours.programId).to.deep.equal(theirs.programId)
    expect(ours.data).to.have.length(theirs.data.length)
  })

  it('are refused where they could only fail', () => {
    const signed = signAttestation(HAPPENED, attestor)
    const refused: [AttestationSignature[], string][] = [
      [[], 'signatures: must be at least one'],
      [[signed, signed], 'signatures: must be of distinct attestors'],
      [[signed, { ...signed, attestor: key() }], 'signatures[1]: does not verify'],
      [[{ ...signed, signature: new Uint8Array(64) }], 'signatures[0]: does not verify'],
      [
        [{ ...signed, attestor: PublicKey.default }],
        'signatures[0].attestor: must not be the default pubkey',
      ],
    ]
    for (const [signatures, message] of refused) {
      expect(() => verifySignatures(HAPPENED, signatures)).to.throw(InvalidInputError, message)
    }
    expect(() => attestationMessage({ ...HAPPENED, isMet: 1 as never })).to.throw(
      'isMet: must be true or false',
    )
    expect(() => attestationMessage({ ...HAPPENED, second: 0n })).to.throw(
      'second: must be a unix time after',
    )
  })

  it('fit into a transaction with the decision, as many as the largest quorum has', () => {
    const fits = (count: number) => {
      const signatures = Array.from({ length: count }, () => signAttestation(HAPPENED, Keypair.generate()))
      const terms = { attestorSet: 0 }
      const condition: Condition = { type: 'event', timing: 'atExpiry' }
      const proof = resolutionEvidence({ condition, token: null, terms, isAttested: true })
      const payer = key()
      const resolve = resolveMarket({ keeper: payer, market, ...proof })
      const instructions = [verifySignatures(HAPPENED, signatures), resolve]
      const blockhash = PublicKey.default.toBase58()
      return fitsTransaction(
        compileTransaction({ payer, instructions, blockhash, computeUnits: 1, priorityFee: 1n }),
      )
    }
    expect(fits(quorumOf(8))).to.equal(true)
    expect(fits(quorumOf(8) + 1)).to.equal(false)
  })
})

describe('evidence', () => {
  const terms = { attestorSet: 3 }
  const price = key()
  const feed = 'ab'.repeat(32)
  const target = { comparison: 'above', target: '5' } as const
  const curve = findBondingCurve(token)
  const migration = [curve, findMigrationPool(token)]
  const sysvar = [SYSVAR_INSTRUCTIONS_PUBKEY]

  /** What creation, a bet and a decision show: the last with what proves it, and without. */
  const CASES: [
    condition: Parameters<typeof withTiming>[0],
    creation: PublicKey[],
    bet: PublicKey[],
    proof: PublicKey[],
    silence: PublicKey[],
  ][] = [
    [{ type: 'price', feed, ...target }, [], [], [price], []],
    [{ type: 'marketCap', feed, ...target }, [token], [], [price, token], []],
    [{ type: 'supply', ...target }, [token], [token], [token], [token]],
    [{ type: 'migration' }, [curve], [curve], migration, migration],
    [{ type: 'holders', ...target, minimumBalance: 1n }, [token], [], sysvar, []],
    [{ type: 'event' }, [], [], sysvar, []],
  ]

  for (const [untimed, creation, shown, proof, silence] of CASES) {
    for (const timing of ['atExpiry', 'byExpiry'] as const) {
      const condition = withTiming(untimed, timing)
      it(`for ${condition.type}, ${timing}`, () => {
        const input = { condition, token, terms }
        expect(creationEvidence(input)).to.deep.equal(creation)
        expect(betEvidence(input)).to.deep.equal(shown)
        const attestorSet = proof === sysvar ? findAttestorSet(3) : null
        expect(resolutionEvidence({ ...input, price, isAttested: true })).to.deep.equal({
          attestorSet,
          evidence: proof,
        })
        expect(resolutionEvidence(input)).to.deep.equal({ attestorSet: null, evidence: silence })
      })
    }
  }

  it('of a migration follows from the token and what it is traded against', () => {
    const at = (seeds: (string | Uint8Array)[], program: PublicKey) =>
      PublicKey.findProgramAddressSync(
        seeds.map((seed) => Buffer.from(seed)),
        program,
      )[0]
    const authority = at(['pool-authority', token.toBytes()], PUMP)
    const pool = (mint: PublicKey) => {
      const keys = [authority.toBytes(), token.toBytes(), mint.toBytes()]
      return at(['pool', Uint8Array.of(0, 0), ...keys], PUMP_AMM)
    }
    expect(findBondingCurve(token)).to.deep.equal(at(['bonding-curve', token.toBytes()], PUMP))
    expect(findMigrationPool(token)).to.deep.equal(pool(WSOL))
    const quote = key()
    expect(findMigrationPool(token, quote)).to.deep.equal(pool(quote))

    const curve = new Uint8Array(150)
    expect(readQuoteMint(curve)).to.deep.equal(WSOL)
    expect(readQuoteMint(curve.subarray(0, 81))).to.deep.equal(WSOL)
    curve.set(quote.toBytes(), 83)
    expect(readQuoteMint(curve)).to.deep.equal(quote)
  })

  it('is refused where there is no token to show', () => {
    const condition: Condition = { type: 'migration', timing: 'byExpiry' }
    expect(() => betEvidence({ condition, token: null })).to.throw(
      InvalidInputError,
      'token: is needed by a condition of type migration',
    )
  })
})

describe('evidence on a chain', () => {
  let world: World
  const attestors = Array.from({ length: 4 }, () => Keypair.generate())

  before(async () => {
    world = await startWorld()
    const keys = attestors.map(({ publicKey }) => publicKey)
    const admin = world.admin.publicKey
    await succeed(world, [createAttestorSet({ admin, index: 0, keys })], [world.admin])
  })

  async function read(address: PublicKey) {
    const account = await world.chain.account(address)
    if (!account) throw new Error('no market')
    return decodeMarket(account.data)
  }

  it('a quorum of attestors decides an event', async () => {
    const opened = await givenMarket(world, { condition: { type: 'event', timing: 'atExpiry' } })
    await givenBet(world, opened, 'Yes', SOL)
    await world.chain.warpTo(opened.expireAt)
    const attestation = { market: opened.address, second: opened.expireAt, isMet: true }
    const decide = async (signers: Keypair[]) => {
      const signatures = signers.map((attestor) => signAttestation(attestation, attestor))
      const proof = resolutionEvidence({ ...(await read(opened.address)), isAttested: true })
      const resolve = resolveMarket({ keeper: opened.keeper, market: opened.address, ...proof })
      return world.chain.execute([verifySignatures(attestation, signatures), resolve])
    }
    const tooFew = await decide(attestors.slice(0, 2))
    expect(parseProgramError(tooFew)?.name).to.equal('AttestationQuorumMissing')
    expect((await decide(attestors.slice(1))).error).to.equal(null)
    expect(await read(opened.address)).to.deep.include({ status: 'resolved', outcome: 'Yes', answer: 'Yes' })
  })

  it('a migration decides at once, and nobody bets any more once the curve is complete', async () => {
    const mint = key()
    const put = (address: PublicKey, owner: PublicKey, discriminator: number[]) => {
      const data = Buffer.alloc(300)
      data.set(discriminator)
      return (isComplete: boolean) => {
        data.writeUInt8(isComplete ? 1 : 0, 48)
        world.chain.setAccount(address, { lamports: SOL, data, owner, executable: false })
      }
    }
    const putCurve = put(findBondingCurve(mint), PUMP, [23, 183, 248, 55, 96, 216, 172, 96])
    const putPool = put(findMigrationPool(mint), PUMP_AMM, [241, 154, 109, 4, 17, 177, 109, 188])
    putCurve(false)
    const condition: Condition = { type: 'migration', timing: 'byExpiry' }
    const evidence = betEvidence({ condition, token: mint })
    const opened = await givenMarket(world, { condition, token: mint, evidence })
    await givenBet(world, opened, 'Yes', SOL, evidence)

    putCurve(true)
    const late = givenWallet(world)
    const refused = await world.chain.execute([bet(opened, late.publicKey, 'Yes', SOL, evidence)], [late])
    expect(parseProgramError(refused)?.name).to.equal('AnswerFixed')
    putPool(false)
    await world.chain.warpTo(opened.createdAt + 1_800n)
    const proof = resolutionEvidence(await read(opened.address))
    await succeed(world, [resolveMarket({ keeper: opened.keeper, market: opened.address, ...proof })])
    expect(await read(opened.address)).to.deep.include({ status: 'resolved', outcome: 'Yes' })
  })
})
