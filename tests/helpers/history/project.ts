import { PROGRAM_ID } from '@prediction-market/sdk'
import { openCheckpoint } from '../../../app/src/history/projector/checkpoint.ts'
import type { Ledger } from '../../../app/src/history/projector/ledger.ts'
import { type Projection, pull } from '../../../app/src/history/projector/pull.ts'
import type { Database } from '../../../app/src/store/database.ts'

/** The program, in base58. */
export const PROGRAM = PROGRAM_ID.toBase58()

/** A history that is made from a ledger; whatever the store held before gives way if it is of another. */
export async function openProjection(
  db: Database,
  ledger: Ledger,
  options: Partial<Pick<Projection, 'batch' | 'onProgress' | 'signal'>> = {},
): Promise<Projection> {
  await openCheckpoint(db, { program: PROGRAM, genesis: await ledger.genesis() }, true)
  return { db, ledger, program: PROGRAM, batch: 50, onProgress: () => {}, ...options }
}

/** Projects all that a ledger has. */
export async function projectAll(
  db: Database,
  ledger: Ledger,
  options?: Partial<Pick<Projection, 'batch'>>,
): Promise<Projection> {
  const projection = await openProjection(db, ledger, options)
  await pull(projection, 'final')
  return projection
}
