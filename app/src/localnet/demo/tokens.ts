import { MINT_SIZE, MintLayout, TOKEN_PROGRAM_ID } from '@solana/spl-token'
import { PublicKey } from '@solana/web3.js'
import type { AccountState, Cheats } from '../cheats.ts'
import { localnetKey } from '../keys.ts'
import { PUMP_SUPPLY, setCurve } from '../pump.ts'

/** A token that is on the localnet because markets ask about it. */
export interface DemoToken {
  symbol: string
  mint: PublicKey
  decimals: number
  /** Base units. */
  supply: bigint
  /** For a pump.fun token on its bonding curve: percent of what is for sale that has been sold. */
  sold?: number
}

/** Tokens of mainnet, at the same address, with decimals as there and a supply of about that size. */
export const BONK: DemoToken = {
  symbol: 'BONK',
  mint: new PublicKey('DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263'),
  decimals: 5,
  supply: 88_000_000_000_000n * 10n ** 5n,
}

export const JUP: DemoToken = {
  symbol: 'JUP',
  mint: new PublicKey('JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN'),
  decimals: 6,
  supply: 7_000_000_000n * 10n ** 6n,
}

/** Tokens of pump.fun that there are on the localnet alone, on their way to migration. */
export const FROG = pumpToken('FROG', 93)
export const CAT = pumpToken('CAT', 41)

export const DEMO_TOKENS: readonly DemoToken[] = [BONK, JUP, FROG, CAT]

function pumpToken(symbol: string, sold: number): DemoToken {
  return { symbol, mint: localnetKey(`token ${symbol}`).publicKey, decimals: 6, supply: PUMP_SUPPLY, sold }
}

/** Rent of a mint, in lamports. */
const RENT = BigInt(128 + MINT_SIZE) * 6960n

/** Puts a token on the localnet. */
export async function setToken(cheats: Pick<Cheats, 'setAccount'>, token: DemoToken): Promise<void> {
  await cheats.setAccount(token.mint, mintAccount(token))
  if (token.sold !== undefined) await setCurve(cheats, token.mint, { sold: token.sold })
}

/** The account of a token's mint: nobody can mint more of it or freeze it. */
function mintAccount({ decimals, supply }: DemoToken): AccountState {
  const data = Buffer.alloc(MINT_SIZE)
  MintLayout.encode(
    {
      mintAuthorityOption: 0,
      mintAuthority: PublicKey.default,
      supply,
      decimals,
      isInitialized: true,
      freezeAuthorityOption: 0,
      freezeAuthority: PublicKey.default,
    },
    data,
  )
  return { lamports: RENT, owner: TOKEN_PROGRAM_ID, data }
}
