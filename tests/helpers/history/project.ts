// Takes ledgers into the log of a store, and applies it.

import { PROGRAM_ID } from '@prediction-market/sdk'
import type { Ledger } from '../../../app/src/history/log/chain/ledger.ts'
import { settle } from '../../../app/src/history/log/finality.ts'
import { openLog, readHead } from '../../../app/src/history/log/head.ts'
import { heal } from '../../../app/src/history/log/heal.ts'
import { Intake } from '../../../app/src/history/log/intake.ts'
import { type ListOptions, rememberWithout, takeListed } from '../../../app/src/history/log/list.ts'
import { applyLog, openProjection as openTables } from '../../../app/src/history/projection/project.ts'
import { completionOf } from '../../../app/src/history/projection/row-builder.ts'
import type { Database } from '../../../app/src/store/database.ts'

/** The program, in base58. */
export const PROGRAM = PROGRAM_ID.toBase58()

/** A process that takes a ledger into a store. */
export interface Projection extends ListOptions {
  /** Events to apply at a time. */
  batch: number
  onApplied: () => void
}

interface Options {
  batch: number
  onProgress: () => void
  /** Whether to remove the history of another ledger; true by default. */
  replaceOther: boolean
}

/** Opens the history of a ledger. Several of them on one store act as replicas. */
export async function openProjection(
  db: Database,
  ledger: Ledger,
  { batch = 50, onProgress = () => {}, replaceOther = true }: Partial<Options> = {},
): Promise<Projection> {
  const origin = { program: PROGRAM, genesis: await ledger.genesis() }
  await openLog(db, origin, replaceOther)
  await openTables(db, origin)
  const intake = new Intake(db, PROGRAM)
  const without = rememberWithout()
  return {
    db,
    ledger,
    program: PROGRAM,
    intake,
    completion: completionOf,
    without,
    batch,
    onApplied: onProgress,
  }
}

/** Takes what is listed, looks for what is missing, finds out what is final, and applies the log. */
export async function sync(projection: Projection): Promise<void> {
  await takeListed(projection)
  await search(projection)
  await settle(projection)
  // What was dropped may be listed in another slot.
  await takeListed(projection)
  await search(projection)
  await applyAll(projection)
}

/** Looks for what markets lack, once. */
export async function search(projection: Projection): Promise<void> {
  for (const [market, gap] of [...projection.intake.gaps]) await heal(projection, market, gap)
}

/** Applies the log up to its end. */
export async function applyAll({ db, batch, onApplied }: Projection): Promise<number> {
  for (;;) {
    const applied = await applyLog(db, batch)
    onApplied()
    if (applied >= (await readHead(db, PROGRAM)).lastId) return applied
  }
}

/** Takes all transactions of a ledger into a store. */
export async function projectAll(
  db: Database,
  ledger: Ledger,
  options?: Partial<Options>,
): Promise<Projection> {
  const projection = await openProjection(db, ledger, options)
  await sync(projection)
  return projection
}

/** Whether an error of a follower says only that its node was slow: it tries again, and no test may hang on it. */
export function isSlowNode(message: string): boolean {
  return /^(No RPC node (answers|lists)|no slot for)/.test(message)
}
