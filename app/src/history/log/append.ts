// Makes events of transactions ready for the log, appends them, and drops them.

import type { ProgramEvent } from '@prediction-market/sdk/events'
import type { PublicKey } from '@solana/web3.js'
import { sql } from 'drizzle-orm'
import { arrayOf } from '../../store/bulk.ts'
import type { Database } from '../../store/database.ts'
import { toEventFields } from './events.ts'
import { addressBytes, bodyOf, codeOf, signatureBytes } from './row.ts'

/** An event that may be appended. */
export interface OfferedEvent {
  /** In base58. */
  market: string
  sequence: number
  wallet: string | null
  /** In base58; empty if no transaction has it. */
  signature: string
  slot: number
  /** Unix second. */
  time: number
  /** A code of `row.ts`. */
  code: number
  isRebuilt: boolean
  data: Uint8Array
}

/**
 * The result of offering an event. `logged`: the log has it. `waiting`: the event before it is missing. `conflict`: the log
 * has another event with its number, or the same from another slot, so that one of them was on a fork.
 */
export type Offer = 'logged' | 'waiting' | 'conflict'

/** Events of one statement: few enough that other replicas do not wait noticeably. */
const BATCH = 500

/**
 * Appends those events whose predecessors are in the log or among them. Any number of processes may call it at once, with
 * the same events: each is appended once.
 *
 * @param offered - in any order; ids follow this order as far as each market's own order allows
 * @returns the result for each event, in their order
 */
export async function appendEvents(
  db: Database,
  program: string,
  offered: readonly OfferedEvent[],
): Promise<Offer[]> {
  const offers: Offer[] = []
  for (let start = 0; start < offered.length; start += BATCH) {
    offers.push(...(await appendBatch(db, program, offered.slice(start, start + BATCH))))
  }
  return offers
}

async function appendBatch(db: Database, program: string, batch: readonly OfferedEvent[]): Promise<Offer[]> {
  const column = (read: (event: OfferedEvent) => unknown, type: string) => arrayOf(batch.map(read), type)
  const { rows } = await db.execute(
    sql`SELECT * FROM append_events(${sql.join(
      [
        sql`${program}`,
        column(({ market }) => addressBytes(market), 'bytea'),
        column(({ sequence }) => sequence, 'integer'),
        column(({ wallet }) => wallet && addressBytes(wallet), 'bytea'),
        column(({ signature }) => signatureBytes(signature), 'bytea'),
        column(({ slot }) => slot, 'bigint'),
        column(({ time }) => time, 'bigint'),
        column(({ code }) => code, 'smallint'),
        column(({ isRebuilt }) => isRebuilt, 'boolean'),
        column(({ data }) => data, 'bytea'),
      ],
      sql`, `,
    )}) ORDER BY place`,
  )
  return rows.map(({ logged_id, is_same }) => {
    if (logged_id === null) return 'waiting'
    return is_same ? 'logged' : 'conflict'
  })
}

/** Drops an event that the chain no longer has, and those after it in its market; once, whoever else does so. */
export async function dropEvents(db: Database, program: string, firstId: number): Promise<void> {
  await db.execute(sql`SELECT drop_events(${program}, ${firstId}::bigint)`)
}

/** A transaction whose events are offered. */
export interface OfferedTransaction {
  signature: string
  slot: number
  /** Block time in unix seconds, for events that carry no time; 0 if not known. */
  time: number
  events: readonly ProgramEvent[]
  /** The bytes of each event. */
  bytes: readonly Uint8Array[]
}

/** The events of a transaction that belong in the log. A bet from a bankroll is kept with its `BetPlaced`. */
export function offersOf(transaction: OfferedTransaction, vault: PublicKey): OfferedEvent[] {
  const { signature, slot, time, events, bytes } = transaction
  const offers: OfferedEvent[] = []
  for (const [index, event] of events.entries()) {
    const logged = bytes[index] as Uint8Array
    const last = offers.at(-1)
    if (event.name === 'BankrollBet' && last) {
      last.data = Buffer.concat([last.data, bodyOf(logged, { isPurchase: false, hasWallet: false })])
      continue
    }
    const fields = toEventFields(event, time, () => 0, vault)
    if (!fields || fields.sequence === null) continue
    offers.push({
      market: fields.market,
      sequence: fields.sequence,
      wallet: fields.wallet,
      signature,
      slot,
      time: fields.time,
      code: codeOf(event.name, fields.kind),
      isRebuilt: false,
      data: bodyOf(logged, { isPurchase: fields.kind === 'burn', hasWallet: fields.wallet !== null }),
    })
  }
  return offers
}

/** Events that carry no time of their own. */
const UNTIMED: readonly ProgramEvent['name'][] = [
  'FeesCollected',
  'PositionSettled',
  'MarketClosed',
  'TokensBurned',
]

/** Whether the time of a transaction's block is needed. */
export function needsTime(events: readonly ProgramEvent[]): boolean {
  return events.some(({ name }) => UNTIMED.includes(name))
}
