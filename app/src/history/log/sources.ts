// What the log is written with.

import { findFeeVault } from '@prediction-market/sdk/accounts'
import { PublicKey } from '@solana/web3.js'
import { sql } from 'drizzle-orm'
import { remember, rememberAnswer } from '../../runtime/remember.ts'
import type { Database } from '../../store/database.ts'
import { needsTime, type OfferedTransaction, offersOf } from './append.ts'
import type { Ledger } from './chain/ledger.ts'
import { mintOf } from './chain/read-transactions.ts'
import type { EventFields, EventRow } from './events.ts'
import type { Intake } from './intake.ts'
import { bytesOf } from './read.ts'
import { addressBytes } from './row.ts'

/**
 * Completes events of one market that were rebuilt from instructions: what they lack follows from the events before
 * them. Created for each use.
 */
export interface Completion {
  /** Takes the next event of the market. @returns it with all details, or null if they cannot be known */
  next(event: EventFields): EventFields | null
}

export interface LogSources {
  db: Database
  ledger: Ledger
  /** In base58. */
  program: string
  intake: Intake
  /** @param events - all events of the market so far */
  completion: (events: readonly EventRow[]) => Completion
  /** Milliseconds for which an event is looked for before it may be given up; ten minutes by default. */
  patienceMs?: number | undefined
}

/** Transactions that cannot be offered yet; the others were. */
export class NotOfferedError extends Error {
  constructor(
    readonly transactions: readonly OfferedTransaction[],
    cause: unknown,
  ) {
    super((cause as Error).message, { cause })
  }
}

/**
 * Offers the events of transactions to the log.
 *
 * @throws NotOfferedError if the chain does not tell yet what some of them need, such as their time
 */
export async function offerTransactions(
  { db, ledger, program, intake }: Pick<LogSources, 'db' | 'ledger' | 'program' | 'intake'>,
  transactions: readonly OfferedTransaction[],
): Promise<void> {
  const vault = findFeeVault(new PublicKey(program))
  const offers = await Promise.allSettled(
    transactions.map(async (transaction) => {
      await storeDecimals({ db, ledger, intake }, transaction)
      const time = needsTime(transaction.events) ? await timeOf(ledger, transaction) : transaction.time
      return offersOf({ ...transaction, time }, vault)
    }),
  )
  await intake.offer(offers.flatMap((offer) => (offer.status === 'fulfilled' ? offer.value : [])))
  const left = transactions.filter((_, index) => offers[index]?.status === 'rejected')
  for (const offer of offers) if (offer.status === 'rejected') throw new NotOfferedError(left, offer.reason)
}

/**
 * The time of a transaction's block, from one source however the transaction was found: a node's list may tell another
 * one. Never of our own clock, because it stays in the log.
 */
async function timeOf(
  ledger: Pick<Ledger, 'blockTime'>,
  { slot, time }: OfferedTransaction,
): Promise<number> {
  const known = (await ledger.blockTime(slot)) ?? time
  if (known === 0) throw new Error(`No RPC node has the time of block ${slot} yet`)
  return known
}

/** Mints whose decimals each process has stored. */
const stored = new WeakMap<Intake, Map<string, Promise<void>>>()

/** Stores the decimals of mints before markets that need them: nobody who reads the log asks the chain. */
async function storeDecimals(
  { db, ledger, intake }: Pick<LogSources, 'db' | 'ledger' | 'intake'>,
  { events }: OfferedTransaction,
): Promise<void> {
  const known = remember(stored, intake, () => new Map<string, Promise<void>>())
  for (const mint of events.flatMap((event) => mintOf(event) ?? [])) {
    await rememberAnswer(known, mint, async () => {
      const decimals = await ledger.decimals(mint)
      await db.execute(sql`INSERT INTO addresses (address, decimals)
        VALUES (${bytesOf(addressBytes(mint))}, ${decimals}::smallint)
        ON CONFLICT (address) DO UPDATE SET decimals = EXCLUDED.decimals`)
    })
  }
}
