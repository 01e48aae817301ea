import {
  type Fetched,
  findPosition,
  type Market,
  type PredictionMarketClient,
  parseEvents,
  positionPayout,
  type Stakes,
} from '@prediction-market/sdk'
import type { PublicKey } from '@solana/web3.js'

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

/** Settled results that are remembered; they never change. */
const MAX_REMEMBERED = 10_000

/** Finds what owners have in decided markets, or were paid. */
export class OwnerResults {
  readonly #settled = new Map<string, OwnerResult>()

  constructor(private readonly client: PredictionMarketClient) {}

  /** The result of an owner in a decided market. */
  async of(market: Fetched<Market>, owner: PublicKey): Promise<OwnerResult> {
    const address = findPosition(market.address, owner, this.client.programId)
    const key = address.toBase58()
    const known = this.#settled.get(key)
    if (known) return known
    const position = await this.client.position(market.address, owner)
    if (position) {
      const { pools, outcome, terms } = market
      const winnings = positionPayout(position.stakes, pools, outcome, terms)
      return { stakes: position.stakes, winnings, settled: false, transactionId: null }
    }
    const paid = await this.#paid(address, market.address, owner)
    if (!paid) return { stakes: [0n, 0n], winnings: 0n, settled: true, transactionId: null }
    if (this.#settled.size >= MAX_REMEMBERED) this.#settled.clear()
    this.#settled.set(key, paid)
    return paid
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
