import { type Outcome, parseAmount } from '@prediction-market/sdk'
import type { Keypair, PublicKey } from '@solana/web3.js'
import { LOCALNET_WALLETS } from '../keys.ts'
import { type DemoMarket, demoMarkets } from './markets.ts'
import { type Draw, drawFrom } from './random.ts'

/** A bet on a demonstration market. */
export interface DemoBet {
  wallet: Keypair
  outcome: Outcome
  /** Base units. */
  amount: bigint
}

/** A demonstration market and the bets on it, in their order; the first is that of its creator. */
export interface PlannedMarket extends DemoMarket {
  bets: [DemoBet, ...DemoBet[]]
}

const FEWEST_BETS = 3
const MOST_BETS = 5

/** The smallest amount of each currency, and how many of it a bet can be. */
const AMOUNTS = {
  SOL: { unit: parseAmount('0.05', 9), most: 60 },
  UTILITY: { unit: parseAmount('5', 6), most: 100 },
} as const

/** Who bets what on which demonstration market. The same seed makes the same plan. */
export function planDemo(seed: string, utilityMint: PublicKey): PlannedMarket[] {
  return demoMarkets(utilityMint).map((market) => ({
    ...market,
    bets: planBets(drawFrom(`${seed}/demo/${market.question}`), market.currency),
  }))
}

function planBets(draw: Draw, currency: keyof typeof AMOUNTS): [DemoBet, ...DemoBet[]] {
  const { unit, most } = AMOUNTS[currency]
  // Of ten bets so many are on Yes: odds differ from market to market.
  const leaning = 2 + draw(7)
  const bet = (outcome: Outcome): DemoBet => ({
    wallet: LOCALNET_WALLETS[draw(LOCALNET_WALLETS.length)] as Keypair,
    outcome,
    amount: unit * BigInt(1 + draw(most)),
  })
  const others = Array.from({ length: FEWEST_BETS - 2 + draw(MOST_BETS - FEWEST_BETS + 1) }, () =>
    bet(draw(10) < leaning ? 'Yes' : 'No'),
  )
  // Somebody on each side, so that there is something to win.
  return [bet('Yes'), bet('No'), ...others]
}
