import { readFileSync } from 'node:fs'
import { type PriceUpdate, planPricePosting } from '@prediction-market/sdk/oracle/pyth'
import { computeLimit, priorityLamports } from '@prediction-market/sdk/transaction'
import { Keypair } from '@solana/web3.js'

/** Micro-lamports for each compute unit. */
export const PRIORITY_FEE = 50_000n

const LAMPORTS_PER_SIGNATURE = 5_000n

/** Compute units of the two instructions that set the limit and the price. */
const BUDGET_UNITS = 300n

/** The fee of a transaction of the keeper's, in lamports: it asks for a little more than the units that it takes. */
export function feeOf(signatures: number, units: bigint): bigint {
  const limit = computeLimit(Number(units + BUDGET_UNITS))
  return LAMPORTS_PER_SIGNATURE * BigInt(signatures) + priorityLamports(limit, PRIORITY_FEE)
}

/**
 * Compute units of Pyth's and Wormhole's programs for one price. They do not run here, so this is assumed: an update
 * with 13 signatures, of which each costs the runtime 25,000 units, and half as much again for the rest.
 */
const POSTING_UNITS = 500_000

/** What posting a price adds to a decision: transactions before it, signatures of new accounts, compute units. */
export function postingCosts(): { transactions: number; signatures: number; lamports: bigint } {
  const { setup, signers } = planPricePosting(signedUpdate(), {
    payer: Keypair.generate().publicKey,
    rent: 0,
  })
  const before = setup.reduce((sum, transaction) => sum + 1 + transaction.signers.length, 0)
  const signatures = before + signers.length
  const priority = priorityLamports(computeLimit(POSTING_UNITS), PRIORITY_FEE)
  const lamports = LAMPORTS_PER_SIGNATURE * BigInt(signatures) + priority
  return { transactions: setup.length, signatures, lamports }
}

/** An update with 13 signatures, as guardians made them until August 2026; later ones have 3 and are shorter. */
function signedUpdate(): PriceUpdate {
  const vectors = new URL('../../tests/vectors/pyth-receiver.json', import.meta.url)
  const { update, feeds } = JSON.parse(readFileSync(vectors, 'utf8'))
  const [feedId] = feeds
  const time = { publishTime: 0, prevPublishTime: 0 }
  const prices = { price: 0n, conf: 0n, exponent: 0, emaPrice: 0n, emaConf: 0n }
  return { feedId, ...time, ...prices, signed: Buffer.from(update, 'hex') }
}
