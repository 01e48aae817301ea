import type { Outcome } from '@prediction-market/sdk'
import { findFeeVault } from '@prediction-market/sdk/accounts'
import { parseEvents } from '@prediction-market/sdk/events'
import { PYTH_RECEIVER } from '@prediction-market/sdk/oracle/pyth'
import { expect } from 'chai'
import { type EventFields, type EventRow, toEventFields } from '../../app/src/history/log/events.ts'
import { toRecent } from '../../app/src/history/market-row.ts'
import { completionOf, RowBuilder } from '../../app/src/history/projection/row-builder.ts'
import { addTotals, periodStart, StatsChanges } from '../../app/src/history/projection/stats.ts'
import type { StoredStats } from '../../app/src/store/schema/history.ts'
import type { EventDetails, EventKind, Period } from '../../app/src/store/schema/history-types.ts'
import { addressOf, logsOf } from '../helpers/history/encode.ts'
import { Play } from '../helpers/history/play.ts'

/** The last second of a Sunday and of a month. */
const T = Date.parse('2027-02-28T23:59:59Z') / 1_000
const OBSERVED = { value: 24_900n, exponent: -2, observedAt: BigInt(T), isMet: false, hasValue: true }
const ZERO = { volume: 0n, bets: 0, staked: 0n, returned: 0n, decided: 0, won: 0 }
const base58 = (name: string) => addressOf(name).toBase58()
const dayOf = (date: string) => Date.parse(date) / 86_400_000

/** The events of the market `a`, which is played, as the log has them, and the rows that they are applied to. */
class Log {
  readonly play = new Play()
  readonly events: EventRow[] = []
  readonly rows = new RowBuilder()
  readonly #addresses: string[] = [base58('market a')]

  constructor(options: Parameters<Play['create']>[2] = {}) {
    this.add(this.play.create('a', T, options))
  }

  number(address: string): number {
    if (!this.#addresses.includes(address)) this.#addresses.push(address)
    return this.#addresses.indexOf(address) + 1
  }

  add(encoded: string, time = T): EventRow {
    const [event = expect.fail()] = parseEvents(logsOf([encoded])).events
    const fields = toEventFields(event, time, (mint) => (mint ? 6 : 9), findFeeVault())
    return this.#apply(fields ?? expect.fail())
  }

  bet(wallet: string, outcome: Outcome, amount: bigint, time = T): void {
    this.add(this.play.bet('a', wallet, outcome, amount, time))
  }

  /** Pays everyone on the day after, the first bettor first. */
  settle(): void {
    for (const wallet of this.play.bettors('a')) this.add(this.play.settle('a', wallet), T + 90_000)
  }

  /** An event that `Play` does not make. */
  other(kind: EventKind, details: EventDetails, wallet: string | null = null): void {
    this.#apply({ kind, market: base58('market a'), wallet, sequence: null, time: T, details })
  }

  #apply(fields: EventFields): EventRow {
    const id = this.events.length + 1
    const sequence = fields.sequence ?? id
    const walletNumber = fields.wallet === null ? 0 : this.number(fields.wallet)
    const numbers = { id, sequence, slot: id, marketNumber: this.number(fields.market), walletNumber }
    const event = { ...fields, ...numbers, signature: `transaction ${id}`, isDropped: false }
    this.events.push(event)
    this.rows.apply(structuredClone(event))
    return event
  }

  get market() {
    return this.rows.markets.get(1) ?? expect.fail()
  }

  position(wallet: string) {
    const owner = this.number(base58(wallet))
    const found = [...this.rows.positions.values()].find((row) => row.owner === owner) ?? expect.fail()
    const recent = toRecent(found.recent).stakes.flatMap(({ Yes, No }) => [Yes, No])
    return { ...found, recent: recent.join(' ') }
  }

  /** Each wallet's volume, and its positions that were decided and that were won, of all time. */
  results(...wallets: string[]): string {
    const rows = this.rows.stats.rows().filter(({ period }) => period === 'all')
    const result = (name: string) => {
      const { volume, decided, won } =
        rows.find(({ wallet }) => wallet === this.number(base58(name))) ?? expect.fail()
      return `${name} ${volume} ${decided} ${won}`
    }
    return wallets.map(result).join(', ')
  }
}

