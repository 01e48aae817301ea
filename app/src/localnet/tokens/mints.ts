// Tokens of the localnet, and how one is created.

import { MINT_SIZE, MintLayout, NATIVE_MINT, TOKEN_PROGRAM_ID } from '@solana/spl-token'
import { PublicKey } from '@solana/web3.js'
import type { AccountState, Cheats } from '../cheats.ts'
import { localnetKey } from '../keys.ts'
import { setCurve } from '../pump.ts'

export interface LocalnetToken {
  symbol: string
  mint: PublicKey
  decimals: number
  /** Base units. */
  supply: bigint
  /** Who can mint more; nobody by default. */
  mintAuthority?: PublicKey
  /** Of a pump.fun token on its bonding curve: percent of the tokens for sale that are sold. */
  sold?: number
}

/** Stands for the issuer of a token whose supply can grow. */
const ISSUER = localnetKey('issuer').publicKey

// Tokens of mainnet, with the same address and decimals and about the same supply.

export const BONK = token('BONK', 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263', 5, 88_000_000_000_000n)
export const JUP = token('JUP', 'JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN', 6, 7_000_000_000n)

/** The tokens that examples name, which every localnet has. */
export const MAINNET_TOKENS: readonly LocalnetToken[] = [
  token('SOL', NATIVE_MINT.toBase58(), 9, 0n),
  {
    ...token('USDC', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', 6, 9_000_000_000n),
    mintAuthority: ISSUER,
  },
  {
    ...token('USDT', 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB', 6, 2_400_000_000n),
    mintAuthority: ISSUER,
  },
  BONK,
  JUP,
  token('WIF', 'EKpQGSJtjMFqKZ9KQanSqYXRcF8fBopzLHYxdM65zcjm', 6, 998_841_000n),
  token('PYTH', 'HZ1JovNiVvGrGNiiYvEozEVgZ58xaU3RKwX8eACQBCt3', 6, 10_000_000_000n),
]

function token(symbol: string, mint: string, decimals: number, tokens: bigint): LocalnetToken {
  return { symbol, mint: new PublicKey(mint), decimals, supply: tokens * 10n ** BigInt(decimals) }
}

export async function setToken(cheats: Pick<Cheats, 'setAccount'>, token: LocalnetToken): Promise<void> {
  await cheats.setAccount(token.mint, mintAccount(token))
  if (token.sold !== undefined) await setCurve(cheats, token.mint, token.sold)
}

/** A mint account without freeze authority. */
export function mintAccount({
  decimals,
  supply,
  mintAuthority,
}: Omit<LocalnetToken, 'symbol' | 'mint' | 'sold'>): AccountState {
  const data = Buffer.alloc(MINT_SIZE)
  MintLayout.encode(
    {
      mintAuthorityOption: mintAuthority ? 1 : 0,
      mintAuthority: mintAuthority ?? PublicKey.default,
      supply,
      decimals,
      isInitialized: true,
      freezeAuthorityOption: 0,
      freezeAuthority: PublicKey.default,
    },
    data,
  )
  return { owner: TOKEN_PROGRAM_ID, data }
}
