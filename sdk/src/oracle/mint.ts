import { type Mint, unpackMint } from '@solana/spl-token'
import type { AccountInfo, PublicKey } from '@solana/web3.js'
import type { Buffer } from 'buffer'
import { MAX_U64 } from '../amounts.ts'
import type { SupplyCondition } from '../condition/types.ts'
import { type Measured, meets } from '../rules/compare.ts'

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

/**
 * Whether the answer to a question about a supply can no longer change, so that bets on it are refused. Holders can
 * burn down to nothing; only a mint authority can make more.
 */
export function isSupplyFixed(
  condition: SupplyCondition,
  { supply, decimals, mintAuthority }: Pick<Mint, 'supply' | 'decimals' | 'mintAuthority'>,
): boolean {
  const isMetAt = (value: bigint) => meets(condition, { value, exponent: -decimals })
  const isDecided = condition.timing === 'byExpiry' && isMetAt(supply)
  const most = mintAuthority ? MAX_U64 : supply
  return isDecided || isMetAt(0n) === isMetAt(most)
}
