// The tokens that demonstration markets are about.

import { localnetKey } from '../keys.ts'
import { PUMP_SUPPLY } from '../pump.ts'
import { BONK, JUP, type LocalnetToken } from '../tokens/mints.ts'

/** Fictional tokens of pump.fun, still on their bonding curves. */
export const FROG = pumpToken('FROG', 93)
export const CAT = pumpToken('CAT', 41)

/** The tokens that demonstration markets ask about. */
export const DEMO_TOKENS: readonly LocalnetToken[] = [BONK, JUP, FROG, CAT]

function pumpToken(symbol: string, sold: number): LocalnetToken {
  return { symbol, mint: localnetKey(`token ${symbol}`).publicKey, decimals: 6, supply: PUMP_SUPPLY, sold }
}
