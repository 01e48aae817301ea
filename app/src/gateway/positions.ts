import {
  findPosition,
  type PredictionMarketClient,
  parseEvents,
  positionPayout,
  type Stakes,
} from '@prediction-market/sdk'
import { PublicKey } from '@solana/web3.js'
import { positionOf } from '../history/queries/positions.ts'
import type { Database } from '../store/database.ts'
import type { KnownMarket } from './find-market.ts'

/** What a decided market means for an owner. Amounts in base units. */
export interface OwnerResult {
  stakes: Stakes
  /** All that was or will be credited. */
  winnings: bigint
  settled: boolean
  /** What paid it. */
  transactionId: string | null
}

/** Transactions of one position that are looked through, newest first: the last one closed it. */
const MAX_TRANSACTIONS = 20

/** Of whom no stake was found. */
const NO_STAKE: OwnerResult = { stakes: [0n, 0n], winnings: 0n, settled: true, transactionId: null }

/** Finds what owners have in decided markets, or were paid. */
export class OwnerResults {
  constructor(
    private readonly client: PredictionMarketClient,
    private readonly db: Database,
  ) {}

  /** The result of an owner in a decided market: by the history once it was paid, until then by the position. */
  async of({ address: text, market, isClosed }: KnownMarket, owner: PublicKey): Promise<OwnerResult> {
    const past = await this.#past(text, owner)
    if (past) return past
    // A market is closed after everyone has been paid.
    if (isClosed) return NO_STAKE
    const address = new PublicKey(text)
    const position = await this.client.position(address, owner)
    if (position) {
      const { pools, outcome, terms } = market
      const winnings = positionPayout(position.stakes, pools, outcome, terms)
      return { stakes: position.stakes, winnings, settled: false, transactionId: null }
    }
    // Paid this very moment, perhaps, so that the history has yet to tell.
    return (await this.#paid(findPosition(address, owner, this.client.programId), address, owner)) ?? NO_STAKE
  }

  /** What the history knows of a payout. */
  async #past(market: string, owner: PublicKey): Promise<OwnerResult | null> {
    const row = await positionOf(this.db, market, owner.toBase58())
    if (!row || row.payout === null) return null
    const { stakeYes, stakeNo, payout: winnings, settledSignature: transactionId } = row
    return { stakes: [stakeYes, stakeNo], winnings, settled: true, transactionId }
  }

  /** The settlement of a position that is closed, by the event of the transaction that closed it. */
  async #paid(position: PublicKey, market: PublicKey, owner: PublicKey): Promise<OwnerResult | null> {
    const { connection, programId } = this.client
    const signatures = await connection.getSignaturesForAddress(position, { limit: MAX_TRANSACTIONS })
    const options = { commitment: 'confirmed', maxSupportedTransactionVersion: 0 } as const
    for (const { signature, err } of signatures) {
      if (err) continue
      const transaction = await connection.getTransaction(signature, options)
      const { events } = parseEvents(transaction?.meta?.logMessages ?? [], programId)
      for (const event of events) {
        if (event.name !== 'PositionSettled') continue
        const { stakes, payout, ...settled } = event.data
        if (!settled.owner.equals(owner) || !settled.market.equals(market)) continue
        return { stakes, winnings: payout, settled: true, transactionId: signature }
      }
    }
    return null
  }
}
