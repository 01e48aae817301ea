// Generates ledgers with many bets and markets.

import { parseEvents } from '@prediction-market/sdk/events'
import { addressOf, encodeEvent, logsOf, signatureOf } from './encode.ts'
import { Play } from './play.ts'
import { RecordedLedger } from './recorded-ledger.ts'

/** The size of a generated ledger. */
export interface Plan {
  bets: number
  wallets: number
  markets: number
  /** Unix second of the first transaction. */
  start?: number
  /** Duration in seconds. */
  seconds?: number
  /** Bets in one slot. */
  perSlot?: number
  name?: string
  chain?: string
}

/** Payouts in one transaction. */
const BATCH = 8

/**
 * Generates a ledger with many bets on many markets, which are decided, with late stakes or by a recorded
 * observation, voided or left open, and purchases in the burn auction. The same plan gives the same ledger. Events are encoded as the program logs them.
 */
export function recordedLife(plan: Plan): RecordedLedger {
  const { bets, wallets, markets, start = 1_790_000_000, seconds = 86_400, perSlot = 3 } = plan
  const ledger = new RecordedLedger(plan.name, plan.chain)
  const play = new Play()
  const random = generator(bets + 7 * wallets + 13 * markets)
  const slots = Math.ceil(bets / perSlot)
  const at = (slot: number) => start + Math.floor((slot * seconds) / slots)
  const life = Math.max(1, Math.floor(slots / 2))
  let slot = 0
  const lastBets = new Map<string, number>()
  for (let bet = 0, opened = 0; bet < bets; slot++) {
    // Markets open one after the other, and take bets for half of the time.
    for (; opened < markets && opened * (slots - life) <= slot * markets; opened++) {
      const options = { utility: opened % 3 === 2, duration: seconds }
      ledger.add(at(slot), [play.create(`${opened}`, at(slot), options)], slot + 1)
    }
    const ended = Math.floor(((slot - life) * markets) / (slots - life))
    for (let one = 0; one < perSlot && bet < bets; one++, bet++) {
      const first = Math.max(0, ended + 1)
      const market = Math.min(opened - 1, first + random(Math.max(1, opened - first)))
      const wallet = `wallet ${random(wallets)}`
      const outcome = random(2) === 0 ? 'Yes' : 'No'
      const event = play.bet(`${market}`, wallet, outcome, BigInt(1_000_000 + random(2 ** 30)), at(slot))
      ledger.add(at(slot), [event], slot + 1)
      lastBets.set(`${market}`, at(slot))
    }
  }
  for (let market = 0; market < markets; market++, slot++) {
    if (market % 5 === 4) continue
    finish(play, ledger, {
      name: `${market}`,
      outcome: market % 7 === 6 ? null : random(2) === 0 ? 'Yes' : 'No',
      // Every other market is decided as of its last bet.
      newsAt: market % 2 === 0 ? lastBets.get(`${market}`) : undefined,
      time: at(slot),
      slot: slot + 1,
    })
  }
  return ledger
}

/** The end of a market. */
interface Ending {
  name: string
  outcome: 'Yes' | 'No' | null
  newsAt: number | undefined
  time: number
  slot: number
}

function finish(play: Play, ledger: RecordedLedger, { name, outcome, newsAt, time, slot }: Ending): void {
  const isRecorded = outcome === 'No' && newsAt === undefined
  if (isRecorded) ledger.add(time, [play.record(name, time)], slot)
  ledger.add(time, [play.resolve(name, outcome, time, newsAt)], slot)
  if (slot % 3 === 0) {
    ledger.add(time + 1, [play.collect(name, 'burn')], slot)
    ledger.add(time + 1, [play.collect(name, 'developer')], slot)
  } else {
    // The burn share is sold immediately.
    ledger.add(time + 1, [play.collect(name), play.burn(`buyer ${slot % 4}`, BigInt(slot))], slot)
  }
  const bettors = play.bettors(name)
  for (let start = 0; start < bettors.length; start += BATCH) {
    const batch = bettors.slice(start, start + BATCH)
    ledger.add(
      time + 1,
      batch.map((wallet) => play.settle(name, wallet)),
      slot,
    )
  }
  if (slot % 2 === 0) ledger.add(time + 2, [play.close(name)], slot)
}

/** A generator of pseudorandom whole numbers below a bound (xorshift). */
function generator(seed: number): (below: number) => number {
  let state = seed >>> 0 || 1
  return (below) => {
    state ^= state << 13
    state >>>= 0
    state ^= state >>> 17
    state ^= state << 5
    state >>>= 0
    return state % below
  }
}

/** Slots after which all transactions of a ledger are final, and all others dropped. */
const UNTIL_SETTLED = 100

/**
 * A fork of a ledger that the chain abandons: the second half of its transactions is in other slots, and it has a bet that
 * the ledger does not have, so that the numbers behind it differ. By then the ledger itself is final.
 */
export function abandonedFork(ledger: RecordedLedger): RecordedLedger {
  const fork = new RecordedLedger(ledger.name, ledger.chain)
  const half = ledger.transactions.length >> 1
  const numbers = new Map<string, number>()
  for (const [index, transaction] of ledger.transactions.entries()) {
    const slot = index < half ? transaction.slot : transaction.slot - 1
    fork.transactions.push({ ...transaction, slot })
    for (const event of parseEvents(logsOf(transaction.events)).events) {
      if ('market' in event.data) numbers.set(event.data.market.toBase58(), event.data.sequence)
    }
    if (index !== half) continue
    const market = addressOf('market 0')
    const bet = {
      market,
      sequence: (numbers.get(market.toBase58()) ?? 0) + 1,
      owner: addressOf('dropped'),
      outcome: 'Yes',
      amount: 7n,
      pools: { Yes: 10n ** 15n, No: 0n },
      stakes: { Yes: 7n, No: 0n },
      period: 1n,
      placedAt: BigInt(transaction.time),
    } as const
    const events = [encodeEvent('BetPlaced', bet)]
    fork.transactions.push({ ...transaction, signature: signatureOf('dropped'), slot, events })
  }
  fork.slot = ledger.slot
  ledger.slot += UNTIL_SETTLED
  return fork
}
