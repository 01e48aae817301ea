import { PROGRAM_ID, PredictionMarketClient } from '@prediction-market/sdk'
import { findFeeVault } from '@prediction-market/sdk/accounts'
import { Connection } from '@solana/web3.js'
import { RpcNodes } from '../../../app/src/chain/rpc-nodes.ts'
import { RpcLedger } from '../../../app/src/history/log/chain/rpc-ledger.ts'
import { eventsOfLog } from '../../../app/src/history/log/read.ts'
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

/** The number of the last event of each account: markets that are not closed, and the fee vault. */
export async function accountNumbers({ rpcUrl }: AuditedNode): Promise<Map<string, number>> {
  const client = new PredictionMarketClient(new Connection(rpcUrl, 'confirmed'))
  const markets = await client.markets.all()
  const vault = await client.burns.vault()
  const numbers = markets.map(({ address, sequence }) => [address.toBase58(), sequence] as const)
  return new Map([...numbers, [findFeeVault(PROGRAM_ID).toBase58(), vault.sequence]])
}

/** Checks that every market's numbers are complete, up to that of its account if it is not closed. */
export async function auditNumbers(db: Database, numbers: ReadonlyMap<string, number>): Promise<string[]> {
  const events = (await eventsOfLog(db, 0, 10_000_000)).filter(({ isDropped }) => !isDropped)
  const last = new Map<string, number>()
  const wrong: string[] = []
  for (const { market, sequence, kind, id } of events) {
    const expected = (last.get(market) ?? 0) + 1
    if (sequence !== expected) wrong.push(`event ${id} of ${market} has number ${sequence}, not ${expected}`)
    if (kind === 'missing') wrong.push(`event ${sequence} of ${market} was given up`)
    last.set(market, sequence)
  }
  for (const [market, number] of numbers) {
    if ((last.get(market) ?? 0) < number)
      wrong.push(`${market} has ${last.get(market) ?? 0} of ${number} events`)
  }
  return wrong
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
