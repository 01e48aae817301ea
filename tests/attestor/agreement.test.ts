import { compileTransaction, findAttestorSet, PROGRAM_ID, resolveMarket } from '@prediction-market/sdk'
import { PublicKey, SYSVAR_INSTRUCTIONS_PUBKEY, type TransactionInstruction } from '@solana/web3.js'
import bs58 from 'bs58'
import { expect } from 'chai'
import pino from 'pino'
import { type Attestor, startAttestor } from '../../app/src/attestor/attestor.ts'
import { type FollowedChain, followChain } from '../../app/src/book/follow-chain.ts'
import { LOCALNET_KEYS } from '../../app/src/localnet/keys.ts'
import { type Agreement, type AttestedMarket, agreed, ask, givenMarket } from '../helpers/attestor/harness.ts'
import { sharedLocalnet, type TestLocalnet, travelTo, until } from '../helpers/localnet/index.ts'
import { messageFor, type Signed, verifying } from '../helpers/oracle/attestors.ts'

const LOG = pino({ level: 'silent' })
const EVENT = { type: 'event', timing: 'atExpiry' } as const

describe('attestors that saw different things', () => {
  let localnet: TestLocalnet
  let chain: FollowedChain
  const attestors: Attestor[] = []

  before(async () => {
    localnet = await sharedLocalnet()
    const observer = { call: () => {} }
    chain = await followChain({ nodes: [localnet.node], programId: PROGRAM_ID, log: LOG, observer })
  })
  after(async () => {
    await Promise.all(attestors.map((attestor) => attestor.stop()))
    await chain.stop()
  })

  it('agree at a later moment, and that decides', async () => {
    // Given two that hear of the event from sources of their own, one of them later than the other.
    const given = await givenMarket(EVENT, 60)
    const heard = [true, false]
    for (const [index, key] of LOCALNET_KEYS.attestors.slice(0, 2).entries()) {
      const attestor = await startAttestor({
        key,
        programId: PROGRAM_ID,
        chain,
        log: LOG,
        now: () => localnet.node.clock.now,
        events: { hasHappened: () => heard[index] ?? null },
        listen: { host: '127.0.0.1', port: 0, purpose: 'attestor', setting: 'none' },
      })
      attestors.push(attestor)
    }
    const signedAt = (second: number) =>
      until(`both to have signed ${second}`, async () => {
        const path = `/attestations/${given.address}?observedAt=${second}`
        const answers = await Promise.all(attestors.map(({ url }) => ask(`${url}${path}`)))
        return answers.every(({ status }) => status === 200) && answers.map(({ body }) => body)
      })
    await travelTo(localnet, given.expireAt)
    const first = await signedAt(given.expireAt)
    expect(first.map(({ value }) => value)).to.deep.equal(['1', '0'])

    // When the other one has heard of it too.
    heard[1] = true
    await travelTo(localnet, given.expireAt + 5)
    const second = await signedAt(given.expireAt + 5)
    expect(second.map(({ value }) => value)).to.deep.equal(['1', '1'])

    // Then what they agree on decides, and not what they did not.
    const signatures = second.map(({ attestor, signature }) => ({
      attestor: new PublicKey(attestor),
      signature: bs58.decode(signature),
    }))
    const attestation = { value: 1n, observedAt: BigInt(given.expireAt + 5), signatures }
    await given.client.resolve({ market: given.market, attestation })
    expect(await given.client.market(given.market.address)).to.include({ status: 'resolved', outcome: 'Yes' })
  })
})

describe('signatures of attestors that are used for something else', () => {
  let localnet: TestLocalnet
  let market: AttestedMarket
  let other: AttestedMarket
  let agreement: Agreement
  let foreign: Agreement

  before(async () => {
    localnet = await sharedLocalnet()
    market = await givenMarket(EVENT, 60)
    other = await givenMarket(EVENT, 60)
    for (const given of [market, other]) localnet.events.set(given.market.address, true)
    await travelTo(localnet, other.expireAt)
    agreement = await agreed(market, 3)
    foreign = await agreed(other, 3)
  })

  /** The parts of an ed25519 instruction with what was signed really. */
  const parts = ({ address }: AttestedMarket, { signatures, ...statement }: Agreement): Signed[] =>
    signatures.map(({ attestor, signature }) => ({
      key: attestor.toBytes(),
      signature,
      message: messageFor({ address: new PublicKey(address) } as Parameters<typeof messageFor>[0], statement),
    }))

  /** What the chain says to a decision after that instruction. */
  async function tried(...before: TransactionInstruction[]): Promise<string> {
    const set = findAttestorSet(market.market.terms.attestorSet)
    const evidence = [set, SYSVAR_INSTRUCTIONS_PUBKEY]
    const decide = resolveMarket({ market: market.market.address, evidence })
    const payer = market.creator.publicKey
    const { blockhash } = await localnet.connection.getLatestBlockhash()
    const transaction = compileTransaction({ payer, instructions: [...before, decide], blockhash })
    const { value } = await localnet.connection.simulateTransaction(transaction)
    return value.err ? `${JSON.stringify(value.err)} ${value.logs?.join('\n')}` : 'decided'
  }

  it('would decide as they were meant', async () => {
    expect(await tried(verifying(parts(market, agreement).slice(0, 2)))).to.equal('decided')
  })

  it('count for nothing one short', async () => {
    const [one = expect.fail()] = parts(market, agreement)
    expect(await tried(verifying([one]))).to.contain('AttestationQuorumMissing')
  })

  it('count once when one is there twice', async () => {
    const [one = expect.fail()] = parts(market, agreement)
    expect(await tried(verifying([one, one]))).to.contain('AttestationQuorumMissing')
  })

  it('count for nothing about another market', async () => {
    expect(await tried(verifying(parts(other, foreign)))).to.contain('AttestationForeign')
  })

  it('do not count together with those of another market', async () => {
    const [one = expect.fail()] = parts(market, agreement)
    const [, stranger = expect.fail()] = parts(other, foreign)
    expect(await tried(verifying([one, stranger]))).to.contain('AttestationQuorumMissing')
  })

  it('are none of another second or value', async () => {
    for (const change of [{ observedAt: agreement.observedAt + 1n }, { value: 0n }]) {
      const altered = parts(market, { ...agreement, ...change })
      // The ed25519 program itself refuses them, before ours is asked.
      expect(await tried(verifying(altered))).to.match(/InstructionError":\[0,/)
    }
  })

  it('count for nothing when their offsets point elsewhere', async () => {
    const elsewhere = parts(market, agreement).map((part) => ({ ...part, offsets: { messageIndex: 0 } }))
    expect(await tried(verifying(elsewhere))).to.contain('AttestationMalformed')
  })

  it('count for nothing without the instruction that verifies them', async () => {
    expect(await tried()).to.contain('AttestationMissing')
  })
})