/**
 * A market with a largest ratio of 1.25, decided as of its period 11: 70 of its stakes are late. Of 1,000 on No that
 * count, 125 are lost to 100 on Yes.
 */
function decidedLog(utility = false): Log {
  const log = new Log({ utility, maxRatio: 125 })
  log.bet('ann', 'Yes', 100n)
  log.bet('bob', 'No', 900n, T + 1)
  log.bet('cy', 'No', 100n, T + 2)
  log.bet('dan', 'No', 40n, T + 599)
  log.bet('ann', 'Yes', 30n, T + 600)
  log.add(log.play.resolve('a', 'Yes', T + 602, T + 600))
  return log
}

/** The same until its accounts are closed. */
function closedLog(utility = false): Log {
  const log = decidedLog(utility)
  log.add(log.play.collect('a'), T + 650)
  log.settle()
  log.add(log.play.close('a'), T + 90_100)
  return log
}

/** A market whose answer came late, and on which nobody had staked. */
function voidLog(): Log {
  const log = new Log()
  log.bet('ann', 'Yes', 100n)
  log.add(log.play.record('a', T + 3_600))
  log.add(log.play.resolve('a', 'No', T + 4_200))
  log.settle()
  return log
}

for (const utility of [false, true]) {
  const currency = utility ? 'UTILITY' : 'SOL'

  describe(`the rows of a market in ${currency}`, () => {
    it('begin with its terms and without stakes', () => {
      const { market, rows } = new Log({ utility, maxRatio: 125 })
      const fieldsOf = (value: unknown) =>
        Object.entries(market).flatMap(([key, one]) => (one === value ? key : []))
      const found = 'token outcome answer observation reference recordedAt resolvedAt resolvedSignature'
      const ended = 'collectedAt collectedSignature treasury closedAt closedSignature dust'
      expect(fieldsOf(null)).to.have.members(`${found} ${ended}${utility ? '' : ' mint'}`.split(' '))
      const pools = 'poolYes poolNo lateYes lateNo unmatched paid refunded recordedReward rewardStake'
      const fees = 'burn developer burnCollected developerCollected'
      expect(fieldsOf(0n)).to.have.members(`${pools} ${fees}`.split(' '))
      expect(fieldsOf(0)).to.have.members(['bets', 'bettors', 'latePeriod', 'settled', 'attestorSet'])
      expect(fieldsOf(false)).to.have.members(['developerBurned', 'cancelled'])
      expect(market).to.include({ number: 1, address: base58('market a'), creator: base58('creator of a') })
      expect(market).to.include({ question: 'Will SOL be above $250 (a)?', status: 'open', sequence: 1 })
      expect(market).to.include({ searchText: 'will sol be above $250 (a)?', currency })
      expect(market).to.include({ decimals: utility ? 6 : 9, createdSignature: 'transaction 1' })
      expect(market.pythReceiver).to.equal(PYTH_RECEIVER.toBase58())
      expect(market).to.include({ createdAt: T, closeAt: T + 3_590, expireAt: T + 3_600, period: 60 })
      expect(market).to.include({ burnBps: 500, developerBps: 500, maxRatio: 125, decideReward: 300_000n })
      expect(market.condition).to.include({ type: 'price', target: '250' })
      expect(rows.positions.size).to.equal(0)
    })

    it('have its bets, decision, fees and payouts, and its end', () => {
      const log = decidedLog(utility)
      expect(log.market).to.include({ sequence: 7, poolYes: 130n, poolNo: 1_040n, bets: 5, bettors: 4 })
      expect(log.market).to.include({ status: 'resolved', outcome: 'Yes', answer: 'Yes', recordedAt: null })
      expect(log.market).to.include({ latePeriod: 11, lateYes: 30n, lateNo: 40n, unmatched: 875n })
      expect(log.market).to.include({ resolvedAt: T + 602, resolvedSignature: 'transaction 7' })
      expect(log.market).to.include({ burn: 6n, developer: 6n, burnCollected: 0n })
      expect(log.market).to.include({ cancelled: false, closedAt: null })
      expect(log.market.observation).to.include({ value: 25_100n, observedAt: BigInt(T + 602), isMet: true })
      const ann = { openedEvent: 2, bets: 2, stakeYes: 130n, stakeNo: 0n, market: 1 }
      const open = { settledEvent: 0, payout: 0n, refund: 0n }
      expect(log.position('ann')).to.include({ ...ann, ...open, recent: '30 0 0 0 0 0' })
      const bob = { openedEvent: 3, bets: 1, stakeYes: 0n, stakeNo: 900n, market: 1 }
      expect(log.position('bob')).to.include({ ...bob, ...open, recent: '0 900 0 0 0 0' })

      log.add(log.play.collect('a'), T + 650)
      log.settle()
      const paid = { settledEvent: 9, payout: 213n, refund: 30n, recent: '0 0 0 0 0 0' }
      expect(log.position('ann')).to.include({ ...ann, ...paid })
      expect(log.position('bob')).to.include({ ...bob, settledEvent: 10, payout: 0n, refund: 787n })
      expect(log.position('cy')).to.include({ settledEvent: 11, payout: 0n, refund: 87n })
      expect(log.position('dan')).to.include({ settledEvent: 12, payout: 0n, refund: 40n })
      expect(log.market).to.include({ paid: 1_157n, refunded: 944n, settled: 4, bettors: 4, dust: null })
      expect(log.market).to.include({ burnCollected: 6n, developerCollected: 6n, collectedAt: T + 650 })
      expect(log.market).to.include({ collectedSignature: 'transaction 8', treasury: base58('the treasury') })
      // Of the day of the decision, not of the payout.
      const day = { currency, period: 'day', start: dayOf('2027-03-01'), wallet: log.number(base58('ann')) }
      const totals = { bets: 2, staked: 130n, returned: 243n, volume: 100n, decided: 1, won: 1 }
      expect(log.rows.stats.rows()[0]).to.include({ ...day, ...totals })
      const results = 'ann 100 1 1, bob 100 1 0, cy 13 1 0, dan 0 0 0'
      expect(log.results('ann', 'bob', 'cy', 'dan')).to.equal(results)

      log.add(log.play.close('a'), T + 90_100)
      const end = { closedAt: T + 90_100, closedSignature: 'transaction 13', dust: 1n, sequence: 13 }
      expect(log.market).to.include({ ...end, status: 'resolved', cancelled: false })
    })
  })
}

