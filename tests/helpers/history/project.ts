// Projects ledgers into a store.

import { PROGRAM_ID } from '@prediction-market/sdk'
import { openCheckpoint } from '../../../app/src/history/projector/apply/checkpoint.ts'
import { type PullOptions, pull } from '../../../app/src/history/projector/pull.ts'
import type { Ledger } from '../../../app/src/history/projector/read/ledger.ts'
import type { Database } from '../../../app/src/store/database.ts'

/** The program, in base58. */
export const PROGRAM = PROGRAM_ID.toBase58()

/** Opens the history of a ledger; removes that of another one. */
export async function openProjection(
  db: Database,
  ledger: Ledger,
  options: Partial<Pick<PullOptions, 'batch' | 'onProgress' | 'signal'>> = {},
): Promise<PullOptions> {
  await openCheckpoint(db, { program: PROGRAM, genesis: await ledger.genesis() }, true)
  return { db, ledger, program: PROGRAM, batch: 50, onProgress: () => {}, ...options }
}

/** Projects all transactions of a ledger. */
export async function projectAll(
  db: Database,
  ledger: Ledger,
  options?: Partial<Pick<PullOptions, 'batch'>>,
): Promise<PullOptions> {
  const projection = await openProjection(db, ledger, options)
  await pull(projection, 'final')
  return projection
}

/** Whether an error of a projector says only that its node was slow: it tries again, and no test may hang on it. */
export function isSlowNode(message: string): boolean {
  return /^(No RPC node answers|no slot for)/.test(message)
}
