// The strategies that are simulated beside honest bettors.

import type { Outcome } from '@prediction-market/sdk'
import type { SimulatedMarket } from './market.ts'
import { DURATION, type Path, PERIOD, STEP, TOUCH } from './path.ts'

/** A moment at which a strategy may bet: before this second's honest bets are placed. */
export interface Moment {
  market: SimulatedMarket
  path: Path
  second: number
  /** The honest bet just before, if there was one. */
  last: { outcome: Outcome; amount: bigint } | undefined
}

/** A way to bet beside the honest bettors. */
export interface Strategy {
  name: string
  /** Whether the rules promise that it earns nothing at all. */
  earnsNothing?: boolean
  /** Seconds that nobody shows the crossing; 0: a keeper shows it before the next price. */
  unproven?: number
  closeAt?: number
  act(moment: Moment): void
}

const SOL = 1_000_000_000n

/** Whether a price of this second is the first that meets the condition. */
const isCrossing = ({ path, second }: Moment) => path.crossing() === second

/** Bets on the likely side if that pays on average, as the pools stand after it and without later bets. */
function betLikely({ market, path, second }: Moment, amount: bigint): void {
  const chance = path.probability(second)
  const outcome: Outcome = chance > 0.5 ? 'Yes' : 'No'
  const { Yes: yes, No: no } = market.pools
  const [own, other] = outcome === 'Yes' ? [yes, no] : [no, yes]
  const ratio = 1 + (0.9 * Number(other)) / Number(own + amount)
  if (Math.max(chance, 1 - chance) * ratio > 1) market.bet('strategy', outcome, amount, second)
}

/** Bets on Yes in the second of the crossing, which it is the first to see. */
const late = (moment: Moment) => {
  if (isCrossing(moment)) moment.market.bet('strategy', 'Yes', 5n * SOL, moment.second)
}

const lastSecond = (closeAt: number) => (moment: Moment) => {
  if (moment.second === Math.ceil(closeAt / STEP) * STEP - STEP) betLikely(moment, 5n * SOL)
}

/** Stakes a tenth of a SOL on each side, in so many wallets for each. */
const dust =
  (wallets: number) =>
  ({ market, second }: Moment) => {
    if (second !== PERIOD) return
    const part = SOL / 10n / BigInt(wallets)
    for (let wallet = 0; wallet < wallets; wallet++) {
      market.bet(`strategy ${wallet} Yes`, 'Yes', part, second)
      market.bet(`strategy ${wallet} No`, 'No', part, second)
    }
  }

export const STRATEGIES: readonly Strategy[] = [
  { name: 'none: honest bettors alone', act: () => {} },
  { name: 'late: Yes as soon as it crosses', earnsNothing: true, act: late },
  {
    name: 'late, over 50 wallets',
    earnsNothing: true,
    act(moment) {
      if (!isCrossing(moment)) return
      for (let wallet = 0; wallet < 50; wallet++) {
        moment.market.bet(`strategy ${wallet}`, 'Yes', SOL / 10n, moment.second)
      }
    },
  },
  {
    name: 'colluding: late, and hides the proof from a running keeper',
    earnsNothing: true,
    act(moment) {
      late(moment)
      // A bet of another wallet, to age the record.
      if (isCrossing(moment)) moment.market.bet('strategy 2', 'Yes', SOL, moment.second)
    },
  },
  {
    name: 'whale: No near the target, hoping for a refund',
    act(moment) {
      const { market, path, second } = moment
      const isNear = path.target - path.at(second) < 0.1
      const { Yes: yes, No: no } = market.pools
      if (isNear && yes > 0n && no > 0n) betOnce(market, 'No', 2n * (yes + no), second)
    },
  },
  {
    name: 'whale: Yes near the target',
    act({ market, path, second }) {
      const { Yes: yes, No: no } = market.pools
      if (path.target - path.at(second) < 0.1 && no > 0n) betOnce(market, 'Yes', yes + no, second)
    },
  },
  {
    name: 'the same whale on No, just before betting ends',
    act({ market, path, second }) {
      const { Yes: yes, No: no } = market.pools
      const isNear = path.target - path.at(second) < 0.1
      if (second === TOUCH.closeAt - STEP && isNear) market.bet('strategy', 'No', yes + no, second)
    },
  },
  {
    name: 'copy: repeats every honest bet',
    act({ market, second, last }) {
      if (last) market.bet('strategy', last.outcome, last.amount, second)
    },
  },
  {
    name: 'colluding: equal stakes on both sides',
    act({ market, second }) {
      if (second !== PERIOD) return
      market.bet('strategy', 'Yes', 5n * SOL, second)
      market.bet('strategy 2', 'No', 5n * SOL, second)
    },
  },
  { name: 'dust: 200 wallets with the smallest stake each', act: dust(100) },
  { name: 'the same sum in two wallets', act: dust(1) },
  {
    name: 'the same, once each side has 1 SOL',
    act({ market, second }) {
      const { Yes: yes, No: no } = market.pools
      if (yes < SOL || no < SOL || seen.has(market)) return
      seen.add(market)
      market.bet('strategy Yes', 'Yes', SOL / 10n, second)
      market.bet('strategy No', 'No', SOL / 10n, second)
    },
  },
  {
    name: 'last second: the likely side just before betting ends',
    act: lastSecond(TOUCH.closeAt),
  },
  {
    name: 'the same, where the creator closes betting at half time',
    closeAt: DURATION / 2,
    act: lastSecond(DURATION / 2),
  },
  {
    name: 'late, and nobody submits the crossing for three periods',
    unproven: 3 * PERIOD,
    act: late,
  },
]

/** Bets unless it has before. */
function betOnce(market: SimulatedMarket, outcome: Outcome, amount: bigint, second: number): void {
  if (seen.has(market)) return
  seen.add(market)
  market.bet('strategy', outcome, amount, second)
}

/** Markets that a strategy has bet in once. */
const seen = new WeakSet<SimulatedMarket>()