describe('the rows of a market', () => {
  it('have the answer on which nobody had staked, and the stakes as refunds', () => {
    const log = voidLog()
    expect(log.market).to.include({ status: 'void', outcome: null, answer: 'No', poolYes: 100n })
    expect(log.market).to.include({ resolvedAt: T + 4_200, burn: 0n, paid: 100n, refunded: 100n, settled: 1 })
    expect(log.market).to.include({ cancelled: false, closedAt: null, dust: null, recordedReward: 150_000n })
    expect(log.position('ann')).to.include({ payout: 0n, refund: 100n, stakeYes: 100n })
    const counts = { ...ZERO, bets: 1, staked: 100n, returned: 100n }
    expect(log.rows.stats.rows()[3]).to.include({ period: 'all', start: 0, ...counts })
  })

  it('are closed at once when it is cancelled', () => {
    const log = new Log()
    log.add(log.play.cancel('a', T + 301))
    expect(log.market).to.include({ status: 'void', answer: null, resolvedAt: T + 301, cancelled: true })
    expect(log.market).to.include({ closedAt: T + 301, closedSignature: 'transaction 2', dust: 0n })
  })

  it('have a "not met" and the first price of a change; of a complete curve only the reward for it', () => {
    const log = new Log()
    log.other('reference', { observation: OBSERVED, reward: 7n })
    expect(log.market).to.deep.include({ reference: OBSERVED, observation: null, recordedReward: 7n })
    log.other('observation', { observation: OBSERVED, isCurve: true, reward: 3n })
    expect(log.market).to.include({ observation: null, recordedAt: null, recordedReward: 10n })
    log.other('observation', { observation: OBSERVED, isCurve: false, reward: 5n })
    expect(log.market).to.deep.include({ observation: OBSERVED, recordedAt: T, recordedReward: 15n })
  })

  it('have no more fees as collected than were taken, and whether the treasury ever went without', () => {
    const log = decidedLog()
    const collect = (burn: bigint, developer: bigint, treasury: string | null, developerBurned?: boolean) => {
      log.other('fees', { mint: null, fees: { burn, developer }, treasury, developerBurned })
      const { burnCollected, developerCollected, ...market } = log.market
      return [burnCollected, developerCollected, market.treasury, market.developerBurned]
    }
    expect(collect(2n, 0n, 'one')).to.deep.equal([2n, 0n, 'one', false])
    expect(collect(4n, 1n, 'two', true)).to.deep.equal([6n, 1n, 'two', true])
    expect(collect(1n, 6n, null, false)).to.deep.equal([6n, 6n, null, true])
  })

  it('go on from stored rows', () => {
    const { events, rows } = closedLog()
    const stored = new RowBuilder()
    for (const event of events.slice(0, 9)) stored.apply(structuredClone(event))
    const next = new RowBuilder([...stored.markets.values()], [...stored.positions.values()])
    for (const event of events.slice(9)) next.apply(structuredClone(event))
    expect([...next.markets, ...next.positions]).to.deep.equal([...rows.markets, ...rows.positions])
  })

  it('are not made of events whose market is unknown, nor of purchases in the auction', () => {
    const log = closedLog()
    log.add(log.play.burn('eve', 5n))
    expect([log.market.sequence, log.rows.markets.size, log.rows.positions.size]).to.deep.equal([13, 1, 4])
    const rows = new RowBuilder()
    for (const event of log.events.slice(1)) rows.apply(event)
    expect([rows.markets.size, rows.positions.size, rows.stats.rows()]).to.deep.equal([0, 0, []])
  })

  it('have what events tell of those before them that are missing', () => {
    const log = new Log()
    log.play.bet('a', 'ann', 'Yes', 100n, T)
    log.other('missing', {})
    expect(log.market).to.include({ sequence: 2, bets: 0, status: 'open', closedAt: null })
    log.bet('bob', 'No', 60n)
    log.bet('ann', 'Yes', 20n)
    expect(log.market).to.include({ poolYes: 120n, poolNo: 60n, bets: 2, bettors: 2 })
    expect(log.position('ann')).to.include({ openedEvent: 4, bets: 1, stakeYes: 120n })
    // A payout without a bet and without a decision, and an end that says more was paid.
    const paid = { stakes: { Yes: 5n, No: 0n }, payout: 7n, refund: 1n }
    log.other('payout', { ...paid, recipient: '' }, base58('cy'))
    const position = { openedEvent: 5, settledEvent: 5, bets: 0, stakeYes: 5n, payout: 7n, refund: 1n }
    expect(log.position('cy')).to.include(position)
    const totals = { start: dayOf('2027-02-28'), staked: 5n, returned: 8n, volume: 0n, decided: 0 }
    expect(log.rows.stats.rows()[0]).to.include(totals)
    log.other('closed', { paid: 170n, fees: { burn: 3n, developer: 3n }, dust: 4n })
    expect(log.market).to.include({ closedAt: T, dust: 4n, paid: 8n })
  })
})

