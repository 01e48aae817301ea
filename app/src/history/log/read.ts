// Reads rows of the log as events.

import { SOL_DECIMALS } from '@prediction-market/sdk'
import { decodeEvent } from '@prediction-market/sdk/events'
import { PublicKey } from '@solana/web3.js'
import { and, asc, eq, gt, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { arrayOf } from '../../store/bulk.ts'
import type { Database } from '../../store/database.ts'
import { addresses, log, signaturePrefix } from '../../store/schema/log.ts'
import { type EventRow, toEventFields } from './events.ts'
import {
  addressBytes,
  base58,
  discriminatorOf,
  kindOf,
  rebuiltDetails,
  signatureBytes,
  signatureText,
  wholeEvent,
} from './row.ts'

/** The address of a row's wallet. */
export const wallets = alias(addresses, 'wallets')

/** The columns of which an event is made; `log` is joined with `addresses` and `wallets`. */
export const LOG_COLUMNS = {
  id: log.id,
  slot: log.slot,
  time: log.time,
  marketNumber: log.market,
  sequence: log.sequence,
  walletNumber: log.wallet,
  code: log.kind,
  isDropped: log.isDropped,
  isRebuilt: log.isRebuilt,
  signature: log.signature,
  data: log.data,
  market: addresses.address,
  wallet: wallets.address,
}

/** A row of the log with its addresses. */
type LogRow = Awaited<ReturnType<typeof selectLog>>[number]

/** Returns the decimals of a mint, in base58; null is SOL. */
export type Decimals = (mint: string | null) => number

/** Converts a row. Events of the program are decoded from their bytes. */
export function toEvent(row: LogRow, decimals: Decimals): EventRow {
  const { id, slot, time, marketNumber, sequence, walletNumber, code, isDropped } = row
  const market = base58(row.market)
  const kind = kindOf(code)
  const common = { id, slot, time, market, marketNumber, sequence, walletNumber, isDropped }
  const signature = signatureText(row.signature)
  const wallet = row.wallet && base58(row.wallet)
  const data = Buffer.from(row.data)
  if (row.isRebuilt) return { ...common, kind, signature, wallet, details: rebuiltDetails(data) }
  if (kind === 'dropped') {
    return { ...common, kind, signature, wallet, details: { event: Number(data.readBigInt64BE()) } }
  }
  if (kind === 'missing') return { ...common, kind, signature, wallet, details: {} }
  const whole = wholeEvent(discriminatorOf(code), { ...row, data }, kind === 'burn')
  const event = decodeEvent(whole)
  const fields = event && toEventFields(event, time, decimals, new PublicKey(row.market))
  if (!fields) throw new Error(`Event ${id} of the log cannot be decoded`)
  return { ...common, kind, signature, wallet, details: fields.details }
}

/** Selects rows of the log with their addresses. */
export function selectLog(db: Database, where: SQL | undefined) {
  return db
    .select(LOG_COLUMNS)
    .from(log)
    .innerJoin(addresses, eq(addresses.number, log.market))
    .leftJoin(wallets, eq(wallets.number, log.wallet))
    .where(where)
    .$dynamic()
}

/** The decimals of every mint that a market has. */
export async function readDecimals(db: Database): Promise<Decimals> {
  const rows = await db.select().from(addresses).where(sql`${addresses.decimals} IS NOT NULL`)
  const known = new Map(rows.map(({ address, decimals }) => [base58(address), decimals ?? 0]))
  return (mint) => {
    const decimals = mint === null ? SOL_DECIMALS : known.get(mint)
    if (decimals === undefined) throw new Error(`The log lacks the decimals of mint ${mint}`)
    return decimals
  }
}

/** Events with an id greater than `after`, oldest first, dropped ones among them. */
export async function eventsOfLog(db: Database, after: number, limit: number): Promise<EventRow[]> {
  return toEvents(db, await selectLog(db, gt(log.id, after)).orderBy(asc(log.id)).limit(limit))
}

/** All events of a market, in the order of the log, dropped ones among them. */
export async function eventsOfMarket(db: Database, market: string): Promise<EventRow[]> {
  return toEvents(db, await selectLog(db, isMarket(market)).orderBy(asc(log.id)))
}

async function toEvents(db: Database, rows: readonly LogRow[]): Promise<EventRow[]> {
  const decimals = await readDecimals(db)
  return rows.map((row) => toEvent(row, decimals))
}

/** That a row is of a market, in base58. */
export function isMarket(market: string): SQL {
  return sql`${log.market} = ${numberOf(market)}`
}

/** The number of an address; null in SQL if it has none. */
export function numberOf(address: string): SQL {
  return sql`(SELECT number FROM addresses WHERE address = ${bytesOf(addressBytes(address))})`
}

/** Bytes as a parameter that both drivers take. */
export function bytesOf(bytes: Uint8Array): SQL {
  return sql`decode(${Buffer.from(bytes).toString('hex')}, 'hex')`
}

/** The slots of transactions in the log, by signature. Dropped events do not count. */
export async function knownSlots(db: Database, signatures: readonly string[]): Promise<Map<string, number>> {
  if (signatures.length === 0) return new Map()
  const asked = arrayOf(signatures.map(signatureBytes), 'bytea')
  const { rows } = await db.execute(sql`SELECT DISTINCT place, log.slot::text AS slot
    FROM unnest(${asked}) WITH ORDINALITY AS asked (signature, place)
    JOIN log ON ${signaturePrefix(sql`log.signature`)} = ${signaturePrefix(sql`asked.signature`)}
      AND log.signature = asked.signature AND NOT log.is_dropped`)
  return new Map(rows.map(({ place, slot }) => [signatures[Number(place) - 1] as string, Number(slot)]))
}

/** A market's last event that the chain has: its number, and where it was. */
export interface LastEvent {
  sequence: number
  signature: string
  slot: number
  time: number
}

/** The last event of a market in the log, if it has any. */
export async function lastOfMarket(db: Database, market: string): Promise<LastEvent | undefined> {
  const [row] = await db
    .select({ sequence: log.sequence, signature: log.signature, slot: log.slot, time: log.time })
    .from(log)
    .where(and(isMarket(market), sql`NOT ${log.isDropped}`))
    .orderBy(sql`${log.sequence} DESC`)
    .limit(1)
  return row && { ...row, signature: signatureText(row.signature) }
}

/**
 * Which of these markets have fewer events in the log than their accounts say.
 *
 * @param numbers - the number of each market's last event, by address
 */
export async function behindAccounts(db: Database, numbers: ReadonlyMap<string, number>): Promise<string[]> {
  const markets = [...numbers.keys()]
  const { rows } = await db.execute(sql`SELECT place
    FROM unnest(${arrayOf(markets.map(addressBytes), 'bytea')}, ${arrayOf([...numbers.values()], 'integer')})
      WITH ORDINALITY AS asked (address, sequence, place)
    WHERE asked.sequence > 0 AND NOT EXISTS (SELECT FROM addresses JOIN log ON log.market = addresses.number
      WHERE addresses.address = asked.address AND log.sequence = asked.sequence AND NOT log.is_dropped)`)
  return rows.map(({ place }) => markets[Number(place) - 1] as string)
}
