// A history of a recorded ledger, step by step.

import { and, asc, eq, inArray } from 'drizzle-orm'
import type { History } from '../../../app/src/history/follow.ts'
import { codesOf } from '../../../app/src/history/log/row.ts'
import { appliedId } from '../../../app/src/history/projection/project.ts'
import { PUBLIC_KINDS } from '../../../app/src/history/queries/events.ts'
import type { Database } from '../../../app/src/store/database.ts'
import { log } from '../../../app/src/store/schema/log.ts'
import { openStore, type Store } from '../../../app/src/store/store.ts'
import { newPlace } from '../gateway/store.ts'
import { afterFile } from '../run/cleanup.ts'
import { type Plan, recordedLife } from './generate.ts'
import { openProjection, type Projection, sync } from './project.ts'
import type { RecordedLedger } from './recorded-ledger.ts'

/** A new store: on Postgres where `DATABASE_URL` is set, embedded otherwise. */
export async function ownStore(): Promise<Store> {
  const { databaseUrl, remove } = await newPlace()
  const store = await openStore({ databaseUrl })
  afterFile(remove)
  afterFile(() => store.close())
  return store
}

/** A history of a recorded ledger; the test controls how far. */
export class RecordedHistory implements History {
  readonly #listeners = new Set<() => void>()
  lastEvent = 0
  isComplete = true
  isRebuilding = false
  oldestGap = null

  private constructor(
    readonly db: Database,
    readonly ledger: RecordedLedger,
    readonly projection: Projection,
  ) {}

  /** Opens an empty history of a generated ledger in a new store. */
  static async open(plan: Plan): Promise<RecordedHistory> {
    const ledger = recordedLife(plan)
    ledger.visible = 0
    return RecordedHistory.of((await ownStore()).db, ledger)
  }

  /** Opens the history of a ledger; several of them on one store act as replicas. */
  static async of(db: Database, ledger: RecordedLedger): Promise<RecordedHistory> {
    const projection = await openProjection(db, ledger, { replaceOther: false })
    const history = new RecordedHistory(db, ledger, projection)
    history.lastEvent = await appliedId(db)
    return history
  }

  get gaps(): number {
    return this.projection.intake.gaps.size
  }

  hasGap(market: string): boolean {
    return this.projection.intake.gaps.has(market)
  }

  lag() {
    return { slots: 0, seconds: 0 }
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Adds `count` more transactions to the chain, all by default, and takes them. */
  async advance(count = Number.POSITIVE_INFINITY): Promise<void> {
    this.ledger.visible += count
    await this.pull()
  }

  /** Does what a follower does from time to time. */
  async pull(): Promise<void> {
    await sync(this.projection)
    this.lastEvent = await appliedId(this.db)
    for (const listener of this.#listeners) listener()
  }
}

/** The ids of all public events in the store. */
export async function publicIds({ db }: RecordedHistory): Promise<number[]> {
  const rows = await db
    .select({ id: log.id })
    .from(log)
    .where(and(inArray(log.kind, codesOf(PUBLIC_KINDS)), eq(log.isDropped, false)))
    .orderBy(asc(log.id))
  return rows.map(({ id }) => id)
}
