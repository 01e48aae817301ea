import { PROGRAM_ID } from '@prediction-market/sdk'
import { asc, inArray } from 'drizzle-orm'
import { openCheckpoint } from '../../../app/src/history/projector/checkpoint.ts'
import type { History } from '../../../app/src/history/projector/projector.ts'
import { pull } from '../../../app/src/history/projector/pull.ts'
import { TOLD } from '../../../app/src/history/queries/log.ts'
import type { Database } from '../../../app/src/store/database.ts'
import { events } from '../../../app/src/store/history/schema.ts'
import { openStore, type Store } from '../../../app/src/store/store.ts'
import { newPlace } from '../gateway/store.ts'
import { afterRun } from '../run/cleanup.ts'
import { type Plan, recordedLife } from './generate.ts'
import type { RecordedLedger } from './recorded-ledger.ts'

const program = PROGRAM_ID.toBase58()

/** A store of a test's own: on Postgres where `DATABASE_URL` is set, embedded otherwise. */
export async function ownStore(): Promise<Store> {
  const { databaseUrl, remove } = await newPlace()
  const store = await openStore({ databaseUrl })
  afterRun(remove)
  afterRun(() => store.close())
  return store
}

/** A history that is projected from a record, as far as a test lets it come. */
export class RecordedHistory implements History {
  readonly #listeners = new Set<(lastEvent: number) => void>()
  lastEvent = 0

  private constructor(
    readonly db: Database,
    readonly ledger: RecordedLedger,
  ) {}

  /** Begins with nothing. */
  static async open(plan: Plan): Promise<RecordedHistory> {
    const { db } = await ownStore()
    const ledger = recordedLife(plan)
    ledger.visible = 0
    await openCheckpoint(db, { program, genesis: await ledger.genesis() }, false)
    return new RecordedHistory(db, ledger)
  }

  onAdvance(listener: (lastEvent: number) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Lets so many more transactions happen; all by default. */
  async advance(count = Number.POSITIVE_INFINITY, batch = 500): Promise<void> {
    this.ledger.visible += count
    const onProgress = ({ lastEvent }: { lastEvent: number }) => {
      if (lastEvent === this.lastEvent) return
      this.lastEvent = lastEvent
      for (const listener of this.#listeners) listener(lastEvent)
    }
    await pull({ db: this.db, ledger: this.ledger, program, batch, onProgress }, 'head')
  }
}

/** The ids of all events that are told, from the store. */
export async function toldIds({ db }: RecordedHistory): Promise<number[]> {
  const rows = await db
    .select({ id: events.id })
    .from(events)
    .where(inArray(events.kind, [...TOLD]))
    .orderBy(asc(events.id))
  return rows.map(({ id }) => id)
}
