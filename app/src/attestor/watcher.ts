import { type Condition, type HoldersCondition, meets } from '@prediction-market/sdk'
import type { MarketBook } from '../book/book.ts'
import type { BookEntry } from '../book/entry.ts'
import { countHolders, type HolderSource, signedCount } from './count.ts'
import type { EventSource } from './events.ts'
import { type Moment, momentOf } from './moments.ts'
import type { Signer } from './signer.ts'

/** What was seen of a market, signed or not. */
export interface Observation {
  /** The market's address in base58. */
  market: string
  value: bigint
  /** Unix seconds. */
  observedAt: number
}

/** What a watcher works with. */
export interface WatcherOptions {
  book: MarketBook
  /** The chain's time in unix seconds, and its slot. */
  now: () => { unixSecond: number; slot: number }
  holders: HolderSource
  /** Without one, events are not attested. */
  events: EventSource | undefined
  signer: Signer
  /** Told of every moment that was missed, with the latest reason. */
  onMissed: (error: Error, market: string) => void
  /** Told of every signature. */
  onSigned: (kind: 'holders' | 'event') => void
}

/** How often the time is looked at, in milliseconds. */
const TICK_MS = 200

/** Sources that are asked at once. Anyone can open markets, and no source should be flooded because of it. */
const MOST_AT_ONCE = 32

/** A market to look at, and what is known of this look. */
interface Look {
  entry: BookEntry
  moment: Moment
  /** The slot that it was when the moment came: what is seen must be of that one or later. */
  slot: number
  state: 'due' | 'under way' | 'done'
  /** Why it has come to nothing so far. */
  error?: Error
}

/** Looks at every market that attestors decide, at the moments of the rule, and has what counts signed. */
export class Watcher {
  /** The latest look at each market, by its id. */
  readonly #looks = new Map<string, Look>()
  readonly #seen = new Map<string, Observation>()
  readonly #underWay = new Set<Promise<void>>()
  #timer: NodeJS.Timeout | undefined

  constructor(private readonly options: WatcherOptions) {}

  start(): void {
    this.#timer = setInterval(() => this.#tick(), TICK_MS).unref()
    this.#tick()
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await Promise.all(this.#underWay)
  }

  /** What was last seen of the markets that are open. */
  observations(): Observation[] {
    return [...this.#seen.values()]
  }

  #tick(): void {
    // Markets about the same token are told from one reading of it.
    const groups = new Map<string, Look[]>()
    for (const look of this.#due()) {
      const { market, token } = look.entry
      const source = market.condition.type === 'event' ? look.entry.id : (token ?? '')
      const group = groups.get(source)
      if (group) group.push(look)
      else groups.set(source, [look])
    }
    for (const [token, looks] of groups) {
      // The others have their turn at a later tick, if it is still the moment.
      if (this.#underWay.size >= MOST_AT_ONCE) break
      const [{ entry }] = looks as [Look]
      const isEvent = entry.market.condition.type === 'event'
      this.#begin(looks, () => (isEvent ? this.#readEvent(looks as [Look]) : this.#readHolders(token, looks)))
    }
  }

  /** The markets to look at now, those first whose moment comes but once. */
  #due(): Look[] {
    const { book, now } = this.options
    const { unixSecond, slot } = now()
    const due: Look[] = []
    for (const [id, look] of this.#looks) {
      if (book.get(id)?.market.status === 'open') continue
      this.#end(look)
      this.#looks.delete(id)
      this.#seen.delete(id)
    }
    for (const entry of book.entries()) {
      if (entry.market.status !== 'open' || !isAttested(entry.market.condition)) continue
      const moment = momentOf(entry.market, unixSecond)
      if (!moment) continue
      const latest = this.#looks.get(entry.id)
      if (latest?.state === 'under way') continue
      if (latest?.moment.at !== moment.at || latest.moment.counts !== moment.counts) {
        if (latest) this.#end(latest)
        const look: Look = { entry, moment, slot, state: 'due' }
        this.#looks.set(entry.id, look)
        due.push(look)
      } else if (latest.state === 'due') due.push(latest)
    }
    return due.sort((a, b) => urgency(b) - urgency(a))
  }

  /** A look that fails is taken again at the next tick, for as long as it is still the moment. */
  #begin(looks: readonly Look[], read: () => Promise<void>): void {
    for (const look of looks) look.state = 'under way'
    const work = read().then(
      () => {
        for (const look of looks) look.state = 'done'
      },
      (error: Error) => {
        for (const look of looks) {
          look.error = error
          look.state = 'due'
          // A look that decides nothing can wait for the next one.
          if (!look.moment.counts) this.#end(look)
        }
      },
    )
    this.#underWay.add(work)
    work.finally(() => this.#underWay.delete(work))
  }

  /** Ends a look, whether it came to something or not. */
  #end(look: Look): void {
    if (look.state !== 'due') return
    look.state = 'done'
    this.options.onMissed(look.error ?? new Error('there was no time for it'), look.entry.id)
  }

  async #readHolders(token: string, looks: readonly Look[]): Promise<void> {
    const slot = Math.max(...looks.map((look) => look.slot))
    const balances = await this.options.holders.balances(token, slot)
    if (!balances) return
    await Promise.all(
      looks.map((look) => {
        const condition = look.entry.market.condition as HoldersCondition
        const count = countHolders(balances, condition.minimumBalance)
        return this.#take(
          look,
          count,
          signedCount(count, condition),
          meets(condition, { value: count, exponent: 0 }),
        )
      }),
    )
  }

  async #readEvent([look]: readonly [Look]): Promise<void> {
    const happened = await this.options.events?.hasHappened(look.entry.market.address.toBase58())
    if (happened === null || happened === undefined) return
    const value = happened ? 1n : 0n
    await this.#take(look, value, value, happened)
  }

  async #take({ entry, moment }: Look, seen: bigint, signed: bigint, isMet: boolean): Promise<void> {
    const { book, signer, onSigned } = this.options
    const { address, condition } = entry.market
    if (book.get(entry.id)?.market.status !== 'open') return
    this.#seen.set(entry.id, { market: address.toBase58(), value: seen, observedAt: moment.at })
    // Before expiry, only what makes the condition true decides anything.
    if (!moment.counts || (condition.timing === 'byExpiry' && !isMet)) return
    await signer.sign(address, signed, moment.at)
    onSigned(condition.type as 'holders' | 'event')
  }
}

/** Markets that are decided at expiry have few moments, the others another one soon; a glance can wait. */
function urgency({ moment, entry }: Look): number {
  if (!moment.counts) return 0
  return entry.market.condition.timing === 'atExpiry' ? 2 : 1
}

/** Whether only attestors can tell. */
export function isAttested({ type }: Condition): boolean {
  return type === 'holders' || type === 'event'
}
