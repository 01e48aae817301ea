import type { Condition } from '@prediction-market/sdk'
import { resolveMarket } from '@prediction-market/sdk/instructions'
import { signAttestation, verifySignatures } from '@prediction-market/sdk/oracle'
import { Keypair, TransactionInstruction } from '@solana/web3.js'
import { expect } from 'chai'
import { type EvidencePart, readEvidence, readTransaction } from '../../sdk/src/core/proof/evidence.ts'
import { codecOf } from '../../sdk/src/web3/codec.ts'
import { addressOf } from '../helpers/history/encode.ts'
import { CREATION, FEED, MARKET, RECORD, RESOLUTION, TERMS } from '../helpers/sdk/made-decision.ts'
import { executed, made, nodeWith } from '../helpers/sdk/made-node.ts'

const keeper = addressOf('a keeper')
const [first, second, third] = ['first', 'second', 'third'].map(addressOf) as [never, never, never]
const attestorSet = addressOf('a set')
const price = CREATION.condition
const marketCap = { ...price, type: 'marketCap' } as Condition
const change: Condition = {
  type: 'change',
  feed: FEED,
  referenceAt: 1_000_300n,
  comparison: 'above',
  bps: 0,
  timing: 'atExpiry',
}
const event: Condition = { type: 'event', timing: 'atExpiry' }
const supply: Condition = { type: 'supply', comparison: 'above', target: '1', timing: 'byExpiry' }

/** The instruction that decides the market with these accounts as evidence. */
const deciding = (...evidence: never[]) => resolveMarket({ keeper, market: MARKET, attestorSet, evidence })

/** The evidence of a transaction with these instructions. */
function evidenceIn(
  condition: Condition,
  instructions: TransactionInstruction[],
  part?: EvidencePart,
  records: (typeof RECORD)[] = [],
) {
  const events = records.map((data) => ({ name: 'ObservationRecorded', data }) as const)
  const transaction = { events, instructions: instructions.map(executed) }
  return readEvidence(codecOf(), transaction, { market: MARKET, condition, terms: TERMS }, part)
}

/** An instruction with some of its parts changed. */
function other(changes: Partial<TransactionInstruction>): TransactionInstruction {
  const { programId, keys, data } = deciding(second)
  return new TransactionInstruction({ programId, keys, data, ...changes })
}

describe('the evidence of a decision', () => {
  it('is the accounts of the instruction that decided the market', () => {
    const empty = { type: 'price', account: first, price: null, mint: null }
    expect(evidenceIn(price, [deciding(first)])).to.deep.equal(empty)
    expect(evidenceIn(price, [deciding(first, second)])).to.deep.equal(empty)
    expect(evidenceIn(marketCap, [deciding(first, second)])).to.deep.equal({ ...empty, mint: second })
    expect(evidenceIn(marketCap, [deciding(first)])).to.deep.equal(empty)
    expect(evidenceIn(supply, [deciding(first, second)])).to.deep.equal({
      type: 'state',
      accounts: [first, second],
    })
  })

  it('is not in instructions of another program, of another kind, or about another market', () => {
    const market = addressOf('another market')
    const { keys, data } = deciding(second)
    const others = [
      other({ programId: addressOf('a program') }),
      other({ data: Buffer.from(data).reverse() }),
      other({ data: Buffer.concat([data, Buffer.alloc(1)]) }),
      other({ keys: keys.slice(0, 1) }),
      resolveMarket({ keeper, market, attestorSet, evidence: [second] }),
    ]
    for (const one of others) expect(evidenceIn(supply, [one])).to.equal(null)
    const among = [...others, deciding(first), ...others]
    expect(evidenceIn(supply, among)).to.deep.equal({ type: 'state', accounts: [first] })
    expect(evidenceIn(supply, [])).to.equal(null)
    expect(evidenceIn(supply, [deciding()])).to.equal(null)
  })

  it('of a change is the last price of the last instruction, that of its reference the first of the first', () => {
    const both = [deciding(first), deciding(first, second, third)]
    const account = (part?: EvidencePart, instructions = both, records: (typeof RECORD)[] = []) => {
      const found = evidenceIn(change, instructions, part, records)
      return found?.type === 'price' ? found.account : expect.fail()
    }
    const record = { ...RECORD, kind: 'reference' } as const
    expect(account()).to.equal(third)
    expect(account('reference')).to.equal(first)
    expect(account('reference', [deciding(second, third), deciding(first)])).to.equal(second)
    expect(account('answer', [deciding(first)])).to.equal(first)
    expect(account('answer', [deciding(first, second, third)]), 'recorded before').to.equal(third)
    expect(account('answer', both, [record]), 'recorded by the instruction before').to.equal(third)
    // An instruction with both prices may have further accounts, which the program does not read.
    const all = [deciding(first, second, third)]
    expect(account('answer', all, [record])).to.equal(second)
    expect(account('reference', all, [record])).to.equal(first)
    expect(account('answer', all, [{ ...record, market: addressOf('another market') }])).to.equal(third)
    expect(account('answer', all, [{ ...record, kind: 'notMet' }])).to.equal(third)
    const other = { name: 'MarketResolved', data: { ...RESOLUTION, kind: 'reference' } } as const
    const transaction = { events: [other], instructions: all.map(executed) }
    const decision = { market: MARKET, condition: change, terms: TERMS }
    expect(readEvidence(codecOf(), transaction, decision)).to.deep.include({ account: third })
  })

  it('of an event is what was signed in the last instruction before', () => {
    const attestors = [1, 2].map((seed) => Keypair.fromSeed(new Uint8Array(32).fill(seed)))
    const signing = (at: bigint, isMet: boolean, signers = attestors) => {
      const attestation = { market: MARKET, second: at, isMet }
      return verifySignatures(
        attestation,
        signers.map((signer) => signAttestation(attestation, signer)),
      )
    }
    const [before, last, after] = [
      signing(5n, true),
      signing(6n, false, attestors.slice(1)),
      signing(7n, true),
    ]
    const found = evidenceIn(event, [before, last, other({ keys: [] }), deciding(first), after])
    expect(found).to.deep.include({ type: 'attestation', attestorSet, second: 6n, isMet: false })
    const signed = found?.type === 'attestation' ? found.signatures : []
    expect(signed.map(({ attestor }) => attestor.toBase58())).to.deep.equal([
      attestors[1]?.publicKey.toBase58(),
    ])
    expect(evidenceIn(event, [deciding(first), after])).to.equal(null)
    expect(evidenceIn(event, [before, deciding(first)])).to.deep.include({ second: 5n, isMet: true })
  })
})

describe('a transaction that is read again', () => {
  it('has its slot, its instructions and the events of the program', async () => {
    const one = { ...made('one', 'MarketResolved', RESOLUTION), instructions: [deciding(first)] }
    expect(await readTransaction(nodeWith([one]), 'one')).to.deep.equal({
      signature: 'one',
      slot: 1,
      instructions: [executed(deciding(first))],
      events: [{ name: 'MarketResolved', data: RESOLUTION }],
    })
  })

  it('is none if it failed, or the node does not have it', async () => {
    const one = made('one', 'MarketResolved', RESOLUTION)
    expect(await readTransaction(nodeWith([{ ...one, state: 'failed' }]), 'one')).to.equal(null)
    expect(await readTransaction(nodeWith([one]), 'two')).to.equal(null)
  })
})
