import { PROGRAM_ID } from '@prediction-market/sdk'
import { findFeeVault } from '@prediction-market/sdk/accounts'
import { RpcNodes } from '../../../app/src/chain/rpc-nodes.ts'
import { RpcLedger } from '../../../app/src/history/log/chain/rpc-ledger.ts'
import type { EventRow } from '../../../app/src/history/log/events.ts'
import { remember } from '../../../app/src/runtime/remember.ts'
import type { Database } from '../../../app/src/store/database.ts'
import { openStore } from '../../../app/src/store/store.ts'
import { projectAll } from '../../helpers/history/project.ts'
import { difference, type Rows, rowsWithoutIds } from '../../helpers/history/rows.ts'
import type { ChainTransaction } from './chain.ts'
import { factsOf } from './facts.ts'

/** The node that an audit reads. */
interface AuditedNode {
  rpcUrl: string
  wsUrl: string
}

/** The tables of a history that a gateway has left, as far as they follow from the chain alone. */
export const readLeftHistory = rowsWithoutIds

/** The same tables, projected anew from the real node. */
export async function rebuildHistory(node: AuditedNode): Promise<Rows> {
  const store = await openStore()
  try {
    await project(store.db, node)
    return await rowsWithoutIds(store.db)
  } finally {
    await store.close()
  }
}

/** Milliseconds that the node may take to answer: the audit is not about its speed. */
const PATIENCE_MS = 120_000

async function project(db: Database, node: AuditedNode): Promise<void> {
  const rpc = new RpcNodes([node], { call: () => {} }, { timeoutMs: PATIENCE_MS, aloneMs: PATIENCE_MS })
  await projectAll(db, new RpcLedger(rpc, PROGRAM_ID), { batch: 500 })
}

/** An event of the log. */
type LoggedEvent = Pick<EventRow, 'id' | 'market' | 'sequence' | 'kind' | 'signature' | 'isDropped'>

/** What the numbers of a log prove. */
export interface Completeness {
  /** Markets on the chain, the fee vault among them if it has sold, and those of which the log has every event. */
  markets: number
  complete: number
  /** Events that were checked. */
  events: number
  violations: string[]
}

/**
 * Checks that the log has each event of each market on the chain, under its number and from its transaction, and no other:
 * also the last ones of markets that are closed.
 */
export function auditNumbers(log: readonly LoggedEvent[], chain: readonly ChainTransaction[]): Completeness {
  const live = log.filter(({ isDropped }) => !isDropped)
  const given = live.filter(({ kind }) => kind === 'missing')
  const found = new Map<string, string[]>()
  const expected = new Map<string, string[]>()
  for (const { market, sequence, signature } of live) {
    remember(found, market, () => [] as string[]).push(`${sequence} ${signature}`)
  }
  for (const { signature, events } of chain) {
    for (const { name, data } of events) {
      // A bet from a bankroll emits two events with the same number.
      if (!('sequence' in data) || name === 'BankrollBet') continue
      const market = 'market' in data ? data.market : findFeeVault(PROGRAM_ID)
      remember(expected, market.toBase58(), () => [] as string[]).push(`${data.sequence} ${signature}`)
    }
  }
  const wrong = [...new Set([...expected.keys(), ...found.keys()])].flatMap((market) => {
    const is = found.get(market) ?? []
    // Within a slot, a node may list transactions in another order.
    const should = (expected.get(market) ?? []).sort(
      (a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10),
    )
    return is.join() === should.join() ? [] : [`${market} has the events ${is}, the chain has ${should}`]
  })
  return {
    markets: expected.size,
    complete: expected.size - wrong.length,
    events: live.length,
    violations: [
      ...given.map(({ market, sequence }) => `event ${sequence} of ${market} was given up`),
      ...wrong,
    ],
  }
}

/**
 * Checks that a history is that of the chain: the rows of a new projection, and the bets and payouts of an independent
 * reading.
 *
 * @returns a sentence for each violation
 */
export function auditHistory(chain: readonly ChainTransaction[], rows: Rows, rebuilt: Rows): string[] {
  const wrong = Object.entries(difference(rows, rebuilt)).flatMap(([table, { only, missing }]) => [
    ...only.map((row) => `the history has in ${table}, and a new one has not: ${row}`),
    ...missing.map((row) => `the history does not have in ${table}, and a new one has: ${row}`),
  ])
  const bets = factsOf(chain, 'BetPlaced').map(
    ({ data, transaction }) =>
      `${transaction.signature} ${data.market} ${data.owner} ${data.outcome} ${data.amount}n`,
  )
  const payouts = factsOf(chain, 'PositionSettled').map(
    ({ data, transaction }) =>
      `${transaction.signature} ${data.market} ${data.owner} ${data.payout}n ${data.refund}n`,
  )
  const parsed = (table: string) => (rows[table] ?? []).map((row) => JSON.parse(row))
  const ofKind = (kind: string) => parsed('events').filter((event) => event.kind === kind)
  const betRows = ofKind('bet').map(
    ({ signature, market, wallet, details: { outcome, amount } }) =>
      `${signature} ${market} ${wallet} ${outcome} ${amount}`,
  )
  const payoutRows = ofKind('payout').map(
    ({ signature, market, wallet, details: { payout, refund } }) =>
      `${signature} ${market} ${wallet} ${payout} ${refund}`,
  )
  return [...wrong, ...compare('bet', betRows, bets), ...compare('payout', payoutRows, payouts)]
}

function compare(what: string, rows: readonly string[], facts: readonly string[]): string[] {
  const table = what === 'bet' ? 'bets' : 'positions'
  return Object.values(difference({ [table]: [...rows] }, { [table]: [...facts] })).flatMap(
    ({ only, missing }) => [
      ...only.map((row) => `the history has a ${what} that the chain has not: ${row}`),
      ...missing.map((row) => `the history does not have a ${what} of the chain: ${row}`),
    ],
  )
}
