import {
  type AttestationSignature,
  attestationMessage,
  betEvidence,
  type Condition,
  createAttestorSet,
  decodeMarket,
  findAttestorSet,
  findBondingCurve,
  findMigrationPool,
  MAX_QUORUM,
  PROGRAM_ID,
  parseProgramError,
  readQuoteMint,
  resolutionEvidence,
  resolveMarket,
  signAttestation,
  verifyAttestation,
  verifySignatures,
} from '@prediction-market/sdk'
import { Ed25519Program, Keypair, PublicKey, SYSVAR_INSTRUCTIONS_PUBKEY } from '@solana/web3.js'
import { expect } from 'chai'
import nacl from 'tweetnacl'
import { InvalidInputError } from '../../sdk/src/errors.ts'
import { compileTransaction, fitsTransaction } from '../../sdk/src/transaction/compile.ts'
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
const HAPPENED = { market, value: 1n, observedAt: 1_800_000_000n }

describe('attestations', () => {
  const attestor = Keypair.generate()

  it('are signed over domain, program, market, value and time', () => {
    const message = Buffer.from(attestationMessage({ ...HAPPENED, value: 0x0102n }))
    expect(message).to.have.length(112)
    expect(message.subarray(0, 32).toString()).to.equal('prediction-market:attestation:v1')
    expect(message.subarray(32, 64).equals(PROGRAM_ID.toBuffer())).to.equal(true)
    expect(message.subarray(64, 96).equals(market.toBuffer())).to.equal(true)
    expect(message.subarray(96).toString('hex')).to.equal('020100000000000000d2496b00000000')
  })

  it('verify as they were signed and not otherwise', () => {
    const signed = signAttestation(HAPPENED, attestor)
    const message = attestationMessage(HAPPENED)
    expect(nacl.sign.detached.verify(message, signed.signature, attestor.publicKey.toBytes())).to.equal(true)
    expect(verifyAttestation(HAPPENED, signed)).to.equal(true)
    expect(verifyAttestation({ ...HAPPENED, value: 0n }, signed)).to.equal(false)
    expect(verifyAttestation({ ...HAPPENED, observedAt: 5n }, signed)).to.equal(false)
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
      [[{ ...signed, attestor: PublicKey.default }], 'signatures[0].attestor: must not be the empty address'],
    ]
    for (const [signatures, message] of refused) {
      expect(() => verifySignatures(HAPPENED, signatures)).to.throw(InvalidInputError, message)
    }
    expect(() => attestationMessage({ ...HAPPENED, value: -1n })).to.throw('value: must be from 0')
    expect(() => attestationMessage({ ...HAPPENED, observedAt: 0n })).to.throw(
      'observedAt: must be a unix time after',
    )
  })

  it('fit into a transaction with its decision as many as a quorum may have', () => {
    const fits = (count: number) => {
      const signatures = Array.from({ length: count }, () => signAttestation(HAPPENED, Keypair.generate()))
      const terms = { attestorSet: 0 }
      const condition: Condition = { type: 'event', timing: 'atExpiry' }
      const evidence = resolutionEvidence({ condition, token: null, terms, isAttested: true })
      const instructions = [verifySignatures(HAPPENED, signatures), resolveMarket({ market, evidence })]
      const blockhash = PublicKey.default.toBase58()
      return fitsTransaction(
        compileTransaction({ payer: key(), instructions, blockhash, computeUnits: 1, priorityFee: 1n }),
      )
    }
    expect(fits(MAX_QUORUM)).to.equal(true)
    expect(fits(MAX_QUORUM + 1)).to.equal(false)
  })
})

describe('evidence', () => {
  const terms = { attestorSet: 3 }
  const price = key()
  const feed = 'ab'.repeat(32)
  const target = { comparison: 'above', target: '5' } as const
  const migration = [findBondingCurve(token), findMigrationPool(token)]

  /** What a bet shows, and what a decision shows: with what proves it, and without. */
  const CASES: [Condition, PublicKey[], PublicKey[], PublicKey[]][] = [
    [{ type: 'price', feed, ...target, timing: 'byExpiry' }, [], [price], []],
    [{ type: 'marketCap', feed, ...target, timing: 'atExpiry' }, [], [price, token], []],
    [{ type: 'supply', ...target, timing: 'byExpiry' }, [token], [token], [token]],
    [{ type: 'supply', ...target, timing: 'atExpiry' }, [], [token], [token]],
    [{ type: 'migration', timing: 'byExpiry' }, migration, migration, migration],
    [{ type: 'migration', timing: 'atExpiry' }, [], migration, migration],
    [
      { type: 'holders', ...target, minimumBalance: 1n, timing: 'byExpiry' },
      [],
      [findAttestorSet(3), SYSVAR_INSTRUCTIONS_PUBKEY],
      [],
    ],
    [{ type: 'event', timing: 'byExpiry' }, [], [findAttestorSet(3), SYSVAR_INSTRUCTIONS_PUBKEY], []],
  ]

  for (const [condition, shown, proof, silence] of CASES) {
    it(`for ${condition.type}, ${condition.timing}`, () => {
      const input = { condition, token, terms }
      expect(betEvidence(input)).to.deep.equal(shown)
      expect(resolutionEvidence({ ...input, price, isAttested: true })).to.deep.equal(proof)
      expect(resolutionEvidence(input)).to.deep.equal(silence)
    })
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
  const attestors = [Keypair.generate(), Keypair.generate(), Keypair.generate()]

  before(async () => {
    world = await startWorld()
    const keys = attestors.map(({ publicKey }) => publicKey)
    const admin = world.admin.publicKey
    await succeed(world, [createAttestorSet({ admin, index: 0, keys, threshold: 2 })], [world.admin])
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
    const attestation = { market: opened.address, value: 1n, observedAt: opened.expireAt }
    const decide = async (signers: Keypair[]) => {
      const signatures = signers.map((attestor) => signAttestation(attestation, attestor))
      const evidence = resolutionEvidence({ ...(await read(opened.address)), isAttested: true })
      const resolve = resolveMarket({ market: opened.address, evidence })
      return world.chain.execute([verifySignatures(attestation, signatures), resolve])
    }
    const tooFew = await decide(attestors.slice(0, 1))
    expect(parseProgramError(tooFew)?.name).to.equal('AttestationQuorumMissing')
    expect((await decide(attestors.slice(1))).error).to.equal(null)
    expect(await read(opened.address)).to.deep.include({ status: 'resolved', outcome: 'Yes' })
  })

  it('a migration decides at once, and nobody bets on it any more', async () => {
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
    putPool(false)
    const late = givenWallet(world)
    const refused = await world.chain.execute([bet(opened, late.publicKey, 'Yes', SOL, evidence)], [late])
    expect(parseProgramError(refused)?.name).to.equal('ConditionAlreadyMet')
    const proof = resolutionEvidence(await read(opened.address))
    await succeed(world, [resolveMarket({ market: opened.address, evidence: proof })])
    expect(await read(opened.address)).to.deep.include({ status: 'resolved', outcome: 'Yes' })
  })
})
