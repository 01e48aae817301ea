import type { Condition } from '@prediction-market/sdk'
import type { PublicKey } from '@solana/web3.js'
import type { EventSource } from '../attestor/events.ts'
import { drawFrom } from './demo/random.ts'

/** What of a market says when its event takes place. */
export interface PlannedEvent {
  address: PublicKey
  question: string
  condition: Condition
  lifetime: number
  expireAt: bigint
}

/**
 * What the localnet's attestors are told of events: what somebody has set, and for the demonstration markets what
 * their seed has in store. Of all others nothing is known.
 */
export class LocalnetEvents implements EventSource {
  readonly #set = new Map<string, boolean>()
  /** Unix seconds at which planned events take place, `null` for never; by market. */
  readonly #planned = new Map<string, number | null>()

  /**
   * @param now - the chain's time, in unix seconds
   */
  constructor(private readonly now: () => number) {}

  /** Says whether a market's event has taken place, from now on. */
  set(market: PublicKey, hasHappened: boolean): void {
    this.#set.set(market.toBase58(), hasHappened)
  }

  /** Draws whether and when the events of the demonstration take place. The same seed draws the same. */
  plan(seed: string, markets: readonly PlannedEvent[]): void {
    for (const { address, question, condition, lifetime, expireAt } of markets) {
      if (condition.type !== 'event') continue
      const draw = drawFrom(`${seed}/event/${question}`)
      const happens = draw(2) === 1
      // One that is asked about at its expiry is not known before, and the others take their time.
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
