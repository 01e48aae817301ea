// The currencies that program tests run with.

import { TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID } from '@solana/spl-token'
import type { PublicKey } from '@solana/web3.js'
import { type Currency, SOL, startWorld, UTILITY, type World, type WorldOptions } from './world.ts'

/** A currency of markets, and how to start a world that has it. */
export interface CurrencyCase {
  name: string
  /** One whole coin in base units. */
  unit: bigint
  decimals: number
  start(options?: WorldOptions): Promise<World>
  /** The currency, as a market of that world names it. */
  of(world: World): Currency
}

const inUtility = (name: string, tokenProgram: PublicKey): CurrencyCase => ({
  name,
  unit: UTILITY,
  decimals: 6,
  start: (options) => startWorld({ ...options, tokenProgram }),
  of: ({ utility }) => utility,
})

/** SOL, and the utility token with either token program. */
export const CURRENCIES: readonly CurrencyCase[] = [
  { name: 'SOL', unit: SOL, decimals: 9, start: (options) => startWorld(options), of: () => null },
  inUtility('UTILITY', TOKEN_PROGRAM_ID),
  inUtility('UTILITY of Token-2022', TOKEN_2022_PROGRAM_ID),
]

/** One of the currencies, by name. */
export function currencyCase(name: 'SOL' | 'UTILITY'): CurrencyCase {
  return CURRENCIES.find((currency) => currency.name === name) as CurrencyCase
}