/** Bets, of which some are placed when the answer is out; who wins; and volume, decided and won of each wallet. */
const OPPOSED: [words: string, bets: string, outcome: Outcome, results: string, maxRatio?: number][] = [
  ['a wallet against itself', 'eve Yes 1000, eve No 1000', 'Yes', 'eve 0 0 0'],
  ['a wallet against nobody', 'eve Yes 1000', 'Yes', 'eve 0 0 0'],
  ['dust', 'ann Yes 1000, bob No 1', 'Yes', 'ann 1 1 1, bob 1 1 0'],
  // Its share of what was lost is rounded down to nothing: who gets back what was risked has won.
  ['shared dust', 'ann Yes 1000, cy Yes 1000, bob No 1', 'Yes', 'ann 1 1 1, cy 1 1 1, bob 1 1 0'],
  ['both sides', 'ann Yes 10, ann No 20, bob Yes 15, bob No 4', 'No', 'ann 19 1 1, bob 19 1 0'],
  ['late stakes on No', 'ann Yes 100, bob No 60, cy No 40 late', 'Yes', 'ann 60 1 1, bob 60 1 0, cy 0 0 0'],
  ['late stakes on Yes', 'ann No 100, bob Yes 60, cy Yes 40 late', 'No', 'ann 60 1 1, bob 60 1 0, cy 0 0 0'],
  ['what is unmatched on Yes', 'ann No 100, ann Yes 50, bob Yes 1000', 'No', 'ann 75 1 1, bob 100 1 0', 125],
  ['what is unmatched on No', 'ann Yes 100, ann No 50, bob No 1000', 'Yes', 'ann 75 1 1, bob 100 1 0', 125],
  ['own unmatched stakes', 'ann No 100, ann Yes 1000, bob Yes 50', 'No', 'ann 0 0 0, bob 6 1 0', 125],
]

