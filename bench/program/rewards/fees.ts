// Network fees of a keeper's transactions.

import { readFileSync } from 'node:fs'
import { type Fetched, type Market, PredictionMarketClient } from '@prediction-market/sdk'
import {
  type PricePosting,
  type PriceUpdate,
  PYTH,
  PYTH_PRO,
  planAtomicPosting,
} from '@prediction-market/sdk/oracle/pyth'
import { computeLimit, priorityLamports } from '@prediction-market/sdk/transaction'
import { Connection, Keypair, PublicKey } from '@solana/web3.js'
import type { Row } from '../../table.ts'

/** Micro-lamports for each compute unit. */
export const PRIORITY_FEE = 50_000n

const LAMPORTS_PER_SIGNATURE = 5_000n

/** Compute units of the two instructions that set the limit and the price. */
const BUDGET_UNITS = 300n

/** The fee of a keeper's transaction, in lamports: it requests slightly more compute units than it uses. */
export function feeOf(signatures: number, units: bigint): bigint {
  const limit = computeLimit(Number(units + BUDGET_UNITS))
  return LAMPORTS_PER_SIGNATURE * BigInt(signatures) + priorityLamports(limit, PRIORITY_FEE)
}

/**
 * Compute units of `post_update_atomic` for an update with three signatures: measured with Pyth's receiver built from
 * its sources, which does not run here.
 */
const POSTING_UNITS = 94_835

/** What posting a price adds to a decision: transactions before it, signatures of new accounts, compute units. */
export function postingCosts(): { transactions: number; signatures: number; lamports: bigint } {
  const { setup, signers } = requirePosting(signedUpdate())
  const before = setup.reduce((sum, transaction) => sum + 1 + transaction.signers.length, 0)
  const signatures = before + signers.length
  const priority = priorityLamports(computeLimit(POSTING_UNITS), PRIORITY_FEE)
  const lamports = LAMPORTS_PER_SIGNATURE * BigInt(signatures) + priority
  return { transactions: setup.length, signatures, lamports }
}

function requirePosting(update: PriceUpdate): PricePosting {
  const posting = planAtomicPosting(update, { payer: Keypair.generate().publicKey })
  if (posting) return posting
  throw new Error('the update has too few signatures')
}

const WAYS = [
  { way: 'message first, each market alone', receiver: PYTH.receiver, version: 0 },
  { way: 'one transaction, version 0', receiver: PYTH_PRO.receiver, version: 0 },
  { way: 'one transaction, version 1', receiver: PYTH_PRO.receiver, version: 1 },
] as const

/** Transactions and fees, without priority, to post a price and to decide markets with one feed and expiry by it. */
export async function sharedPostings(): Promise<Row[]> {
  // Nothing is sent, and rent does not count.
  const connection = new Connection('http://127.0.0.1')
  connection.getMinimumBalanceForRentExemption = async () => 0
  const { decisions } = new PredictionMarketClient(connection)
  const update = signedUpdate()
  const payer = Keypair.generate().publicKey
  const condition = {
    type: 'price',
    feed: update.feedId,
    comparison: 'above',
    target: '1',
    timing: 'atExpiry',
  }
  const rows: Row[] = []
  for (const markets of [1, 100]) {
    for (const { way, receiver, version } of WAYS) {
      const all = Array.from({ length: markets }, () => ({
        market: {
          address: PublicKey.unique(),
          condition,
          terms: { pythReceiver: receiver },
        } as unknown as Fetched<Market>,
      }))
      const groups = receiver === PYTH.receiver ? all.map((one) => [one]) : [all]
      const plans = await Promise.all(
        groups.map((some) => decisions.planResolveShared({ update, markets: some, payer, version })),
      )
      const transactions = plans.flat().flatMap(({ setup, decide }) => [...setup, decide])
      const signatures = transactions.reduce((sum, { signers }) => sum + 1 + signers.length, 0)
      const fees = LAMPORTS_PER_SIGNATURE * BigInt(signatures)
      rows.push({ markets, way, transactions: transactions.length, 'fees, lamports': fees })
    }
  }
  return rows
}

/** A production update with three of five signatures. */
function signedUpdate(): PriceUpdate {
  const vectors = new URL('../../../tests/vectors/pyth-atomic.json', import.meta.url)
  const { update, feeds } = JSON.parse(readFileSync(vectors, 'utf8'))
  const [feedId] = feeds
  const time = { publishTime: 0, prevPublishTime: 0 }
  const prices = { price: 0n, conf: 0n, exponent: 0, emaPrice: 0n, emaConf: 0n }
  return { feedId, ...time, ...prices, signed: Buffer.from(update, 'hex') }
}
