// Accounts and bumps of positions, for the generated builders of Kit.

import {
  type Address,
  address,
  getAddressEncoder,
  getProgramDerivedAddress,
  type ProgramDerivedAddress,
} from '@solana/kit'
import { findPositionPda, PREDICTION_MARKET_PROGRAM_ADDRESS } from './generated/index.ts'

const TOKEN_PROGRAM = /* @__PURE__ */ address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA')
/** The associated token program. */
export const ASSOCIATED_TOKEN_PROGRAM = /* @__PURE__ */ address(
  'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
)

/** The currency of a market's stakes; without a mint it is SOL. */
export interface CurrencyInput {
  mint?: Address | undefined
  /** The program of that mint: Token by default, or Token-2022. */
  tokenProgram?: Address | undefined
}

/** The associated token account of an owner, and its bump. */
export async function findTokenAccountPda(
  input: CurrencyInput & { mint: Address; owner: Address },
): Promise<ProgramDerivedAddress> {
  const { owner, mint, tokenProgram = TOKEN_PROGRAM } = input
  const encoder = getAddressEncoder()
  return getProgramDerivedAddress({
    programAddress: ASSOCIATED_TOKEN_PROGRAM,
    seeds: [owner, tokenProgram, mint].map((seed) => encoder.encode(seed)),
  })
}

/**
 * The arguments `positions` and `bumps` of `settlePositions`: of each owner the position, the wallet and, for UTILITY,
 * the associated token account and its bump.
 */
export async function getSettledPositions(
  input: CurrencyInput & { market: Address; owners: readonly Address[] },
  programAddress: Address = PREDICTION_MARKET_PROGRAM_ADDRESS,
): Promise<{ positions: Address[]; bumps: Uint8Array }> {
  const { market, mint, tokenProgram } = input
  const groups = await Promise.all(
    input.owners.map(async (owner) => {
      const [position] = await findPositionPda({ market, owner }, { programAddress })
      if (!mint) return { accounts: [position, owner], bumps: [] }
      const [tokens, bump] = await findTokenAccountPda({ owner, mint, tokenProgram })
      return { accounts: [position, owner, tokens], bumps: [bump] }
    }),
  )
  return {
    positions: groups.flatMap(({ accounts }) => accounts),
    bumps: Uint8Array.from(groups.flatMap(({ bumps }) => bumps)),
  }
}
