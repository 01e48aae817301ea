// The outcomes of events on the localnet: set by hand, or planned from the seed.

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
  /** By market: the unix second from which on the answer is known, and the answer. */
  readonly #planned = new Map<string, { at: number; hasHappened: boolean }>()

  /**
   * @param now - the chain's time, in unix seconds
   */
  constructor(private readonly now: () => number) {}

  /** Sets whether a market's event has happened. The attestors take it as final. */
  set(market: PublicKey, hasHappened: boolean): void {
    this.#set.set(market.toBase58(), hasHappened)
  }

  /** Decides whether and when the events of demonstration markets happen. The same seed decides the same. */
  plan(seed: string, markets: readonly PlannedEvent[]): void {
    for (const { address, question, condition, lifetime, expireAt } of markets) {
      if (condition.type !== 'event') continue
      const draw = drawFrom(`${seed}/event/${question}`)
      const hasHappened = draw(2) === 1
      // An event by expiry happens in the second half of the market. Otherwise the answer is known at expiry only.
      const isEarly = hasHappened && condition.timing === 'byExpiry'
      const ahead = isEarly ? draw(Math.floor(lifetime / 2)) : 0
      this.#planned.set(address.toBase58(), { at: Number(expireAt) - ahead, hasHappened })
    }
  }

  finalAnswer(market: string): boolean | null {
    const set = this.#set.get(market)
    if (set !== undefined) return set
    const planned = this.#planned.get(market)
    return planned && this.now() >= planned.at ? planned.hasHappened : null
  }
}
