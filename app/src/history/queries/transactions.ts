// Queries of final transactions.

import type { ProgramEvent } from '@prediction-market/sdk/events'
import { PublicKey } from '@solana/web3.js'
import { and, asc, sql } from 'drizzle-orm'
import type { Database } from '../../store/database.ts'
import { log, logHead, signaturePrefix } from '../../store/schema/log.ts'
import { type EventRow, isKind } from '../log/events.ts'
import { bytesOf, knownSlots, readDecimals, selectLog, toEvent } from '../log/read.ts'
import { signatureBytes } from '../log/row.ts'

/** A final transaction of the history. */
export interface RecordedTransaction {
  slot: number
  /** The markets that it created, its bets and its payouts. */
  events: RecordedEvent[]
}

type Settled = Extract<ProgramEvent, { name: 'PositionSettled' }>

/** An event as the history stores it: without the reward that a payout earned. */
export type RecordedEvent =
  | Exclude<ProgramEvent, Settled>
  | { name: Settled['name']; data: Omit<Settled['data'], 'reward'> }

/** A final transaction, even if the nodes no longer have it; `null` if the history does not have it. */
export async function finalTransaction(db: Database, signature: string): Promise<RecordedTransaction | null> {
  const bytes = bytesOf(signatureBytes(signature))
  const isThis = sql`${signaturePrefix(log.signature)} = ${signaturePrefix(bytes)} AND ${log.signature} = ${bytes}`
  const rows = await selectLog(db, and(isThis, IS_FINAL)).orderBy(asc(log.id))
  const [first] = rows
  if (!first) return null
  const decimals = await readDecimals(db)
  return { slot: first.slot, events: rows.flatMap((row) => toProgramEvent(toEvent(row, decimals))) }
}

/** The slots of the final ones among these transactions, even if the nodes no longer have them. */
export async function finalSlots(db: Database, signatures: readonly string[]): Promise<Map<string, number>> {
  const [head] = await db.select({ finalSlot: logHead.finalSlot }).from(logHead)
  const slots = await knownSlots(db, signatures)
  return new Map([...slots].filter(([, slot]) => slot <= (head?.finalSlot ?? 0)))
}

const IS_FINAL = sql`NOT ${log.isDropped} AND ${log.slot} <= (SELECT final_slot FROM log_head)`

function toProgramEvent(event: EventRow): RecordedEvent[] {
  const market = new PublicKey(event.market)
  const wallet = new PublicKey(event.wallet ?? PublicKey.default)
  const { sequence } = event
  if (isKind(event, 'market')) {
    const { token, mint, createdAt, closeAt, expireAt, terms, condition, question } = event.details
    const data = {
      market,
      sequence,
      creator: wallet,
      question,
      token: token === null ? null : new PublicKey(token),
      mint: mint === null ? null : new PublicKey(mint),
      createdAt: BigInt(createdAt),
      closeAt: BigInt(closeAt),
      expireAt: BigInt(expireAt),
      terms: { ...terms, pythReceiver: new PublicKey(terms.pythReceiver) },
      condition,
    }
    return [{ name: 'MarketCreated', data }]
  }
  if (isKind(event, 'bet')) {
    const times = { period: BigInt(event.details.period), placedAt: BigInt(event.time) }
    return [{ name: 'BetPlaced', data: { ...event.details, ...times, market, sequence, owner: wallet } }]
  }
  if (isKind(event, 'payout')) {
    const recipient = new PublicKey(event.details.recipient)
    return [
      { name: 'PositionSettled', data: { ...event.details, recipient, market, sequence, owner: wallet } },
    ]
  }
  return []
}
