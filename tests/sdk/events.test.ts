import { BorshCoder, type Idl } from '@coral-xyz/anchor'
import { PROGRAM_ID } from '@prediction-market/sdk'
import { parseEvents } from '@prediction-market/sdk/events'
import { IDL } from '@prediction-market/sdk/idl'
import { Keypair, PublicKey } from '@solana/web3.js'
import BN from 'bn.js'
import { expect } from 'chai'

const key = () => Keypair.generate().publicKey
const OURS = PROGRAM_ID.toBase58()
const OTHER = key().toBase58()
const SYSTEM = '11111111111111111111111111111111'
const [market, keeper] = [key(), key()]

/** The line that the program would log for an event. */
function data(name: string, value: object): string {
  const event = IDL.events.find((candidate) => candidate.name === name)
  if (!event) throw new Error(`no event ${name}`)
  const body = new BorshCoder(IDL as Idl).types.encode(name, value)
  return `Program data: ${Buffer.concat([Buffer.from(event.discriminator), body]).toString('base64')}`
}

const cancelled = data('marketCancelled', { market, sequence: 2, cancelledAt: new BN(7) })
const names = (logs: string[]) => parseEvents(logs).events.map(({ name }) => name)

describe('events', () => {
  it('are read whole', () => {
    const owner = key()
    const bet = data('betPlaced', {
      market,
      sequence: 9,
      owner,
      outcome: { no: {} },
      amount: new BN('18446744073709551615'),
      pools: [new BN(1), new BN(2)],
      stakes: [new BN(3), new BN(4)],
      period: new BN(6),
      placedAt: new BN(5),
    })
    const logs = [`Program ${OURS} invoke [1]`, bet, `Program ${OURS} success`]
    expect(parseEvents(logs)).to.deep.equal({
      events: [
        {
          name: 'BetPlaced',
          data: {
            market,
            sequence: 9,
            owner,
            outcome: 'No',
            amount: 2n ** 64n - 1n,
            pools: { Yes: 1n, No: 2n },
            stakes: { Yes: 3n, No: 4n },
            period: 6n,
            placedAt: 5n,
          },
        },
      ],
      bytes: [Uint8Array.from(Buffer.from(bet.slice('Program data: '.length), 'base64'))],
      isTruncated: false,
    })
  })

  it('have null for the default pubkey and for nothing', () => {
    const fees = { burn: new BN(1), developer: new BN(2) }
    const empty = PublicKey.default
    const logs = [
      `Program ${OURS} invoke [1]`,
      data('feesCollected', {
        market,
        sequence: 9,
        mint: empty,
        fees,
        treasury: keeper,
        developerBurned: true,
      }),
      data('marketVoided', {
        market,
        sequence: 9,
        answer: null,
        observation: null,
        pools: [new BN(1), new BN(0)],
        voidedAt: new BN(9),
        keeper,
        reward: new BN(3),
      }),
      `Program ${OURS} success`,
    ]
    const [collected, voided] = parseEvents(logs).events
    expect(collected).to.deep.equal({
      name: 'FeesCollected',
      data: {
        market,
        sequence: 9,
        mint: null,
        fees: { burn: 1n, developer: 2n },
        treasury: keeper,
        developerBurned: true,
      },
    })
    expect(voided).to.deep.equal({
      name: 'MarketVoided',
      data: {
        market,
        sequence: 9,
        answer: null,
        observation: null,
        pools: { Yes: 1n, No: 0n },
        voidedAt: 9n,
        keeper,
        reward: 3n,
      },
    })
  })

  it('contain late stakes, and the answer of a void market', () => {
    const observation = { value: new BN(1), exponent: -8, observedAt: new BN(7), isMet: true, hasValue: true }
    const pools = [new BN(10), new BN(20)]
    const earned = { keeper, reward: new BN(5) }
    const seenEarned = { keeper, reward: 5n }
    const logs = [
      `Program ${OURS} invoke [1]`,
      data('observationRecorded', {
        market,
        sequence: 9,
        observation,
        recordedAt: new BN(8),
        kind: { curve: {} },
        ...earned,
      }),
      data('marketResolved', {
        market,
        sequence: 9,
        outcome: { yes: {} },
        observation,
        pools,
        latePeriod: new BN(64),
        late: [new BN(3), new BN(4)],
        unmatched: new BN(3),
        fees: { burn: new BN(1), developer: new BN(2) },
        resolvedAt: new BN(9),
        ...earned,
      }),
      data('marketVoided', {
        market,
        sequence: 9,
        answer: { no: {} },
        observation,
        pools,
        voidedAt: new BN(9),
        ...earned,
      }),
      `Program ${OURS} success`,
    ]
    const seen = { value: 1n, exponent: -8, observedAt: 7n, isMet: true, hasValue: true }
    expect(parseEvents(logs).events).to.deep.equal([
      {
        name: 'ObservationRecorded',
        data: { market, sequence: 9, observation: seen, recordedAt: 8n, kind: 'curve', ...seenEarned },
      },
      {
        name: 'MarketResolved',
        data: {
          market,
          sequence: 9,
          outcome: 'Yes',
          observation: seen,
          pools: { Yes: 10n, No: 20n },
          latePeriod: 64n,
          late: { Yes: 3n, No: 4n },
          unmatched: 3n,
          fees: { burn: 1n, developer: 2n },
          resolvedAt: 9n,
          ...seenEarned,
        },
      },
      {
        name: 'MarketVoided',
        data: {
          market,
          sequence: 9,
          answer: 'No',
          observation: seen,
          pools: { Yes: 10n, No: 20n },
          voidedAt: 9n,
          ...seenEarned,
        },
      },
    ])
  })

  it('have a type and a decoder each', () => {
    const logs = IDL.events.map(({ discriminator }) => {
      // Zeros are a valid value of every event: no text, no keys, the first variant.
      const bytes = Buffer.concat([Buffer.from(discriminator), Buffer.alloc(700)])
      return `Program data: ${bytes.toString('base64')}`
    })
    const read = names([`Program ${OURS} invoke [1]`, ...logs])
    expect(read.map((name) => name.charAt(0).toLowerCase() + name.slice(1))).to.deep.equal(
      IDL.events.map(({ name }) => name),
    )
  })

  it('count also when the program is called by another', () => {
    const logs = [
      `Program ${OTHER} invoke [1]`,
      `Program ${OURS} invoke [2]`,
      `Program ${SYSTEM} invoke [3]`,
      `Program ${SYSTEM} success`,
      cancelled,
      `Program ${OURS} success`,
      `Program ${OTHER} success`,
    ]
    expect(names(logs)).to.deep.equal(['MarketCancelled'])
  })

  it('count only while the program is the one running', () => {
    expect(names([cancelled])).to.deep.equal([])
    expect(names([`Program ${OTHER} invoke [1]`, cancelled, `Program ${OTHER} success`])).to.deep.equal([])
    const calledByUs = [
      `Program ${OURS} invoke [1]`,
      `Program ${OTHER} invoke [2]`,
      cancelled,
      `Program ${OTHER} success`,
      `Program ${OURS} success`,
    ]
    expect(names(calledByUs)).to.deep.equal([])
    const afterUs = [
      `Program ${OURS} invoke [1]`,
      `Program ${OURS} success`,
      `Program ${OTHER} invoke [1]`,
      cancelled,
    ]
    expect(names(afterUs)).to.deep.equal([])
    const afterOurs = [`Program ${OURS} invoke [1]`, `Program ${OURS} success`, cancelled]
    expect(names(afterOurs)).to.deep.equal([])
  })

  it('cannot be forged by what another program writes', () => {
    const logs = [
      `Program ${OTHER} invoke [1]`,
      `Program log: Program ${OURS} invoke [2]`,
      `Program log: x\nProgram ${OURS} invoke [2]`,
      `Program log: Program ${OTHER} success`,
      cancelled,
      `Program ${OTHER} success`,
    ]
    expect(names(logs)).to.deep.equal([])
  })

  it('end where the node cut the logs, which is reported', () => {
    const logs = [
      `Program ${OURS} invoke [1]`,
      cancelled,
      'Log truncated',
      // The line that invokes another program was dropped; this one, being shorter, was not.
      cancelled,
      `Program ${OURS} success`,
    ]
    const parsed = parseEvents(logs)
    expect(parsed.events).to.have.length(1)
    expect(parsed.isTruncated).to.equal(true)
  })

  it('leave out what they do not know', () => {
    const logs = [
      `Program ${OURS} invoke [1]`,
      'Program data: AAECAwQFBgcICQ==',
      'Program data: ',
      'Program data: not base64!',
      cancelled,
      `Program ${OURS} success`,
    ]
    expect(names(logs)).to.deep.equal(['MarketCancelled'])
  })

  it('are those of another deployment where one is named', () => {
    const logs = [`Program ${OTHER} invoke [1]`, cancelled, `Program ${OTHER} success`]
    expect(parseEvents(logs, new PublicKey(OTHER)).events).to.have.length(1)
  })
})
