// Plans the bets on demonstration markets from a seed.

import type { CurrencyId, Outcome } from '@prediction-market/sdk'
import { CURRENCIES } from '@prediction-market/sdk/currency'
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

/** A bet is 1 to 60 twentieths of a typical stake. */
const UNITS_PER_STAKE = 20n
const MOST_UNITS = 60

/** Plans the bets on all demonstration markets. The same seed makes the same plan. */
export function planDemo(seed: string, utilityMint: PublicKey): PlannedMarket[] {
  return demoMarkets(utilityMint).map((market) => ({
    ...market,
    bets: planBets(drawFrom(`${seed}/demo/${market.question}`), market.currency),
  }))
}

/** Plans the bets on a market: some on each side. */
export function planBets(draw: Draw, currency: CurrencyId): [DemoBet, ...DemoBet[]] {
  const { decimals, typicalStake } = CURRENCIES[currency]
  const base = 10n ** BigInt(decimals({ utilityDecimals: UTILITY_DECIMALS }))
  const unit = (typicalStake * base) / UNITS_PER_STAKE
  // Of ten bets this many are on Yes, so that odds differ from market to market.
  const leaning = 2 + draw(7)
  const bet = (outcome: Outcome): DemoBet => ({
    wallet: LOCALNET_WALLETS[draw(LOCALNET_WALLETS.length)] as Keypair,
    outcome,
    amount: unit * BigInt(1 + draw(MOST_UNITS)),
  })
  const others = Array.from({ length: FEWEST_BETS - 2 + draw(MOST_BETS - FEWEST_BETS + 1) }, () =>
    bet(draw(10) < leaning ? 'Yes' : 'No'),
  )
  // At least one bet on each side, so that there is something to win.
  return [bet('Yes'), bet('No'), ...others]
}
