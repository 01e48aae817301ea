import { type Outcome, parseAmount, SOL_DECIMALS } from '@prediction-market/sdk'
import type { Keypair, PublicKey } from '@solana/web3.js'
import { LOCALNET_WALLETS, UTILITY_DECIMALS } from '../keys.ts'
import { type DemoMarket, demoMarkets } from './markets.ts'
import { type Draw, drawFrom } from './random.ts'

/** A bet on a demonstration market. */
export interface DemoBet {
  wallet: Keypair
  outcome: Outcome
  /** Base units. */
  amount: bigint
}

/** A demonstration market and its bets in order; the first is the creator's. */
export interface PlannedMarket extends DemoMarket {
  bets: [DemoBet, ...DemoBet[]]
}

const FEWEST_BETS = 3
const MOST_BETS = 5

/** A bet is 1 to `most` times `unit`, in base units. */
const AMOUNTS = {
  SOL: { unit: parseAmount('0.05', SOL_DECIMALS), most: 60 },
  UTILITY: { unit: parseAmount('5', UTILITY_DECIMALS), most: 100 },
} as const

/** Plans the bets on all demonstration markets. The same seed makes the same plan. */
export function planDemo(seed: string, utilityMint: PublicKey): PlannedMarket[] {
  return demoMarkets(utilityMint).map((market) => ({
    ...market,
    bets: planBets(drawFrom(`${seed}/demo/${market.question}`), market.currency),
  }))
}

function planBets(draw: Draw, currency: keyof typeof AMOUNTS): [DemoBet, ...DemoBet[]] {
  const { unit, most } = AMOUNTS[currency]
  // Of ten bets this many are on Yes, so that odds differ from market to market.
  const leaning = 2 + draw(7)
  const bet = (outcome: Outcome): DemoBet => ({
    wallet: LOCALNET_WALLETS[draw(LOCALNET_WALLETS.length)] as Keypair,
    outcome,
    amount: unit * BigInt(1 + draw(most)),
  })
  const others = Array.from({ length: FEWEST_BETS - 2 + draw(MOST_BETS - FEWEST_BETS + 1) }, () =>
    bet(draw(10) < leaning ? 'Yes' : 'No'),
  )
  // At least one bet on each side, so that there is something to win.
  return [bet('Yes'), bet('No'), ...others]
}
