import type { Condition } from '@prediction-market/sdk'
import type { PublicKey } from '@solana/web3.js'
import type { EventSource } from '../attestor/events.ts'
import { drawFrom } from './demo/random.ts'

/** The parts of a market that decide when its event happens. */
export interface PlannedEvent {
  address: PublicKey
  question: string
  condition: Condition
  lifetime: number
  expireAt: bigint
}

/** Events of the localnet: those that were set, and those of demonstration markets, which the seed decides. */
export class LocalnetEvents implements EventSource {
  readonly #set = new Map<string, boolean>()
  /** Unix seconds at which planned events happen, `null` for never, by market. */
  readonly #planned = new Map<string, number | null>()

  /**
   * @param now - the chain's time, in unix seconds
   */
  constructor(private readonly now: () => number) {}

  /** Sets whether a market's event has happened. */
  set(market: PublicKey, hasHappened: boolean): void {
    this.#set.set(market.toBase58(), hasHappened)
  }

  /** Decides whether and when the events of demonstration markets happen. The same seed decides the same. */
  plan(seed: string, markets: readonly PlannedEvent[]): void {
    for (const { address, question, condition, lifetime, expireAt } of markets) {
      if (condition.type !== 'event') continue
      const draw = drawFrom(`${seed}/event/${question}`)
      const happens = draw(2) === 1
      // An event that is decided at expiry is unknown before; others happen in the second half of the market.
      const ahead = condition.timing === 'atExpiry' ? 0 : draw(Math.floor(lifetime / 2))
      this.#planned.set(address.toBase58(), happens ? Number(expireAt) - ahead : null)
    }
  }

  hasHappened(market: string): boolean | null {
    const set = this.#set.get(market)
    if (set !== undefined) return set
    const at = this.#planned.get(market)
    if (at === undefined) return null
    return at !== null && this.now() >= at
  }
}
