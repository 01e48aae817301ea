// Simulates markets by the program's rules, without a chain, and encodes their events.

import { type Condition, type Outcome, positionDue, type Stakes } from '@prediction-market/sdk'
import type { FeeAmounts, RecentStakes, Terms } from '@prediction-market/sdk/accounts'
import type { EventData, EventName } from '@prediction-market/sdk/events'
import { PYTH_RECEIVER } from '@prediction-market/sdk/oracle/pyth'
import {
  addRecentStake,
  countedPools,
  fees,
  isVoid,
  lateStakes,
  NO_RECENT_STAKES,
  PRICE_BITS,
  periodOf,
  unmatchedStake,
} from '@prediction-market/sdk/rules'
import type { PublicKey } from '@solana/web3.js'
import { addressOf, encodeEvent } from './encode.ts'

/** A position that is simulated. */
interface PlayedPosition {
  owner: PublicKey
  stakes: Record<Outcome, bigint>
  recent: RecentStakes
}

/** A market that is simulated by the program's rules, without a chain. */
interface Played {
  address: PublicKey
  mint: PublicKey | null
  createdAt: bigint
  expireAt: bigint
  terms: Terms
  pools: Record<Outcome, bigint>
  recent: RecentStakes
  positions: Map<string, PlayedPosition>
  /** Number of the last event. */
  sequence: number
  outcome: Outcome | null
  latePeriod: bigint
  late: Stakes
  fees: FeeAmounts
  paid: bigint
}

/** Options of a new market. */
interface Opening {
  /** Whether stakes are in UTILITY. */
  utility: boolean
  question: string
  condition: Condition
  /** Seconds until it expires. */
  duration: number
  /** Largest ratio of what is lost, in hundredths. */
  maxRatio: number
}

const TERMS: Terms = {
  pythReceiver: PYTH_RECEIVER,
  period: 60,
  burnBps: 500,
  developerBps: 500,
  maxConfidenceBps: 100,
  attestorSet: 0,
  proofWindow: 600,
  voidDelay: 3_600,
  closeMargin: 10,
  decideReward: 300_000n,
  settleReward: 5_000n,
  rewardStake: 0n,
  maxRatio: 0,
}

const CONDITION: Condition = {
  type: 'price',
  feed: 'ef0d8b6fda2ceba41da15d4095d1da392a0d2f8ed0c6c7bc0f4cfac8c280b56d',
  comparison: 'above',
  target: '250',
  timing: 'byExpiry',
}

/** The keeper of all steps. */
const KEEPER = addressOf('the keeper')

/** Simulates markets, and encodes the events that the program would emit. */
export class Play {
  readonly markets = new Map<string, Played>()
  #purchases = 0

  create(name: string, at: number, options: Partial<Opening> = {}): string {
    const { utility = false, condition = CONDITION, question = `Will SOL be above $250 (${name})?` } = options
    const mint = utility ? addressOf('the utility mint') : null
    const address = addressOf(`market ${name}`)
    const createdAt = BigInt(at)
    const terms = { ...TERMS, maxRatio: options.maxRatio ?? 0 }
    const expireAt = createdAt + BigInt(options.duration ?? 3_600)
    this.markets.set(name, {
      address,
      mint,
      createdAt,
      expireAt,
      terms,
      pools: { Yes: 0n, No: 0n },
      recent: NO_RECENT_STAKES,
      positions: new Map(),
      sequence: 1,
      outcome: null,
      latePeriod: 0n,
      late: { Yes: 0n, No: 0n },
      fees: { burn: 0n, developer: 0n },
      paid: 0n,
    })
    return event('MarketCreated', {
      market: address,
      sequence: 1,
      creator: addressOf(`creator of ${name}`),
      question,
      token: null,
      mint,
      createdAt,
      closeAt: expireAt - 10n,
      expireAt,
      terms,
      condition,
    })
  }

