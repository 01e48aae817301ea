// The result of a decided market for an owner: what was paid, or will be.

import { type Position, type PredictionMarketClient, positionDue, type Stakes } from '@prediction-market/sdk'
import { findPosition } from '@prediction-market/sdk/accounts'
import { parseEvents } from '@prediction-market/sdk/events'
import { READ_CONFIRMED } from '@prediction-market/sdk/transaction'
import { PublicKey } from '@solana/web3.js'
import { type Database, inSnapshot } from '../../store/database.ts'
import { type HistoryMarket, toRecent } from '../market-row.ts'
import { hasAllStakes, type PositionRow, positionOf } from './positions.ts'
import { finalSlots } from './transactions.ts'

export interface DecidedMarket {
  /** In base58. */
  address: string
  market: HistoryMarket
}

/** The history lacks something that the chain has. */
export class HistoryBehindError extends Error {}

/** The result of a decided market for an owner. Amounts in base units. */
export interface OwnerResult {
  stakes: Stakes
  /** For stakes that counted, credited or still to be credited. */
  winnings: bigint
  /** Of late and unmatched stakes, or of all stakes of a void market, credited or still to be credited. */
  refund: bigint
  settled: boolean
  /** The transaction that paid it. */
  transactionId: string | null
}

/** The newest transactions of a position that are searched; the last one closed it. */
const MAX_TRANSACTIONS = 20

/** The result of an owner without a position. */
const NO_STAKE: OwnerResult = {
  stakes: { Yes: 0n, No: 0n },
  winnings: 0n,
  refund: 0n,
  settled: true,
  transactionId: null,
}

/** Reads the results of owners in decided markets. */
export class OwnerResults {
  constructor(
    private readonly client: PredictionMarketClient,
    private readonly db: Database,
  ) {}

  /**
   * The result of an owner: from the history once it was paid, from the position account until then.
   *
   * @throws HistoryBehindError if the owner may have a stake that neither the history nor the node shows
   */
  async of({ address: text, market }: DecidedMarket, owner: PublicKey): Promise<OwnerResult> {
    // One snapshot: a bet written between two reads would look like no bet in a market with a complete history.
    const { row, hasNone } = await inSnapshot(this.db, async (db) => {
      const row = await positionOf(db, text, owner.toBase58())
      return { row, hasNone: !row && (await hasAllStakes(db, text, market.pools)) }
    })
    if (hasNone) return NO_STAKE
    const recorded = row && (await this.#recorded(row))
    if (recorded) return recorded
    const address = new PublicKey(text)
    const position = await this.client.bets.position(address, owner)
    if (position) return due(market, position)
    // The position may have been paid so recently that the history does not have it yet.
    const paid = await this.#fromTransactions(
      findPosition(address, owner, this.client.programId),
      address,
      owner,
    )
    if (paid) return paid
    // One node's answer that there is no position proves nothing, whether the history has a stake or not.
    if (row) return ofRow(market, row)
    throw new HistoryBehindError('The history does not have all bets of this market yet; try again')
  }

  /** The payout that the history has. */
  async #recorded(row: PositionRow): Promise<OwnerResult | null> {
    const { stakeYes, stakeNo, payout: winnings, refund, settledSignature: transactionId } = row
    if (winnings === null || refund === null || transactionId === null) return null
    if (!(await this.#isOnChain(transactionId))) return null
    return { stakes: { Yes: stakeYes, No: stakeNo }, winnings, refund, settled: true, transactionId }
  }

  /** Whether a transaction is final, or the nodes agree that it is confirmed: only then it has paid. */
  async #isOnChain(signature: string): Promise<boolean> {
    if ((await finalSlots(this.db, [signature])).size > 0) return true
    const search = { searchTransactionHistory: true }
    const [status] = (await this.client.connection.getSignatureStatuses([signature], search)).value
    return status?.err === null && status.confirmationStatus !== 'processed'
  }

  /** The payout of a closed position, from the event of the transaction that closed it. */
  async #fromTransactions(
    position: PublicKey,
    market: PublicKey,
    owner: PublicKey,
  ): Promise<OwnerResult | null> {
    const { connection, programId } = this.client
    const signatures = await connection.getSignaturesForAddress(position, { limit: MAX_TRANSACTIONS })
    for (const { signature, err } of signatures) {
      if (err) continue
      const transaction = await connection.getTransaction(signature, READ_CONFIRMED)
      // It may be the payout: without it the result is unknown.
      if (!transaction)
        throw new Error(`No RPC node answers: transaction ${signature} is listed, but none returns it`)
      const { events } = parseEvents(transaction.meta?.logMessages ?? [], programId)
      for (const event of events) {
        if (event.name !== 'PositionSettled') continue
        const { stakes, payout: winnings, refund, ...settled } = event.data
        if (!settled.owner.equals(owner) || !settled.market.equals(market)) continue
        if (!(await this.#isOnChain(signature))) continue
        return { stakes, winnings, refund, settled: true, transactionId: signature }
      }
    }
    return null
  }
}

/** The result of a position that only the history has. A paid one no longer has the stakes that may be late. */
function ofRow(market: HistoryMarket, row: PositionRow): OwnerResult {
  const { payout: winnings, refund } = row
  const stakes = { Yes: row.stakeYes, No: row.stakeNo }
  if (winnings === null || refund === null) return due(market, { stakes, recent: toRecent(row.recent) })
  return { stakes, winnings, refund, settled: false, transactionId: null }
}

/** The result of a position that is not paid yet. */
function due(market: HistoryMarket, position: Pick<Position, 'stakes' | 'recent'>): OwnerResult {
  const { payout: winnings, refund } = positionDue(market, position)
  return { stakes: position.stakes, winnings, refund, settled: false, transactionId: null }
}
