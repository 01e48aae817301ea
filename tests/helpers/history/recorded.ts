// A history that is projected from a recorded ledger, step by step.

import { asc, inArray } from 'drizzle-orm'
import type { History } from '../../../app/src/history/history.ts'
import { openCheckpoint } from '../../../app/src/history/projector/apply/checkpoint.ts'
import { pull } from '../../../app/src/history/projector/pull.ts'
import { PUBLIC_KINDS } from '../../../app/src/history/queries/events.ts'
import type { Database } from '../../../app/src/store/database.ts'
import { type Checkpoint, events } from '../../../app/src/store/schema/history.ts'
import { openStore, type Store } from '../../../app/src/store/store.ts'
import { newPlace } from '../gateway/store.ts'
import { afterFile } from '../run/cleanup.ts'
import { type Plan, recordedLife } from './generate.ts'
import { PROGRAM } from './project.ts'
import type { RecordedLedger } from './recorded-ledger.ts'

/** A new store: on Postgres where `DATABASE_URL` is set, embedded otherwise. */
export async function ownStore(): Promise<Store> {
  const { databaseUrl, remove } = await newPlace()
  const store = await openStore({ databaseUrl })
  afterFile(remove)
  afterFile(() => store.close())
  return store
}

/** A history projected from a recorded ledger; the test controls how far. */
export class RecordedHistory implements History {
  readonly #listeners = new Set<() => void>()
  lastEvent = 0
  removals = 0
  isComplete = true
  isRebuilding = false
  unread = 0

  private constructor(
    readonly db: Database,
    readonly ledger: RecordedLedger,
  ) {}

  /** Opens an empty history of a generated ledger in a new store. */
  static async open(plan: Plan): Promise<RecordedHistory> {
    const ledger = recordedLife(plan)
    ledger.visible = 0
    return RecordedHistory.of((await ownStore()).db, ledger)
  }

  /** Opens the history of a ledger; several of them on one store act as replicas. */
  static async of(db: Database, ledger: RecordedLedger): Promise<RecordedHistory> {
    const history = new RecordedHistory(db, ledger)
    const { lastEvent, removals } = await openCheckpoint(
      db,
      { program: PROGRAM, genesis: await ledger.genesis() },
      false,
    )
    history.lastEvent = lastEvent
    history.removals = removals
    return history
  }

  lag() {
    return { slots: 0, seconds: 0 }
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Adds `count` more transactions to the chain, all by default, and projects them. */
  async advance(count = Number.POSITIVE_INFINITY, batch = 500): Promise<void> {
    this.ledger.visible += count
    await this.pull('head', batch)
  }

  /** Pulls as a projector does. */
  async pull(from: 'head' | 'final', batch = 500): Promise<void> {
    const { db, ledger } = this
    const onProgress = ({ lastEvent, removals, rebuilding }: Checkpoint) => {
      this.isRebuilding = rebuilding
      if (lastEvent === this.lastEvent && removals === this.removals) return
      this.lastEvent = lastEvent
      this.removals = removals
      for (const listener of this.#listeners) listener()
    }
    await pull({ db, ledger, program: PROGRAM, batch, onProgress }, from)
  }
}

/** The ids of all public events in the store. */
export async function publicIds({ db }: RecordedHistory): Promise<number[]> {
  const rows = await db
    .select({ id: events.id })
    .from(events)
    .where(inArray(events.kind, [...PUBLIC_KINDS]))
    .orderBy(asc(events.id))
  return rows.map(({ id }) => id)
}
