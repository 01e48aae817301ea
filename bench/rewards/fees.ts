// Network fees of a keeper's transactions.

import { readFileSync } from 'node:fs'
import { type PricePosting, type PriceUpdate, planAtomicPosting } from '@prediction-market/sdk/oracle/pyth'
import { computeLimit, priorityLamports } from '@prediction-market/sdk/transaction'
import { Keypair } from '@solana/web3.js'

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

/** A production update with three of five signatures. */
function signedUpdate(): PriceUpdate {
  const vectors = new URL('../../tests/vectors/pyth-atomic.json', import.meta.url)
  const { update, feeds } = JSON.parse(readFileSync(vectors, 'utf8'))
  const [feedId] = feeds
  const time = { publishTime: 0, prevPublishTime: 0 }
  const prices = { price: 0n, conf: 0n, exponent: 0, emaPrice: 0n, emaConf: 0n }
  return { feedId, ...time, ...prices, signed: Buffer.from(update, 'hex') }
}