describe('the volume of a wallet', () => {
  for (const [words, bets, outcome, results, maxRatio = 0] of OPPOSED) {
    it(`has only what others’ stakes opposed: ${words}`, () => {
      const log = new Log({ maxRatio })
      for (const [wallet = '', side, amount = '', late] of bets.split(', ').map((bet) => bet.split(' '))) {
        log.bet(wallet, side as Outcome, BigInt(amount), late ? T + 600 : T)
      }
      log.add(log.play.resolve('a', outcome, T + 601, bets.includes('late') ? T + 600 : undefined))
      const wallets = log.play.bettors('a')
      log.settle()
      expect(log.results(...wallets)).to.equal(results)
    })
  }
})

/** What completion adds to events that were rebuilt from instructions. */
const ADDED: Partial<Record<EventKind, readonly string[]>> = {
  bet: ['pools', 'stakes', 'period'],
  payout: ['stakes', 'payout', 'refund'],
  fees: ['mint', 'fees'],
  closed: ['paid', 'fees', 'dust'],
}

function rebuilt(event: EventRow): EventRow {
  const known = Object.entries(event.details).filter(([name]) => !ADDED[event.kind]?.includes(name))
  return { ...event, details: Object.fromEntries(known) as unknown as EventDetails }
}

describe('events that were rebuilt from instructions', () => {
  for (const [words, play] of [
    ['in SOL', () => closedLog()],
    ['in UTILITY', () => closedLog(true)],
    ['that is void', voidLog],
  ] as const) {
    it(`have all details by the rules of a market ${words}`, () => {
      const { events } = play()
      for (const known of [0, 4, events.length - 1]) {
        const complete = completionOf(structuredClone(events.slice(0, known)))
        for (const event of events.slice(known)) {
          const bare = rebuilt(event)
          expect(complete.next(bare), event.kind).to.deep.equal(event)
          expect(bare, 'the event itself').to.deep.equal(rebuilt(event))
        }
      }
    })
  }

  it('have collected what was left, and are paid nothing without a stake', () => {
    for (const [first, then] of [
      ['burn', 'developer'],
      ['developer', 'burn'],
    ] as const) {
      const log = decidedLog()
      log.add(log.play.collect('a', first))
      const complete = completionOf(structuredClone(log.events))
      const rest = log.add(log.play.collect('a', then))
      const fees = { burn: 0n, developer: 0n, [then]: 6n }
      expect(complete.next(rebuilt(rest))?.details).to.deep.include({ fees })
      const payout = rebuilt({ ...log.add(log.play.settle('a', 'ann')), wallet: base58('eve') })
      const none = { stakes: { Yes: 0n, No: 0n }, payout: 0n, refund: 0n }
      expect(complete.next(payout)?.details).to.deep.include(none)
    }
  })

  it('cannot be completed without their market, except those that need none', () => {
    const log = decidedLog()
    const [market = expect.fail(), bet = expect.fail()] = log.events
    const burn = log.add(log.play.burn('eve', 5n))
    const complete = completionOf([])
    expect([complete.next(bet), complete.next(burn)]).to.deep.equal([null, burn])
    expect([complete.next(market), complete.next(bet)]).to.deep.equal([market, bet])
  })
})

