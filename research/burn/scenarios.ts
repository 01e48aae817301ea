// The simulated burn auctions: who bids, how SOL comes in and how the token moves.

import { generator, normal } from '../../bench/random.ts'
import { type Bidder, DAY, HOUR, type Scenario } from './simulate.ts'

const SOL = 1_000_000_000

/** Tokens that one SOL is worth at first, and the whole supply, which is the first price. */
const FAIR = 20_000
const SUPPLY = 1_000_000_000

/** Daily standard deviation of the fair price. */
const DEVIATION = 0.05

const WEEK = 7 * DAY
const SLOTS = 8 * WEEK

/** A bidder that keeps 0.3 % for itself, about what a swap costs. */
const HONEST = 0.997

const attentive: Bidder = { looksEvery: 50, pays: HONEST }

/** Five bidders who want from 0.1 to 0.5 %, and look every ten seconds to every five minutes. */
const COMPETITION: readonly Bidder[] = [1, 3, 6, 12, 30].map((steps, index) => ({
  looksEvery: 50 * steps,
  pays: 1 - (index + 1) / 1_000,
}))

/** SOL that comes in evenly, so much in an hour. */
const trickle = (sol: number) => (from: number, to: number) => {
  const until = (slot: number) => Math.floor((slot * sol * SOL) / HOUR)
  return until(to) - until(from)
}

/** SOL that comes in at once, in the middle of every week. */
const lump = (sol: number) => (from: number, to: number) => {
  const weeks = (slot: number) => Math.floor((slot + WEEK / 2) / WEEK)
  return (weeks(to) - weeks(from)) * sol * SOL
}

const INFLOWS = {
  '0.1 SOL an hour': trickle(0.1),
  '1 SOL an hour': trickle(1),
  '50 SOL a week': lump(50),
} as const

/** A fair price that wanders, and that a factor multiplies from the middle on. The same seed gives the same. */
function wandering(seed: number, factor = 1): (slot: number) => number {
  const random = generator(seed)
  const hours = Array.from({ length: SLOTS / HOUR + 1 }, () => 0)
  for (let hour = 1; hour < hours.length; hour++) {
    hours[hour] = (hours[hour - 1] ?? 0) + (DEVIATION / Math.sqrt(24)) * normal(random)
  }
  return (slot) => {
    const change = slot >= SLOTS / 2 ? factor : 1
    const hour = Math.floor(slot / HOUR)
    const [from = 0, to = from] = [hours[hour], hours[hour + 1]]
    return FAIR * change * Math.exp(from + (to - from) * ((slot % HOUR) / HOUR))
  }
}

/** The bidders and the token's price of each scenario. */
const MARKETS: Record<string, { bidders: readonly Bidder[]; factor?: number }> = {
  'five bidders': { bidders: COMPETITION },
  'a single bidder': { bidders: [attentive] },
  'a single bidder who checks hourly': { bidders: [{ looksEvery: HOUR, pays: HONEST }] },
  'a single bidder who waits for the floor': { bidders: [{ ...attentive, waitsForFloor: true }] },
  'a whale among small bidders': {
    bidders: [{ looksEvery: 50, pays: 0.999 }, ...COMPETITION.map((one) => ({ ...one, atMost: 0.05 * SOL }))],
  },
  'dust purchases to delay the sale': {
    bidders: [...COMPETITION, { looksEvery: 300, pays: 1.05, atMost: 0.01 * SOL }],
  },
  'the token crashes to a tenth': { bidders: COMPETITION, factor: 10 },
  'the token rallies tenfold': { bidders: COMPETITION, factor: 0.1 },
}

/** Every market with every inflow. */
export const SCENARIOS: readonly (Scenario & { market: string; inflowName: string })[] = Object.entries(
  MARKETS,
).flatMap(([market, { bidders, factor }]) =>
  Object.entries(INFLOWS).map(([inflowName, inflow], index) => ({
    name: `${market}, ${inflowName}`,
    market,
    inflowName,
    bidders,
    inflow,
    fair: wandering(index + 1, factor),
    slots: SLOTS,
    firstPrice: SUPPLY,
  })),
)
