import { readFileSync } from 'node:fs'
import { resolveMarket } from '@prediction-market/sdk/instructions'
import { signAttestation, verifySignatures } from '@prediction-market/sdk/oracle'
import {
  type PriceUpdate,
  PYTH_RECEIVER,
  PYTH_RECEIVERS,
  planAtomicPosting,
  planPricePosting,
} from '@prediction-market/sdk/oracle/pyth'
import type { DecisionEvidence, MarketDecision } from '@prediction-market/sdk/proof'
import {
  ComputeBudgetProgram,
  Connection,
  Keypair,
  type PublicKey,
  TransactionInstruction,
} from '@solana/web3.js'
import { expect } from 'chai'
import { readEvidence } from '../../sdk/src/core/proof/evidence.ts'
import { readAgain } from '../../sdk/src/core/proof/observed.ts'
import { codecOf } from '../../sdk/src/web3/codec.ts'
import { web3Wire } from '../../sdk/src/web3/wire.ts'

/** A made-up update of two feeds; see `pyth.test.ts`. */
const VECTOR = JSON.parse(
  readFileSync(new URL('../vectors/pyth-receiver.json', import.meta.url), 'utf8'),
) as { update: string; feeds: string[] }

const FEED = VECTOR.feeds[0] ?? expect.fail()
const UPDATE: PriceUpdate = {
  feedId: FEED,
  price: 250n,
  conf: 1n,
  exponent: 0,
  publishTime: 1_000,
  prevPublishTime: 999,
  emaPrice: 250n,
  emaConf: 1n,
}
const market = Keypair.generate().publicKey
const mint = Keypair.generate().publicKey
const terms = { pythReceiver: PYTH_RECEIVER }

/** A transaction as it would be read from the chain. */
function executed(...instructions: TransactionInstruction[]) {
  return {
    signature: '',
    slot: 1,
    events: [],
    instructions: instructions.map(({ programId, keys, data }) => ({
      program: programId,
      accounts: keys.map(({ pubkey }) => pubkey),
      data: Uint8Array.from(data),
    })),
  }
}

const keeper = Keypair.generate().publicKey