describe('the totals of wallets', () => {
  it('are of days, weeks from Monday on, and months in UTC', () => {
    for (const [time, ...dates] of [
      ['1970-01-01T00:00:00Z', '1970-01-01', '1969-12-29', '1970-01-01'],
      ['2027-02-28T23:59:59Z', '2027-02-28', '2027-02-22', '2027-02-01'],
      ['2027-03-01T00:00:00Z', '2027-03-01', '2027-03-01', '2027-03-01'],
      ['2028-02-29T12:00:00Z', '2028-02-29', '2028-02-28', '2028-02-01'],
      ['2028-01-01T00:00:00Z', '2028-01-01', '2027-12-27', '2028-01-01'],
    ] as const) {
      const second = Date.parse(time) / 1_000
      const starts = (['day', 'week', 'month'] as const).map((period) => periodStart(period, second))
      expect(starts, time).to.deep.equal(dates.map(dayOf))
      expect(periodStart('all', second)).to.equal(0)
    }
  })

  it('are kept by currency and wallet, and what is added and subtracted leaves no row', () => {
    const changes = new StatsChanges()
    changes.add('SOL', 1, T - 86_399, { volume: 5n, bets: 2 })
    changes.add('SOL', 1, T, { staked: 4n, bets: 3 })
    changes.add('SOL', 1, T + 1, { returned: 3n, won: 2, decided: 4 })
    changes.add('SOL', 2, T, { decided: 7 })
    changes.add('UTILITY', 1, T, { won: 9 })
    const text = ({ currency, wallet, period, start, ...counts }: StoredStats) =>
      `${currency} ${wallet} ${period} ${start && start - dayOf('2027-02-28')}: ${Object.values(counts).join(' ')}`
    const expected = [
      ['SOL 1 day 0: 5 5 4 0 0 0', 'SOL 1 week -6: 5 5 4 0 0 0', 'SOL 1 month -27: 5 5 4 0 0 0'],
      ['SOL 1 all 0: 5 5 4 3 4 2', 'SOL 1 day 1: 0 0 0 3 4 2', 'SOL 1 week 1: 0 0 0 3 4 2'],
      ['SOL 1 month 1: 0 0 0 3 4 2'],
      ['day 0', 'week -6', 'month -27', 'all 0'].map((period) => `SOL 2 ${period}: 0 0 0 0 7 0`),
      ['day 0', 'week -6', 'month -27', 'all 0'].map((period) => `UTILITY 1 ${period}: 0 0 0 0 0 9`),
    ].flat()
    expect(changes.rows().map(text)).to.deep.equal(expected)
    const sum = new StatsChanges()
    sum.merge(changes, 1)
    expect(sum.rows().map(text)).to.deep.equal(expected)
    sum.merge(changes, -1)
    expect(sum.rows()).to.deep.equal([])
    expect(changes.rows().map(text)).to.deep.equal(expected)
  })

  it('are stored or, where all is 0, removed', () => {
    const row = (wallet: number, counts: Partial<typeof ZERO>, period: Period = 'day'): StoredStats => {
      return { currency: 'SOL', period, start: 4, wallet, ...ZERO, ...counts }
    }
    const stored = [row(1, { volume: 5n }), row(2, { bets: 6, won: 1 }), row(1, { bets: 8 }, 'week')]
    const changes = [row(1, { volume: -5n }), row(2, { bets: -2 }), row(3, { staked: 1n })]
    const left = [row(2, { bets: 4, won: 1 }), row(3, { staked: 1n })]
    expect(addTotals(stored, changes)).to.deep.equal({ left, empty: [row(1, {})] })
    for (const [name, zero] of Object.entries(ZERO)) {
      const only = row(1, { [name]: typeof zero === 'bigint' ? 1n : 1 })
      expect(addTotals([], [only]), name).to.deep.equal({ left: [only], empty: [] })
    }
  })
})
