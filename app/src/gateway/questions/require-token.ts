// Requires the accounts of the token that a new market is about.

import type { Condition, PredictionMarketClient } from '@prediction-market/sdk'
import { kindOf } from '@prediction-market/sdk/condition'
import { creationEvidence, findBondingCurve, readSupply } from '@prediction-market/sdk/oracle'
import type { PublicKey } from '@solana/web3.js'
import { refusal } from '../http/errors/api-error.ts'

/** A market about a token. */
interface TokenMarket {
  condition: Condition
  token: PublicKey | null
}

const MAKE = 'POST /v1/localnet/tokens'

/**
 * Requires the accounts that creating a market about a token needs: its mint, and its bonding curve for a migration.
 * The program requires them too, but does not say which address is wrong.
 *
 * @throws ApiError 400 that says what the address is not, and what would be right
 */
export async function requireTokenAccounts(
  { connection, commitment }: PredictionMarketClient,
  { condition, token }: TokenMarket,
  isLocalnet: boolean,
): Promise<void> {
  if (!token || !kindOf(condition).needsToken) return
  const shown = creationEvidence({ condition, token })
  const curve = findBondingCurve(token)
  const [mintAccount, curveAccount] = await connection.getMultipleAccountsInfo([token, curve], commitment)
  if (!mintAccount || readSupply(mintAccount) === null) {
    const localnet = `; ${MAKE} makes one there, and wrapped SOL, USDC, USDT, BONK, JUP, WIF and PYTH have their own`
    throw refusal(
      'TokenMintInvalid',
      `tokenAddress: ${token.toBase58()} is no mint on this chain: name the address of the token's mint` +
        (isLocalnet ? localnet : ''),
    )
  }
  if (shown.some((address) => address.equals(curve)) && !curveAccount) {
    const localnet = `; ${MAKE} { "mint": "${token.toBase58()}", "bondingCurve": "open" } makes one`
    throw refusal(
      'CurveInvalid',
      `tokenAddress: ${token.toBase58()} has no bonding curve of pump.fun, so it cannot migrate` +
        (isLocalnet ? localnet : ''),
    )
  }
}
