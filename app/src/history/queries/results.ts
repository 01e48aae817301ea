import {
  findPosition,
  type PredictionMarketClient,
  parseEvents,
  positionDue,
  READ_CONFIRMED,
  type Stakes,
} from '@prediction-market/sdk'
import { PublicKey } from '@solana/web3.js'
import type { Database } from '../../store/database.ts'
import type { HistoryMarket } from '../market-row.ts'
import { positionOf } from './positions.ts'

/** A decided market. */
export interface DecidedMarket {
  /** In base58. */
  address: string
  market: HistoryMarket
  /** Whether its account was closed. */
  isClosed: boolean
}

/** The result of a decided market for an owner. Amounts in base units. */
export interface OwnerResult {
  stakes: Stakes
  /** For stakes that counted, credited or still to be credited. */
  winnings: bigint
  /** Of late stakes, or of all stakes of a void market, credited or still to be credited. */
  refund: bigint
  settled: boolean
  /** The transaction that paid it. */
  transactionId: string | null
}

/** The newest transactions of a position that are searched; the last one closed it. */
const MAX_TRANSACTIONS = 20

/** The result of an owner without a position. */
const NO_STAKE: OwnerResult = {
  stakes: [0n, 0n],
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

  /** The result of an owner: from the history once it was paid, from the position account until then. */
  async of({ address: text, market, isClosed }: DecidedMarket, owner: PublicKey): Promise<OwnerResult> {
    const recorded = await this.#fromHistory(text, owner)
    if (recorded) return recorded
    // A market can only be closed after all positions were paid.
    if (isClosed) return NO_STAKE
    const address = new PublicKey(text)
    const position = await this.client.position(address, owner)
    if (position) {
      const { payout: winnings, refund } = positionDue(market, position)
      return { stakes: position.stakes, winnings, refund, settled: false, transactionId: null }
    }
    // The position may have been paid so recently that the history does not have it yet.
    return (
      (await this.#fromTransactions(findPosition(address, owner, this.client.programId), address, owner)) ??
      NO_STAKE
    )
  }

  /** The payout that the history has. */
  async #fromHistory(market: string, owner: PublicKey): Promise<OwnerResult | null> {
    const row = await positionOf(this.db, market, owner.toBase58())
    if (!row || row.payout === null || row.refund === null) return null
    const { stakeYes, stakeNo, payout: winnings, refund, settledSignature: transactionId } = row
    return { stakes: [stakeYes, stakeNo], winnings, refund, settled: true, transactionId }
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
      const { events } = parseEvents(transaction?.meta?.logMessages ?? [], programId)
      for (const event of events) {
        if (event.name !== 'PositionSettled') continue
        const { stakes, payout: winnings, refund, ...settled } = event.data
        if (!settled.owner.equals(owner) || !settled.market.equals(market)) continue
        return { stakes, winnings, refund, settled: true, transactionId: signature }
      }
    }
    return null
  }
}
