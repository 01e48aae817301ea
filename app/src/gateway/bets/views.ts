import { type CurrencyId, formatMoney, type Outcome, type Stakes, toMarketId } from '@prediction-market/sdk'
import type { PublicKey } from '@solana/web3.js'
import { amount, type Json } from '../../json/write.ts'
import { oddsView, stakesView } from '../markets/views.ts'

/** A placed or projected bet. */
export interface ViewedBet {
  market: PublicKey
  outcome: Outcome
  /** Base units. */
  amount: bigint
  currency: CurrencyId
  decimals: number
  /** The pools after the bet. */
  pools: Stakes
  /** `null` for a projected bet. */
  transactionId: string | null
}

/** The confirmation of a bet. */
export function betView(bet: ViewedBet): Record<string, Json> {
  const { decimals, pools, transactionId } = bet
  const stake = `${formatMoney(bet.amount, bet.currency, decimals)} on ${bet.outcome}`
  return {
    marketId: toMarketId(bet.market),
    outcome: bet.outcome,
    amountStaked: amount(bet.amount, decimals),
    newTotalStake: stakesView(pools, decimals),
    newOdds: oddsView(pools),
    transactionId,
    message: transactionId
      ? `Bet placed: ${stake}`
      : `Bet prepared: ${stake}. Sign the transaction and send it to POST /v1/transactions`,
  }
}