describe('evidence in a transaction', () => {
  const signed = { ...UPDATE, signed: Buffer.from(VECTOR.update, 'hex') }
  const payer = Keypair.generate().publicKey
  const posting = planPricePosting(signed, { payer, rent: 1_000_000 })
  const atomic = planAtomicPosting(signed, { payer }) ?? expect.fail()
  const price = { type: 'price', feed: FEED, comparison: 'above', target: '1', timing: 'atExpiry' } as const
  const decide = (...evidence: PublicKey[]) => resolveMarket({ keeper, market, evidence })

  for (const [how, posted] of [
    ['by a message on the chain', posting],
    ['together with its message', atomic],
  ] as const)
    it(`is the price that the same transaction posts ${how}`, () => {
      const limit = ComputeBudgetProgram.setComputeUnitLimit({ units: 1 })
      const transaction = executed(posted.post, limit, decide(posted.price), ...posted.close)
      const evidence = readEvidence(codecOf(), transaction, { market, condition: price, terms })
      expect(evidence).to.deep.include({ type: 'price', account: posted.price, mint: null })
      const read = (evidence as Extract<DecisionEvidence, { type: 'price' }>).price
      expect(read?.feedId).to.equal(FEED)
      // The message of the update has the same numbers, from its byte 33 on.
      const message = Buffer.from(VECTOR.update, 'hex')
      const at = message.indexOf(Buffer.from(FEED, 'hex')) + 32
      expect(read?.price).to.equal(message.readBigInt64BE(at))
      expect(read?.conf).to.equal(message.readBigUInt64BE(at + 8))
      expect(read?.exponent).to.equal(message.readInt32BE(at + 16))
      expect(read?.publishTime).to.equal(Number(message.readBigInt64BE(at + 20)))
      expect(read?.prevPublishTime).to.equal(Number(message.readBigInt64BE(at + 28)))
    })

  it('is the last price that was posted before the decision', () => {
    /** Another price in the same account. */
    const posted = (dollars: bigint) => {
      const data = Buffer.from(posting.post.data)
      data.writeBigInt64BE(dollars, 13 + 32)
      return new TransactionInstruction({ ...posting.post, data })
    }
    const transaction = executed(posted(1n), posted(2n), decide(posting.price), posted(3n))
    const evidence = readEvidence(codecOf(), transaction, { market, condition: price, terms })
    expect((evidence as Extract<DecisionEvidence, { type: 'price' }>).price?.price).to.equal(2n)
    const late = executed(decide(posting.price), posted(3n))
    const unposted = readEvidence(codecOf(), late, { market, condition: price, terms })
    expect(unposted).to.deep.include({ account: posting.price, price: null })
  })

  it('is no price of another receiver or account, and nothing about another market', () => {
    const transaction = executed(posting.post, decide(posting.price))
    const other = { pythReceiver: PYTH_RECEIVERS[0] ?? expect.fail() }
    const elsewhere = readEvidence(codecOf(), transaction, { market, condition: price, terms: other })
    expect(elsewhere).to.deep.include({ price: null })
    const unposted = executed(posting.post, decide(mint))
    expect(readEvidence(codecOf(), unposted, { market, condition: price, terms })).to.deep.include({
      account: mint,
      price: null,
    })
    expect(readEvidence(codecOf(), transaction, { market: mint, condition: price, terms })).to.equal(null)
    expect(readEvidence(codecOf(), executed(decide()), { market, condition: price, terms })).to.equal(null)
  })

  it('is what attestors signed in the instruction before', () => {
    const attestors = Array.from({ length: 3 }, () => Keypair.generate())
    const attestation = { market, second: 1_800_000_000n, isMet: true }
    const signatures = attestors.map((attestor) => signAttestation(attestation, attestor))
    const attestorSet = Keypair.generate().publicKey
    const resolve = resolveMarket({ keeper, market, attestorSet, evidence: [mint] })
    const condition = { type: 'event', timing: 'atExpiry' } as const
    const transaction = executed(verifySignatures(attestation, signatures), resolve)
    const evidence = readEvidence(codecOf(), transaction, { market, condition, terms })
    expect(evidence).to.deep.include({
      type: 'attestation',
      attestorSet,
      second: 1_800_000_000n,
      isMet: true,
    })
    const read = evidence as Extract<DecisionEvidence, { type: 'attestation' }>
    expect(read.signatures.map(({ attestor }) => attestor.toBase58())).to.deep.equal(
      attestors.map(({ publicKey }) => publicKey.toBase58()),
    )
    read.signatures.forEach(({ signature }, index) => {
      expect(Buffer.from(signature).equals(signatures[index]?.signature ?? new Uint8Array())).to.equal(true)
    })
  })
})

describe('evidence that is read again', () => {
  // The price is part of the transaction, so that nothing is asked.
  const connection = new Connection('http://127.0.0.1:9')
  const observation = { value: 250n, exponent: 0, observedAt: 1_000n, isMet: true, hasValue: true }

  async function objections(changes: { update?: object; observation?: object; mint?: PublicKey } = {}) {
    const evidence = {
      type: 'price',
      account: market,
      price: { ...UPDATE, ...changes.update },
      mint: changes.mint ?? null,
    }
    const condition = { type: 'price', feed: FEED, comparison: 'above', target: '200', timing: 'atExpiry' }
    const rule = { condition, terms: { ...terms, maxConfidenceBps: 100 }, expireAt: 1_000n }
    const decision = { market, evidence, created: rule } as unknown as MarketDecision
    const seen = { ...observation, ...changes.observation }
    return (await readAgain(web3Wire(connection), decision, seen)).objections
  }

  it('shows what the program observed', async () => {
    expect(await objections()).to.deep.equal([])
    expect(await objections({ mint, observation: { value: 10_000n, exponent: -1 } })).to.deep.equal([])
  })

  it('names everything that is otherwise', async () => {
    expect(await objections({ update: { feedId: 'ff' } })).to.deep.equal(['the price is of the feed ff'])
    expect(await objections({ update: { conf: 3n } })).to.deep.equal([
      'the price is not as certain and as early as the terms ask for',
    ])
    expect(await objections({ update: { publishTime: 1_001 } })).to.deep.equal([
      'the price was published at 1001',
    ])
    expect(await objections({ update: { price: 251n } })).to.deep.equal(['the price is 251 × 10^0'])
    expect(await objections({ observation: { isMet: false } })).to.deep.equal([
      'the value meets the condition',
    ])
    expect(await objections({ mint, observation: { value: 10_001n, exponent: -1 } })).to.have.length(1)
  })
})
