import { PROGRAM_ID } from '@prediction-market/sdk'
import { RpcNodes } from '../../../app/src/chain/rpc-nodes.ts'
import { RpcLedger } from '../../../app/src/history/projector/read/rpc-ledger.ts'
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

/**
 * The tables of a history that a gateway has left, as far as they follow from the chain alone. Which transactions are
 * final is as of now: a gateway looks at that every half minute.
 */
export async function readLeftHistory(db: Database, node: AuditedNode): Promise<Rows> {
  const left = await readHistory(db)
  await project(db, node)
  const { transactions = [] } = await readHistory(db)
  return { ...left, transactions }
}

async function readHistory(db: Database): Promise<Rows> {
  const rows = await rowsWithoutIds(db)
  // Announcements of dropped events are of no chain.
  return { ...rows, events: (rows.events ?? []).filter((row) => JSON.parse(row).kind !== 'dropped') }
}

/** The same tables, projected anew from the real node. */
export async function rebuildHistory(node: AuditedNode): Promise<Rows> {
  const store = await openStore()
  try {
    await project(store.db, node)
    return await readHistory(store.db)
  } finally {
    await store.close()
  }
}

async function project(db: Database, node: AuditedNode): Promise<void> {
  const rpc = new RpcNodes([node], { call: () => {} })
  await projectAll(db, new RpcLedger(rpc, PROGRAM_ID), { batch: 500 })
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
      `${transaction.signature} ${data.market} ${data.owner} ${data.outcome} ${data.amount}`,
  )
  const payouts = factsOf(chain, 'PositionSettled').map(
    ({ data, transaction }) =>
      `${transaction.signature} ${data.market} ${data.owner} ${data.payout} ${data.refund}`,
  )
  const parsed = (table: string) => (rows[table] ?? []).map((row) => JSON.parse(row))
  const units = (text: string) => text.replace(/n$/, '')
  const betRows = parsed('bets').map(
    ({ signature, market, owner, outcome, amount }) =>
      `${signature} ${market} ${owner} ${outcome} ${units(amount)}`,
  )
  const payoutRows = parsed('positions').flatMap(({ settledSignature, market, owner, payout, refund }) =>
    settledSignature === null
      ? []
      : [`${settledSignature} ${market} ${owner} ${units(payout)} ${units(refund)}`],
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
