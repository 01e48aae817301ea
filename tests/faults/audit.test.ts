import { createHash } from 'node:crypto'
import { type Stakes, toMarketId } from '@prediction-market/sdk'
import { findEscrow } from '@prediction-market/sdk/accounts'
import type { ProgramEvent } from '@prediction-market/sdk/events'
import type { RestEvent } from '@prediction-market/sdk/rest'
import { Keypair, type PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import { auditAnswers } from './audit/answers.ts'
import type { ChainTransaction } from './audit/chain.ts'
import { auditHistory, auditNumbers } from './audit/history.ts'
import { auditMoney } from './audit/money.ts'
import { auditStream } from './audit/streams.ts'
import type { Report } from './clients/journal.ts'

const [market, creator, ann, bob, payer] = Array.from({ length: 5 }, () => Keypair.generate().publicKey) as [
  PublicKey,
  PublicKey,
  PublicKey,
  PublicKey,
  PublicKey,
]
const escrow = findEscrow(market).toBase58()
const id = toMarketId(market)

/** Lamports of an escrow's rent, and of a position's. */
const RENT = 890_880n
const POSITION_RENT = 2_000_000n

function transaction(
  signature: string,
  events: object[],
  lamports: [PublicKey | string, bigint][],
): ChainTransaction {
  return {
    signature,
    slot: 1,
    isFailed: false,
    events: events as ProgramEvent[],
    lamports: new Map(lamports.map(([key, change]) => [String(key), change])),
    tokens: new Map(),
    payer: payer.toBase58(),
  }
}

function placed(owner: PublicKey, outcome: 'Yes' | 'No', amount: bigint, pools: Stakes, period: bigint) {
  return { name: 'BetPlaced', data: { market, owner, outcome, amount, pools, stakes: pools, period } }
}

function settled(owner: PublicKey, payout: bigint, refund: bigint) {
  return { name: 'PositionSettled', data: { market, owner, payout, refund, recipient: owner } }
}

/** Ann wins 100 + 90 with her first bet; bob loses 100. Of what came too late ann gets 7 back, and bob 3. */
function chainOf(): ChainTransaction[] {
  const terms = { burnBps: 500, developerBps: 500 }
  const fees = { burn: 5n, developer: 5n }
  const ofBankroll = { market, owner: bob, requestId: requestIdOf('k') }
  return [
    transaction(
      'created',
      [{ name: 'MarketCreated', data: { market, creator, mint: null, terms } }],
      [[escrow, RENT]],
    ),
    transaction('bet 1', [placed(ann, 'Yes', 100n, { Yes: 100n, No: 0n }, 1n)], [[escrow, 100n]]),
    transaction(
      'bet 2',
      [placed(bob, 'No', 100n, { Yes: 100n, No: 100n }, 2n), { name: 'BankrollBet', data: ofBankroll }],
      [[escrow, 100n]],
    ),
    transaction('bet 3', [placed(ann, 'Yes', 7n, { Yes: 107n, No: 100n }, 3n)], [[escrow, 7n]]),
    transaction('bet 4', [placed(bob, 'No', 3n, { Yes: 107n, No: 103n }, 4n)], [[escrow, 3n]]),
    transaction(
      'decided',
      [{ name: 'MarketResolved', data: { market, outcome: 'Yes', latePeriod: 4n, fees } }],
      [],
    ),
    transaction('fees', [{ name: 'FeesCollected', data: { market, fees } }], [[escrow, -10n]]),
    transaction(
      'paid',
      [settled(ann, 190n, 7n), settled(bob, 0n, 3n)],
      [
        [escrow, -200n],
        [ann, 197n + POSITION_RENT],
        [bob, 3n + POSITION_RENT],
      ],
    ),
  ]
}

function requestIdOf(key: string): bigint {
  return createHash('sha256').update(`${bob}\n${key}`).digest().readBigUInt64LE()
}

/** The chain with a transaction replaced, or without it. */
function changed(
  signature: string,
  change: (one: ChainTransaction) => ChainTransaction[],
): ChainTransaction[] {
  return chainOf().flatMap((one) => (one.signature === signature ? change(one) : [one]))
}

describe('the audit of money', () => {
  it('accepts a market that was paid', () => {
    expect(auditMoney(chainOf())).to.deep.equal([])
  })

  it('finds a doubled payout', () => {
    const wrong = auditMoney(changed('paid', (one) => [one, { ...one, signature: 'again' }]))
    expect(wrong).to.include(`${market}: ${ann} was paid 2 times`)
    expect(wrong.some((one) => one.includes('in the escrow'))).to.equal(false)
  })

  it('finds a missing payout, and money that is left in the escrow', () => {
    const wrong = auditMoney(changed('paid', () => []))
    expect(wrong).to.include(`${market}: ${bob} was paid 0 times`)
  })

  it('finds a payout of another amount, and to somebody who has not bet', () => {
    const events = [settled(ann, 191n, 7n), settled(bob, 0n, 3n), settled(payer, 1n, 0n)] as ProgramEvent[]
    const wrong = auditMoney(changed('paid', (one) => [{ ...one, events }]))
    expect(wrong).to.include(`${market}: ${ann} was paid 191 and 7 back, due are 190 and 7 back`)
    expect(wrong).to.include(`${market}: ${payer} was paid and has not bet`)
  })

  it('finds lamports that did not arrive, and some that left the escrow', () => {
    const lamports = new Map([
      [escrow, -201n],
      [ann.toBase58(), 196n],
      [bob.toBase58(), 3n],
    ])
    const wrong = auditMoney(changed('paid', (one) => [{ ...one, lamports }]))
    expect(wrong).to.include(`${market}: ${ann} got 196 in paid, due are 197`)
    expect(wrong).to.include(`${market}: 210 staked, 200 paid, 10 fees, 0 dust, and -1 in the escrow`)
  })

  it('finds a market that was decided twice, or never', () => {
    expect(auditMoney(changed('decided', (one) => [one, one]))).to.deep.equal([
      `${market}: was decided 2 times`,
    ])
    expect(auditMoney(changed('decided', () => []))).to.deep.equal([`${market}: was decided 0 times`])
  })
})

describe('the audit of answers', () => {
  const bet: Report = {
    what: 'bet',
    signature: 'bet 1',
    market: id,
    owner: ann.toBase58(),
    outcome: 'Yes',
    amount: 100n,
    pools: { Yes: 100n, No: 0n },
  }
  const keyed = {
    owner: bob.toBase58(),
    key: 'k',
    market: id,
    outcome: 'No',
    amount: 100n,
    signature: 'bet 2',
  } as const
  const wrongIn = (reported: Report[], chain = chainOf()) => auditAnswers(chain, { reported, keyed: [keyed] })

  it('accepts true answers', () => {
    const reported: Report[] = [
      bet,
      { what: 'market', signature: 'created', market: id, creator: creator.toBase58() },
      { what: 'failed', signature: 'never sent', reason: 'expired' },
      { what: 'payout', market: id, owner: ann.toBase58(), winnings: 190n, refund: 7n, signature: 'paid' },
      { what: 'payout', market: id, owner: payer.toBase58(), winnings: 0n, refund: 0n, signature: null },
    ]
    expect(wrongIn(reported)).to.deep.equal([])
  })

  it('finds a bet that does not exist, or is another one', () => {
    expect(
      wrongIn(
        [bet],
        changed('bet 1', () => []),
      ),
    ).to.have.length(1)
    expect(
      wrongIn(
        [bet],
        changed('bet 1', (one) => [{ ...one, isFailed: true }]),
      ),
    ).to.have.length(1)
    expect(wrongIn([{ ...bet, amount: 99n }])).to.have.length(1)
    expect(wrongIn([{ ...bet, pools: { Yes: 100n, No: 1n } }])).to.have.length(1)
  })

  it('finds a success that was reported as a failure', () => {
    const reason = 'expired'
    expect(wrongIn([{ what: 'failed', signature: 'bet 1', reason }])).to.deep.equal([
      'bet 1 was reported as failed (expired), and succeeded',
    ])
    expect(wrongIn([{ what: 'refused', owner: bob.toBase58(), key: 'k', reason }])).to.have.length(1)
  })

  it('finds a payout of another amount, and none where there is a stake', () => {
    const owner = ann.toBase58()
    const paid = { what: 'payout', market: id, owner, refund: 7n, signature: 'paid' } as const
    expect(wrongIn([{ ...paid, winnings: 191n }])).to.have.length(1)
    const none = { what: 'payout', market: id, owner, winnings: 0n, refund: 0n, signature: null } as const
    expect(
      wrongIn(
        [none],
        changed('paid', () => []),
      ),
    ).to.have.length(1)
  })

  it('finds a key that placed two bets, and an answer with a third', () => {
    expect(
      wrongIn(
        [],
        changed('bet 2', (one) => [one, { ...one, signature: 'bet 2b' }]),
      ),
    ).to.have.length(1)
    const answered = auditAnswers(chainOf(), { reported: [], keyed: [{ ...keyed, signature: 'bet 9' }] })
    expect(answered).to.have.length(1)
  })
})

describe('the audit of streams', () => {
  const event = (number: number, type: string, transactionId: string, wallet?: PublicKey, marketId = 'a') =>
    ({
      id: number,
      type,
      transactionId,
      marketId,
      ...(wallet && { wallet: wallet.toBase58() }),
    }) as unknown as RestEvent
  const dropped = (number: number, eventId: number) =>
    ({ id: number, type: 'dropped', eventId, transactionId: 'gone' }) as unknown as RestEvent
  const stream = () => [
    event(1, 'market', 'created', creator),
    event(2, 'bet', 'bet 1', ann),
    event(3, 'bet', 'gone', ann, 'b'),
    event(4, 'bet', 'bet 2', bob),
    event(5, 'bet', 'bet 3', ann),
    dropped(6, 3),
    event(7, 'bet', 'bet 4', bob),
    event(8, 'resolution', 'decided'),
    event(9, 'payout', 'paid', ann),
    event(10, 'payout', 'paid', bob),
  ]

  it('accepts the events of the chain, less those that were dropped', () => {
    expect(auditStream(chainOf(), stream())).to.deep.equal([])
  })

  it('finds an event that is missing, doubled, invented, taken back or not taken back', () => {
    const without = (number: number) => stream().filter(({ id: other }) => other !== number)
    expect(auditStream(chainOf(), without(2))).to.have.length(1)
    expect(auditStream(chainOf(), without(6))).to.have.length(1)
    expect(auditStream(chainOf(), [...stream(), event(11, 'payout', 'paid', bob)])).to.have.length(1)
    expect(auditStream(chainOf(), [...stream(), event(6, 'bet', 'x', bob)])).to.have.length(2)
    expect(auditStream(chainOf(), [...stream(), dropped(11, 10)])).to.have.length(1)
    // It takes those after it in its market along.
    expect(auditStream(chainOf(), [...stream(), dropped(11, 9)])).to.have.length(2)
  })
})

describe('the audit of the history', () => {
  const row = (signature: string, kind: string, wallet: PublicKey, details: object) =>
    JSON.stringify({ signature, kind, market, wallet, details })
  const betRow = (signature: string, wallet: PublicKey, outcome: string, amount: bigint) =>
    row(signature, 'bet', wallet, { outcome, amount: `${amount}n` })
  const paidRow = (wallet: PublicKey, payout: bigint, refund: bigint) =>
    row('paid', 'payout', wallet, { payout: `${payout}n`, refund: `${refund}n` })
  const bets = () => [
    betRow('bet 1', ann, 'Yes', 100n),
    betRow('bet 2', bob, 'No', 100n),
    betRow('bet 3', ann, 'Yes', 7n),
    betRow('bet 4', bob, 'No', 3n),
  ]
  const payouts = () => [paidRow(ann, 190n, 7n), paidRow(bob, 0n, 3n)]
  const rows = () => ({ events: [...bets(), ...payouts()] })

  it('accepts the rows of the chain', () => {
    expect(auditHistory(chainOf(), rows(), rows())).to.deep.equal([])
  })

  it('proves by numbers that every market is complete, also the end of a closed one', () => {
    const other = Keypair.generate().publicKey
    const of = (key: PublicKey, sequence: number) => ({ name: 'BetPlaced', data: { market: key, sequence } })
    const chain = [
      transaction('one', [of(market, 1), of(other, 1)], []),
      transaction('two', [of(market, 2), of(other, 2)], []),
      transaction('three', [of(market, 3), { ...of(market, 3), name: 'BankrollBet' }], []),
    ]
    const logged = chain.flatMap(({ signature, events }) =>
      events
        .filter(({ name }) => name === 'BetPlaced')
        .map(({ data }) => {
          const { market: key, sequence } = data as { market: PublicKey; sequence: number }
          const place = { id: 0, kind: 'bet' as const, isDropped: false }
          return { ...place, signature, market: key.toBase58(), sequence }
        }),
    )
    expect(auditNumbers(logged, chain)).to.deep.equal({ markets: 2, complete: 2, events: 5, violations: [] })
    // Without the last event, with one from another transaction, in another order, and with one that was given up.
    const wrong = [
      logged.slice(0, -1),
      logged.map((event) => (event.signature === 'three' ? { ...event, signature: 'x' } : event)),
      [...logged].reverse(),
      logged.map((event, index) =>
        index === 4 ? { ...event, kind: 'missing' as const, signature: '' } : event,
      ),
    ].map((events) => auditNumbers(events, chain))
    expect(wrong.map(({ complete }) => complete)).to.deep.equal([1, 1, 0, 1])
    expect(wrong.map(({ violations }) => violations.length)).to.deep.equal([1, 1, 2, 2])
  })

  it('finds a missing bet, a wrong payout, and a difference from a new projection', () => {
    const missing = { events: rows().events.slice(1) }
    expect(auditHistory(chainOf(), missing, missing)).to.have.length(1)
    const wrong = { events: [...bets(), paidRow(ann, 191n, 7n), paidRow(bob, 0n, 3n)] }
    expect(auditHistory(chainOf(), wrong, wrong)).to.have.length(2)
    expect(auditHistory(chainOf(), rows(), { ...rows(), markets: ['one'] })).to.have.length(1)
  })
})
