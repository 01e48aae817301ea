import {
  type Condition,
  type EventData,
  type EventName,
  fees,
  isVoid,
  type Outcome,
  positionPayout,
  type Stakes,
  type Terms,
} from '@prediction-market/sdk'
import type { PublicKey } from '@solana/web3.js'
import { addressOf, encodeEvent } from './encode.ts'

/** A market that is simulated by the program's rules, without a chain. */
interface Played {
  address: PublicKey
  mint: PublicKey | null
  pools: [bigint, bigint]
  stakes: Map<string, { owner: PublicKey; stakes: [bigint, bigint] }>
  outcome: Outcome | null
  fees: { burn: bigint; developer: bigint }
  paid: bigint
}

/** Options of a new market. */
interface Opening {
  /** Whether stakes are in UTILITY. */
  utility: boolean
  question: string
  condition: Condition
}

const TERMS: Terms = {
  burnBps: 500,
  developerBps: 500,
  maxConfidenceBps: 100,
  attestorSet: 0,
  proofWindow: 600,
  voidDelay: 3_600,
}

const CONDITION: Condition = {
  type: 'price',
  feed: 'ef0d8b6fda2ceba41da15d4095d1da392a0d2f8ed0c6c7bc0f4cfac8c280b56d',
  comparison: 'above',
  target: '250',
  timing: 'atExpiry',
}

/** Simulates markets, and encodes the events that the program would emit. */
export class Play {
  readonly markets = new Map<string, Played>()

  create(name: string, at: number, options: Partial<Opening> = {}): string {
    const { utility = false, condition = CONDITION, question = `Will SOL be above $250 (${name})?` } = options
    const mint = utility ? addressOf('the utility mint') : null
    const address = addressOf(`market ${name}`)
    const pools: [bigint, bigint] = [0n, 0n]
    const none = { outcome: null, fees: { burn: 0n, developer: 0n }, paid: 0n }
    this.markets.set(name, { address, mint, pools, stakes: new Map(), ...none })
    return event('MarketCreated', {
      market: address,
      creator: addressOf(`creator of ${name}`),
      question,
      token: null,
      mint,
      createdAt: BigInt(at),
      closeAt: BigInt(at + 3_600),
      expireAt: BigInt(at + 3_600),
      terms: TERMS,
      condition,
    })
  }

  bet(name: string, wallet: string, outcome: Outcome, amount: bigint, at: number): string {
    const market = this.#market(name)
    const side = outcome === 'Yes' ? 0 : 1
    const owner = addressOf(wallet)
    const position = market.stakes.get(wallet) ?? { owner, stakes: [0n, 0n] }
    market.stakes.set(wallet, position)
    position.stakes[side] += amount
    market.pools[side] += amount
    const after = { pools: [...market.pools] as Stakes, stakes: [...position.stakes] as Stakes }
    const placedAt = BigInt(at)
    return event('BetPlaced', { market: market.address, owner, outcome, amount, ...after, placedAt })
  }

  /** Decides a market; null voids it without an answer. */
  resolve(name: string, outcome: Outcome | null, at: number): string {
    const market = this.#market(name)
    const { address, pools } = market
    const seen = { market: address, pools: [...pools] as Stakes }
    const observation = { value: 25_100n, exponent: -2, observedAt: BigInt(at) }
    if (outcome === null || isVoid(pools, outcome)) {
      const answer = outcome === null ? null : observation
      return event('MarketVoided', { ...seen, observation: answer, voidedAt: BigInt(at) })
    }
    market.outcome = outcome
    const taken = fees(pools[outcome === 'Yes' ? 1 : 0], TERMS.burnBps, TERMS.developerBps)
    market.fees = { burn: taken.burn, developer: taken.developer }
    return event('MarketResolved', {
      ...seen,
      outcome,
      observation,
      fees: market.fees,
      resolvedAt: BigInt(at),
    })
  }

  collect(name: string): string {
    const { address, mint, fees } = this.#market(name)
    return event('FeesCollected', { market: address, mint, fees, treasury: addressOf('the treasury') })
  }

  settle(name: string, wallet: string): string {
    const market = this.#market(name)
    const position = market.stakes.get(wallet)
    if (!position) throw new Error(`${wallet} has no stake in ${name}`)
    market.stakes.delete(wallet)
    const { owner, stakes } = position
    const payout = positionPayout(stakes, market.pools, market.outcome, TERMS)
    market.paid += payout
    return event('PositionSettled', { market: market.address, owner, stakes, payout, recipient: owner })
  }

  close(name: string): string {
    const { address, paid, fees, pools } = this.#market(name)
    const dust = pools[0] + pools[1] - paid - fees.burn - fees.developer
    return event('MarketClosed', { market: address, paid, fees, dust })
  }

  /** Names of the wallets that have not been paid. */
  bettors(name: string): string[] {
    return [...this.#market(name).stakes.keys()]
  }

  #market(name: string): Played {
    const market = this.markets.get(name)
    if (!market) throw new Error(`No market ${name}`)
    return market
  }
}

function event<Name extends EventName>(name: Name, data: EventData[Name]): string {
  return encodeEvent(name, data)
}
