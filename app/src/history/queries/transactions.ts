// Queries of final transactions.

import type { ProgramEvent } from '@prediction-market/sdk/events'
import { PublicKey } from '@solana/web3.js'
import { and, asc, eq } from 'drizzle-orm'
import { isAnyOf } from '../../store/bulk.ts'
import type { Database } from '../../store/database.ts'
import { events, transactions } from '../../store/schema/history.ts'
import { toCondition, toStakes, toTerms } from '../stored.ts'
import type { LoggedEvent } from './events.ts'

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
  const [row] = await db
    .select({ slot: transactions.slot })
    .from(transactions)
    .where(and(eq(transactions.signature, signature), transactions.finalized))
  if (!row) return null
  const logged = await db
    .select()
    .from(events)
    .where(eq(events.signature, signature))
    .orderBy(asc(events.index))
  return { slot: row.slot, events: (logged as LoggedEvent[]).flatMap(toProgramEvent) }
}

/** The slots of the final ones among these transactions, even if the nodes no longer have them. */
export async function finalSlots(db: Database, signatures: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .select({ signature: transactions.signature, slot: transactions.slot })
    .from(transactions)
    .where(and(isAnyOf(transactions.signature, signatures), transactions.finalized))
  return new Map(rows.map(({ signature, slot }) => [signature, slot]))
}

function toProgramEvent(event: LoggedEvent): RecordedEvent[] {
  const market = new PublicKey(event.market)
  const wallet = new PublicKey(event.wallet ?? PublicKey.default)
  switch (event.kind) {
    case 'market': {
      const { token, mint, createdAt, closeAt, expireAt, terms, condition, question } = event.details
      const data = {
        market,
        creator: wallet,
        question,
        token: token === null ? null : new PublicKey(token),
        mint: mint === null ? null : new PublicKey(mint),
        createdAt: BigInt(createdAt),
        closeAt: BigInt(closeAt),
        expireAt: BigInt(expireAt),
        terms: toTerms(terms),
        condition: toCondition(condition),
      }
      return [{ name: 'MarketCreated', data }]
    }
    case 'bet': {
      const { outcome, amount, pools, stakes, period } = event.details
      const data = {
        market,
        owner: wallet,
        outcome,
        amount: BigInt(amount),
        pools: toStakes(pools),
        stakes: toStakes(stakes),
        period: BigInt(period),
        placedAt: BigInt(event.time),
      }
      return [{ name: 'BetPlaced', data }]
    }
    case 'payout': {
      const { stakes, payout, refund, recipient } = event.details
      const data = {
        market,
        owner: wallet,
        stakes: toStakes(stakes),
        payout: BigInt(payout),
        refund: BigInt(refund),
        recipient: new PublicKey(recipient),
      }
      return [{ name: 'PositionSettled', data }]
    }
    default:
      return []
  }
}
