import { PROGRAM_ID, type ProgramError } from '@prediction-market/sdk'
import { findAttestorSet } from '@prediction-market/sdk/accounts'
import { resolveMarket } from '@prediction-market/sdk/instructions'
import { compileTransaction } from '@prediction-market/sdk/transaction'
import { PublicKey, SYSVAR_INSTRUCTIONS_PUBKEY, type TransactionInstruction } from '@solana/web3.js'
import { expect } from 'chai'
import pino from 'pino'
import { type Attestor, startAttestor } from '../../app/src/attestor/attestor.ts'
import { type FollowedChain, followChain } from '../../app/src/book/follow-chain.ts'
import { attestorClock } from '../../app/src/localnet/attestors.ts'
import { LOCALNET_KEYS } from '../../app/src/localnet/keys.ts'
import {
  type Agreement,
  type AttestedMarket,
  agreed,
  givenMarket,
  nextMoment,
} from '../helpers/attestor/harness.ts'
import { failure, sharedLocalnet, type TestLocalnet, travelTo } from '../helpers/localnet/index.ts'
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

  it('decide nothing while too few agree, and agree at a later second', async () => {
    // Given three that hear of the event from sources of their own, one of them later than the others.
    const given = await givenMarket(EVENT, 300)
    const heard = [true, true, null as boolean | null]
    for (const [index, key] of LOCALNET_KEYS.attestors.slice(0, 3).entries()) {
      const attestor = await startAttestor({
        key,
        programId: PROGRAM_ID,
        chain,
        clock: attestorClock(localnet.node),
        log: LOG,
        events: { finalAnswer: () => heard[index] ?? null },
        listen: { host: '127.0.0.1', port: 0, purpose: 'attestor', setting: 'none' },
      })
      attestors.push(attestor)
    }
    const urls = attestors.map(({ url }) => url)
    await nextMoment()
    const two = await agreed(given, 2, urls)
    const short = await failure(given.client.decisions.resolve({ market: given.market, attestation: two }))
    expect((short as ProgramError).name).to.equal('AttestationQuorumMissing')

    // When the third one has heard of it too.
    heard[2] = true
    await nextMoment()

    // Then what all three say decides: the first second at which they agree.
    const attestation = await agreed(given, 3, urls)
    expect(attestation.isMet).to.equal(true)
    expect(attestation.second > two.second).to.equal(true)
    await given.client.decisions.resolve({ market: given.market, attestation })
    const decided = await given.client.markets.get(given.market.address)
    expect(decided).to.include({ status: 'resolved', outcome: 'Yes' })
    expect(decided?.observation?.observedAt).to.equal(attestation.second)
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
    market = await givenMarket(EVENT, 100)
    other = await givenMarket(EVENT, 100)
    await travelTo(localnet, other.expireAt)
    for (const given of [market, other]) localnet.events.set(given.market.address, true)
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

  /** The chain's answer to a decision after that instruction. */
  async function tried(...before: TransactionInstruction[]): Promise<string> {
    const attestorSet = findAttestorSet(market.market.terms.attestorSet)
    const evidence = [SYSVAR_INSTRUCTIONS_PUBKEY]
    const payer = market.creator.publicKey
    const decide = resolveMarket({ keeper: payer, market: market.market.address, attestorSet, evidence })
    const { blockhash } = await localnet.connection.getLatestBlockhash()
    const transaction = compileTransaction({ payer, instructions: [...before, decide], blockhash })
    const { value } = await localnet.connection.simulateTransaction(transaction)
    return value.err ? `${JSON.stringify(value.err)} ${value.logs?.join('\n')}` : 'decided'
  }

  it('would decide their own market', async () => {
    expect(await tried(verifying(parts(market, agreement)))).to.equal('decided')
  })

  it('do not count if one is missing', async () => {
    const [one = expect.fail(), two = expect.fail()] = parts(market, agreement)
    expect(await tried(verifying([one, two]))).to.contain('AttestationQuorumMissing')
  })

  it('count a repeated signature once', async () => {
    const [one = expect.fail(), two = expect.fail()] = parts(market, agreement)
    expect(await tried(verifying([one, two, two]))).to.contain('AttestationQuorumMissing')
  })

  it('do not count for another market', async () => {
    expect(await tried(verifying(parts(other, foreign)))).to.contain('AttestationForeign')
  })

  it('do not count together with those of another market', async () => {
    const [one = expect.fail(), two = expect.fail()] = parts(market, agreement)
    const [, , stranger = expect.fail()] = parts(other, foreign)
    expect(await tried(verifying([one, two, stranger]))).to.contain('AttestationQuorumMissing')
  })

  it('do not count for another second or answer', async () => {
    for (const change of [{ second: agreement.second + 1n }, { isMet: false }]) {
      const altered = parts(market, { ...agreement, ...change })
      // The ed25519 program itself refuses them, before ours is asked.
      expect(await tried(verifying(altered))).to.match(/InstructionError":\[0,/)
    }
  })

  it('do not count when their offsets point elsewhere', async () => {
    const elsewhere = parts(market, agreement).map((part) => ({ ...part, offsets: { messageIndex: 0 } }))
    expect(await tried(verifying(elsewhere))).to.contain('AttestationMalformed')
  })

  it('do not count without the instruction that verifies them', async () => {
    expect(await tried()).to.contain('AttestationMissing')
  })
})
