import { MINT_SIZE, MintLayout, TOKEN_PROGRAM_ID } from '@solana/spl-token'
import { PublicKey } from '@solana/web3.js'
import type { AccountState, Cheats } from '../cheats.ts'
import { localnetKey } from '../keys.ts'
import { PUMP_SUPPLY, setCurve } from '../pump.ts'

/** A token of the localnet that demonstration markets ask about. */
export interface DemoToken {
  symbol: string
  mint: PublicKey
  decimals: number
  /** Base units. */
  supply: bigint
  /** Of a pump.fun token on its bonding curve: percent of the tokens for sale that are sold. */
  sold?: number
}

/** Tokens of mainnet, with the same address and decimals and about the same supply. */
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

/** Made-up tokens of pump.fun, on their way to migration. */
export const FROG = pumpToken('FROG', 93)
export const CAT = pumpToken('CAT', 41)

export const DEMO_TOKENS: readonly DemoToken[] = [BONK, JUP, FROG, CAT]

function pumpToken(symbol: string, sold: number): DemoToken {
  return { symbol, mint: localnetKey(`token ${symbol}`).publicKey, decimals: 6, supply: PUMP_SUPPLY, sold }
}

/** Creates a token on the localnet. */
export async function setToken(cheats: Pick<Cheats, 'setAccount'>, token: DemoToken): Promise<void> {
  await cheats.setAccount(token.mint, mintAccount(token))
  if (token.sold !== undefined) await setCurve(cheats, token.mint, { sold: token.sold })
}

/** A mint account without mint and freeze authority. */
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
  return { owner: TOKEN_PROGRAM_ID, data }
}
