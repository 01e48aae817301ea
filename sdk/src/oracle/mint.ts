import { unpackMint } from '@solana/spl-token'
import type { AccountInfo, PublicKey } from '@solana/web3.js'
import type { Buffer } from 'buffer'
import type { Measured } from '../rules/compare.ts'

/** The supply of a token in whole tokens, from its mint account; `null` if the account is not a mint. */
export function readSupply(mint: PublicKey, account: AccountInfo<Buffer>): Measured | null {
  try {
    const { supply, decimals } = unpackMint(mint, account, account.owner)
    return { value: supply, exponent: -decimals }
  } catch {
    // The token of a market can be any address.
    return null
  }
}
