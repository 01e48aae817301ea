import { type Address, address, getAddressEncoder, getProgramDerivedAddress } from '@solana/kit'
import { findPositionPda, PREDICTION_MARKET_PROGRAM_ADDRESS } from './generated/index.ts'

const TOKEN_PROGRAM = /* @__PURE__ */ address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA')
const ASSOCIATED_TOKEN_PROGRAM = /* @__PURE__ */ address('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL')

/** The currency of a market's stakes; without a mint it is SOL. */
export interface CurrencyInput {
  mint?: Address | undefined
  /** The program of that mint: Token by default, or Token-2022. */
  tokenProgram?: Address | undefined
}

/** The associated token account of an owner. */
export async function findTokenAccountPda(
  input: CurrencyInput & { mint: Address; owner: Address },
): Promise<Address> {
  const { owner, mint, tokenProgram = TOKEN_PROGRAM } = input
  const encoder = getAddressEncoder()
  const [account] = await getProgramDerivedAddress({
    programAddress: ASSOCIATED_TOKEN_PROGRAM,
    seeds: [owner, tokenProgram, mint].map((seed) => encoder.encode(seed)),
  })
  return account
}

/**
 * The argument `positions` of `settlePositions`: of each owner the position, the wallet and, for UTILITY, the
 * associated token account.
 */
export async function getSettledPositions(
  input: CurrencyInput & { market: Address; owners: readonly Address[] },
  programAddress: Address = PREDICTION_MARKET_PROGRAM_ADDRESS,
): Promise<Address[]> {
  const { market, mint, tokenProgram } = input
  const groups = input.owners.map(async (owner) => {
    const [position] = await findPositionPda({ market, owner }, { programAddress })
    if (!mint) return [position, owner]
    return [position, owner, await findTokenAccountPda({ owner, mint, tokenProgram })]
  })
  return (await Promise.all(groups)).flat()
}
