// Reads supplies from mint accounts.

import { MAX_U64 } from '../amounts.ts'
import type { SupplyCondition } from '../condition/types.ts'
import { type Measured, meets } from '../rules/compare.ts'
import { type MintState, readMint } from '../token-accounts.ts'

/** An account as a node returns it. */
export interface TokenAccountInfo {
  /** The program that owns it: a `PublicKey`, or text. */
  owner: { toString(): string }
  data: Uint8Array
}

/** The supply of a token in whole tokens, from its mint account; `null` if the account is not a mint. */
export function readSupply({ owner, data }: TokenAccountInfo): Measured | null {
  // The token of a market can be any address.
  const mint = readMint(owner.toString(), data)
  return mint && { value: mint.supply, exponent: -mint.decimals }
}

/** Whether more of a token can be minted, from its mint account; `undefined` if the account is not a mint. */
export function canMint({ owner, data }: TokenAccountInfo): boolean | undefined {
  const mint = readMint(owner.toString(), data)
  return mint ? Boolean(mint.mintAuthority) : undefined
}

/**
 * Whether the answer to a question about a supply can no longer change, so that bets on it are refused. Holders can
 * burn down to nothing; only a mint authority can mint more.
 */
export function isSupplyFixed(
  condition: SupplyCondition,
  { supply, decimals, mintAuthority }: MintState,
): boolean {
  const isMetAt = (value: bigint) => meets(condition, { value, exponent: -decimals })
  const most = mintAuthority ? MAX_U64 : supply
  return isMetAt(supply) || isMetAt(0n) === isMetAt(most)
}
