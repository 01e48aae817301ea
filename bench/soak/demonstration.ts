// Opens the markets of the demonstration again and again, for the soak bench.

import type { Settings } from '@prediction-market/sdk/accounts'
import type { Connection } from '@solana/web3.js'
import type { DemoMarket } from '../../app/src/localnet/demo/markets.ts'
import { openDemo, prepareMarkets } from '../../app/src/localnet/demo/open.ts'
import { type PlannedMarket, planDemo } from '../../app/src/localnet/demo/plan.ts'
import { drawFrom } from '../../app/src/localnet/demo/random.ts'
import { LOCALNET_WALLETS } from '../../app/src/localnet/keys.ts'
import type { Localnet } from '../../app/src/localnet/localnet.ts'
import type { DecisionWatch } from './decisions.ts'
import type { SoakEvents } from './sources.ts'

/** Options of the demonstration. */
export interface DemonstrationOptions {
  localnet: Localnet
  connection: Connection
  settings: Settings
  events: SoakEvents
  watch: DecisionWatch
  /** How many times shorter than in the demonstration markets last. */
  compression: number
}

/** Seconds that a market which can be decided early lasts at least: three betting periods. */
const SHORTEST_EARLY = 20

/** Idle markets that are opened in parallel. */
const BATCH = 10

/** Opens the markets of the demonstration, each again as soon as it has expired, and events without an answer. */
export class Demonstration {
  /** Openings that failed, for example because a bet came after the close, by reason. */
  readonly failures = new Map<string, number>()
  #opened = 0
  #isStopped = false

  constructor(private readonly options: DemonstrationOptions) {}

  get opened(): number {
    return this.#opened
  }

  /** Runs until it is stopped. */
  async run(): Promise<void> {
    const planned = planDemo('soak', this.options.localnet.program.utilityMint)
    await Promise.all(planned.map((_, index) => this.#repeat(index)))
  }

  stop(): void {
    this.#isStopped = true
  }

  /** Opens markets of events that have no answer while the soak lasts. */
  async openIdle(count: number, lifetime: number): Promise<void> {
    const markets = Array.from({ length: count }, (_, index): PlannedMarket => {
      const wallet = LOCALNET_WALLETS[index % LOCALNET_WALLETS.length] as (typeof LOCALNET_WALLETS)[number]
      const timing = index % 2 === 0 ? 'byExpiry' : 'atExpiry'
      return {
        question: `Will idle event ${index + 1} happen?`,
        token: null,
        currency: 'SOL',
        condition: { type: 'event', timing },
        lifetime,
        bets: [{ wallet, outcome: 'Yes', amount: 50_000_000n }],
      }
    })
    for (let start = 0; start < count; start += BATCH) await this.#open(markets.slice(start, start + BATCH))
  }

  async #repeat(index: number): Promise<void> {
    const { localnet, compression } = this.options
    const { clock } = localnet.node
    for (let round = 0; !this.#isStopped; round++) {
      const plan = planDemo(`soak ${round}`, localnet.program.utilityMint)[index] as PlannedMarket
      const market = { ...plan, lifetime: lifetimeOf(plan, compression) }
      await this.#open([market]).catch(({ message }: Error) => {
        const reason = message.replace(/ \(\w+\)$/, '')
        this.failures.set(reason, (this.failures.get(reason) ?? 0) + 1)
      })
      await until(clock, clock.now.unixSecond + market.lifetime, () => this.#isStopped)
    }
  }

  async #open(planned: readonly PlannedMarket[]): Promise<void> {
    const { localnet, connection, settings, events, watch } = this.options
    const input = {
      settings,
      utilityMint: localnet.program.utilityMint,
      now: localnet.node.clock.now.unixSecond,
    }
    const first = this.#opened
    this.#opened += planned.length
    const prepared = await prepareMarkets(planned, input, first)
    for (const { address, condition, question, expireAt, lifetime } of prepared.markets) {
      if (condition.type === 'event' && !question.startsWith('Will idle')) {
        const draw = drawFrom(`soak/${address.toBase58()}`)
        const hasHappened = draw(2) === 1
        const ahead = hasHappened && condition.timing === 'byExpiry' ? draw(Math.floor(lifetime / 2)) : 0
        events.plan(address.toBase58(), expireAt - BigInt(ahead), hasHappened)
      }
      watch.add(address)
    }
    await openDemo(connection, prepared)
  }
}

/** Seconds that a market of the demonstration lasts here. */
function lifetimeOf({ lifetime, condition }: DemoMarket, compression: number): number {
  const seconds = Math.max(5, Math.round(lifetime / compression))
  const canBeEarly = condition.timing === 'byExpiry' || condition.type === 'event'
  return canBeEarly ? Math.max(seconds, SHORTEST_EARLY) : seconds
}

/** Waits for the chain's clock. */
function until(clock: Localnet['node']['clock'], second: number, isOver: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const end = clock.subscribe(({ unixSecond }) => {
      if (unixSecond < second && !isOver()) return
      end()
      resolve()
    })
  })
}
