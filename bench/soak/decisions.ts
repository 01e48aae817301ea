// Measures how long after the rules allow it each market is decided.

import type { Market } from '@prediction-market/sdk'
import { decodeMarket } from '@prediction-market/sdk/accounts'
import { decisionDue, showPrice } from '@prediction-market/sdk/rules'
import type { Connection, PublicKey } from '@solana/web3.js'
import { DEMO_TOKENS } from '../../app/src/localnet/demo/tokens.ts'
import type { Localnet } from '../../app/src/localnet/localnet.ts'
import { least } from '../../app/src/runtime/bigint.ts'
import type { SoakEvents } from './sources.ts'

/** A market that was decided. */
export interface Decided {
  /** Type and timing of its condition. */
  kind: string
  /** Wall seconds from the moment that the rules allowed the decision to the confirmed decision. */
  delay: number
}

/** The most accounts per call. */
const BATCH = 100

const POLL_MS = 200

/** Seconds of unix time between two early observations of attestors. */
const ATTESTED_STEP = 5n

/** Watches markets until they are decided, and measures how long that took from when the rules allowed it. */
export class DecisionWatch {
  readonly decided: Decided[] = []
  /** Markets that are not decided, as they were first read; `null` before that. */
  readonly #open = new Map<string, { address: PublicKey; market: Market | null }>()
  /** When the chain's clock reached each second, in milliseconds of this process. */
  readonly #reached = new Map<number, number>()
  readonly #unsubscribe: () => void
  #last: number
  #isStopped = false

  constructor(
    private readonly localnet: Localnet,
    private readonly connection: Connection,
    private readonly events: SoakEvents,
  ) {
    const { clock } = localnet.node
    this.#last = clock.now.unixSecond
    this.#unsubscribe = clock.subscribe(({ unixSecond }) => {
      const at = performance.now()
      while (this.#last < unixSecond) this.#reached.set(++this.#last, at)
    })
    this.#poll()
  }

  add(address: PublicKey): void {
    this.#open.set(address.toBase58(), { address, market: null })
  }

  stop(): void {
    this.#isStopped = true
    this.#unsubscribe()
  }

  /** Markets that the rules allow to be decided and that are not, with the wall seconds since then. */
  async overdue(): Promise<Decided[]> {
    const late: Decided[] = []
    for (const { market, address } of this.#open.values()) {
      if (!market) continue
      const delay = await this.#delay(market, address)
      if (delay > 0) late.push({ kind: kindOf(market), delay })
    }
    return late
  }

  #poll(): void {
    this.#read()
      .catch((error: Error) => console.error(`Could not read the markets: ${error.message}`))
      .finally(() => !this.#isStopped && setTimeout(() => this.#poll(), POLL_MS))
  }

  async #read(): Promise<void> {
    const watched = [...this.#open.values()]
    for (let start = 0; start < watched.length; start += BATCH) {
      const part = watched.slice(start, start + BATCH)
      const accounts = await this.connection.getMultipleAccountsInfo(
        part.map(({ address }) => address),
        'confirmed',
      )
      for (const [index, account] of accounts.entries()) {
        const entry = part[index]
        if (!account || !entry) continue
        const market = decodeMarket(account.data)
        // Condition and dates never change: the first read is enough.
        entry.market ??= market
        if (market.status === 'open') continue
        this.#open.delete(entry.address.toBase58())
        this.decided.push({ kind: kindOf(market), delay: await this.#delay(market, entry.address) })
      }
    }
  }

  /** Wall seconds since the rules allow a decision; negative before. */
  async #delay(market: Market, address: PublicKey): Promise<number> {
    const allowed = await this.#allowedAt(market, address)
    const reached = this.#reached.get(Number(allowed))
    if (reached === undefined) return Number(BigInt(this.#last) - allowed)
    return (performance.now() - reached) / 1_000
  }

  /**
   * The first second in which the rules allow a decision: that of the first observation that meets a condition by
   * expiry, of the expiry, or of the end of the proof window.
   */
  async #allowedAt(market: Market, address: PublicKey): Promise<bigint> {
    const due = decisionDue(market)
    const { condition, createdAt, expireAt } = market
    if (condition.type === 'event') {
      const happens = this.events.happensAt(address.toBase58())
      if (happens === null) return due
      const signed = ((happens + ATTESTED_STEP - 1n) / ATTESTED_STEP) * ATTESTED_STEP
      return least(signed, expireAt)
    }
    if (condition.timing !== 'byExpiry') return due
    if (condition.type !== 'price' && condition.type !== 'marketCap') return due
    const history = await this.localnet.prices.history(
      [condition.feed],
      Number(createdAt) + 1,
      Number(expireAt),
    )
    const supply = condition.type === 'marketCap' ? (supplyOf(market) ?? null) : null
    const measured = { ...market, condition }
    const first = history.find((price) => showPrice(measured, price, supply)?.reading === 'met')
    return first ? BigInt(first.publishTime) : due
  }
}

function kindOf({ condition }: Market): string {
  return `${condition.type} ${condition.timing}`
}

function supplyOf({ token }: Market) {
  const known = DEMO_TOKENS.find(({ mint }) => token?.equals(mint))
  if (!known) throw new Error(`${token?.toBase58()}: is no token of the demonstration`)
  return { value: known.supply, exponent: -known.decimals }
}
