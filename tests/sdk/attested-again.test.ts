import { findAttestorSet } from '@prediction-market/sdk/accounts'
import { type AttestationSignature, signAttestation } from '@prediction-market/sdk/oracle'
import type { MarketDecision } from '@prediction-market/sdk/proof'
import { Keypair, type PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import { addressOf } from '../helpers/history/encode.ts'
import { CREATION, MARKET, TERMS } from '../helpers/sdk/made-decision.ts'
import { encodeAttestorSet } from '../helpers/sdk/made-node.ts'
import { EXPIRES } from '../helpers/sdk/market.ts'
import { again } from '../helpers/sdk/verified.ts'

describe('signatures of attestors that are read again', () => {
  const members = [1, 2, 3, 4].map((seed) => Keypair.fromSeed(new Uint8Array(32).fill(seed)))
  const stranger = Keypair.fromSeed(new Uint8Array(32).fill(9))
  const created = {
    ...CREATION,
    terms: { ...TERMS, attestorSet: 2 },
    condition: { type: 'event', timing: 'atExpiry' },
  }
  const address = findAttestorSet(2)
  const attested = { second: EXPIRES, isMet: true }
  const observed = { value: 1n, exponent: 0 }

  const signaturesOf = (signers: Keypair[], said: object = {}) =>
    signers.map((signer) => signAttestation({ market: MARKET, ...attested, ...said }, signer))

  async function quorum(
    signatures: AttestationSignature[],
    { evidence = {}, observation = {}, owner = undefined as PublicKey | undefined, isThere = true } = {},
  ) {
    const data = await encodeAttestorSet(
      2,
      3,
      members.map(({ publicKey }) => publicKey),
    )
    const accounts = isThere ? { [address.toBase58()]: { data, ...(owner && { owner }) } } : {}
    const shown = { type: 'attestation', attestorSet: address, ...attested, signatures, ...evidence } as const
    const decision = { created } as Partial<MarketDecision>
    return again(shown, { ...observed, ...observation }, accounts, decision)
  }

  it('are of a quorum of the set', async () => {
    expect(await quorum(signaturesOf(members.slice(0, 3)))).to.deep.equal({
      shown: { at: EXPIRES, previous: null, reading: 'met', isSure: false },
      objections: [],
      checked: '3 signatures of the 4 attestors, of which 3 must sign',
      trusted: ['that the attestors signed what was true'],
    })
    expect((await quorum(signaturesOf(members))).objections).to.deep.equal([])
  })

  it('are too few without a valid one of each attestor', async () => {
    const few = (count: number) => [`${count} attestors signed, fewer than a quorum`]
    const [first, second, third] = signaturesOf(members)
    if (!first || !second || !third) expect.fail()
    const forged = { ...third, signature: third.signature.map((byte) => byte ^ 1) }
    for (const last of [first, forged, ...signaturesOf([stranger])]) {
      expect((await quorum([first, second, last])).objections).to.deep.equal(few(2))
    }
    for (const said of [
      { second: EXPIRES + 1n },
      { isMet: false },
      { market: addressOf('another market') },
    ]) {
      expect((await quorum(signaturesOf(members.slice(0, 3), said))).objections).to.deep.equal(few(0))
    }
    expect((await quorum([])).objections).to.deep.equal(few(0))
  })

  it('count for the set that the terms name, which the program wrote', async () => {
    const signatures = signaturesOf(members)
    const elsewhere = await quorum(signatures, { evidence: { attestorSet: findAttestorSet(1) } })
    expect(elsewhere.objections).to.deep.equal([`the attestor set is not ${address}`])
    for (const given of [{ isThere: false }, { owner: addressOf('a program') }]) {
      expect((await quorum(signatures, given)).objections).to.deep.equal([
        '0 attestors signed, fewer than a quorum',
      ])
    }
  })

  it('say what the program observed, of its second', async () => {
    const other = { second: EXPIRES + 1n, isMet: false }
    const signatures = signaturesOf(members, other)
    const read = await quorum(signatures, { evidence: other })
    expect(read.objections).to.deep.equal([`the attestors signed not met for the second ${EXPIRES + 1n}`])
    const no = { isMet: false }
    const opposite = await quorum(signaturesOf(members, no), { evidence: no })
    expect(opposite.objections).to.deep.equal([`the attestors signed not met for the second ${EXPIRES}`])
    const yes = await quorum(signaturesOf(members), { observation: { isMet: false, value: 0n } })
    expect(yes.objections).to.deep.equal([`the attestors signed met for the second ${EXPIRES}`])
    const late = await quorum(signaturesOf(members), { observation: { observedAt: EXPIRES - 1n } })
    expect(late.objections).to.deep.equal([`the attestors signed met for the second ${EXPIRES}`])
  })
})

describe('the state of accounts that is read again', () => {
  const accounts = [addressOf('first'), addressOf('second')]
  const checked = 'the answer is what the condition says of the value that the program read'

  it('is what the program read, which is trusted', async () => {
    expect(await again({ type: 'state', accounts })).to.deep.equal({
      shown: { at: EXPIRES, previous: null, reading: 'met', isSure: true },
      objections: [],
      checked,
      trusted: [`the state of ${accounts.join(', ')} in the slot of the transaction, as the program read it`],
    })
  })

  it('is doubted if the transaction shows none', async () => {
    expect(await again(null)).to.deep.equal({
      shown: { at: EXPIRES, previous: null, reading: 'met', isSure: true },
      objections: ['the transaction that decided the market has no evidence'],
      checked,
      trusted: [],
    })
  })
})