  cancel(name: string, at: number): string {
    return event('MarketCancelled', { ...this.#next(name), cancelledAt: BigInt(at) })
  }

  bet(name: string, wallet: string, outcome: Outcome, amount: bigint, at: number): string {
    const market = this.#market(name)
    const owner = addressOf(wallet)
    const none: PlayedPosition = { owner, stakes: { Yes: 0n, No: 0n }, recent: NO_RECENT_STAKES }
    const position = market.positions.get(wallet) ?? none
    market.positions.set(wallet, position)
    const period = periodOf(market, BigInt(at))
    position.stakes[outcome] += amount
    position.recent = addRecentStake(position.recent, period, outcome, amount)
    market.pools[outcome] += amount
    market.recent = addRecentStake(market.recent, period, outcome, amount)
    return event('BetPlaced', {
      ...this.#next(name),
      owner,
      outcome,
      amount,
      pools: { ...market.pools },
      stakes: { ...position.stakes },
      period,
      placedAt: BigInt(at),
    })
  }

  /** Records that the condition was not met at expiry. */
  record(name: string, at: number): string {
    return event('ObservationRecorded', {
      ...this.#next(name),
      observation: observation('No', at),
      recordedAt: BigInt(at),
      kind: 'notMet',
      keeper: KEEPER,
      reward: TERMS.decideReward / 2n,
    })
  }

  /**
   * Decides a market; null voids it without an answer.
   *
   * @param newsAt - the unix second of the early answer that decided it, which makes stakes late; by default none are
   */
  resolve(name: string, outcome: Outcome | null, at: number, newsAt?: number): string {
    const market = this.#market(name)
    const { terms } = market
    const pools: Stakes = { ...market.pools }
    const latePeriod = newsAt === undefined ? 0n : periodOf(market, BigInt(newsAt))
    const hasLate = outcome !== null && latePeriod > 0n
    const late: Stakes = hasLate ? lateStakes(market.recent, latePeriod) : { Yes: 0n, No: 0n }
    const seen = outcome && observation(outcome, at)
    if (outcome === null || isVoid({ pools, late }, outcome)) {
      return event('MarketVoided', {
        ...this.#next(name),
        answer: outcome,
        observation: seen,
        pools,
        voidedAt: BigInt(at),
        keeper: KEEPER,
        reward: TERMS.settleReward,
      })
    }
    const counted = countedPools({ pools, late })
    const [winning, losing] = outcome === 'Yes' ? [counted.Yes, counted.No] : [counted.No, counted.Yes]
    const taken = fees(losing - unmatchedStake(winning, losing, terms), terms.burnBps, terms.developerBps)
    market.outcome = outcome
    market.latePeriod = latePeriod
    market.late = late
    market.fees = { burn: taken.burn, developer: taken.developer }
    return event('MarketResolved', {
      ...this.#next(name),
      outcome,
      observation: seen,
      pools,
      latePeriod,
      late,
      unmatched: unmatchedStake(winning, losing, terms),
      fees: market.fees,
      resolvedAt: BigInt(at),
      keeper: KEEPER,
      reward: TERMS.decideReward,
    })
  }

  /** Collects fees: both shares by default. */
  collect(name: string, share?: keyof FeeAmounts): string {
    const { mint, fees } = this.#market(name)
    return event('FeesCollected', {
      ...this.#next(name),
      mint,
      fees: {
        burn: share === 'developer' ? 0n : fees.burn,
        developer: share === 'burn' ? 0n : fees.developer,
      },
      treasury: addressOf('the treasury'),
      developerBurned: false,
    })
  }

  settle(name: string, wallet: string): string {
    const market = this.#market(name)
    const position = market.positions.get(wallet)
    if (!position) throw new Error(`${wallet} has no stake in ${name}`)
    market.positions.delete(wallet)
    const { owner, stakes } = position
    const { payout, refund } = positionDue(market, position)
    market.paid += payout + refund
    return event('PositionSettled', {
      ...this.#next(name),
      owner,
      stakes,
      payout,
      refund,
      recipient: owner,
      reward: TERMS.settleReward,
    })
  }

  close(name: string): string {
    const { paid, fees, pools } = this.#market(name)
    const dust = pools.Yes + pools.No - paid - fees.burn - fees.developer
    const reward = 2n * TERMS.settleReward
    return event('MarketClosed', { ...this.#next(name), paid, fees, dust, keeper: KEEPER, reward })
  }

  /** A purchase in the burn auction at a thousand tokens of 6 decimals for one SOL. */
  burn(wallet: string, lamports: bigint): string {
    this.#purchases += 1
    return event('TokensBurned', {
      sequence: this.#purchases,
      buyer: addressOf(wallet),
      lamports,
      tokens: lamports,
      price: 1_000_000_000n << PRICE_BITS,
      forSale: 0n,
      slot: 1n,
    })
  }

  /** Names of the wallets that have not been paid. */
  bettors(name: string): string[] {
    return [...this.#market(name).positions.keys()]
  }

  /** The market of the next event, and the event's number. */
  #next(name: string): { market: PublicKey; sequence: number } {
    const market = this.#market(name)
    market.sequence += 1
    return { market: market.address, sequence: market.sequence }
  }

  #market(name: string): Played {
    const market = this.markets.get(name)
    if (!market) throw new Error(`No market ${name}`)
    return market
  }
}

/** The price that decides for a side. */
function observation(outcome: Outcome, at: number) {
  const isMet = outcome === 'Yes'
  return { value: isMet ? 25_100n : 24_900n, exponent: -2, observedAt: BigInt(at), isMet, hasValue: true }
}

function event<Name extends EventName>(name: Name, data: EventData[Name]): string {
  return encodeEvent(name, data)
}
