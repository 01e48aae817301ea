// Builds `burn_auction_buy`: a purchase in the burn auction.

import { requireU64 } from '../numbers.ts'
import type { AddressInput, Codec, Library } from '../wire.ts'
import { buildInstruction } from './build.ts'
import { requireToken, tokenAccountOf } from './currency.ts'

/** A purchase in the burn auction. */
export interface BurnAuctionBuyInput<L extends Library> {
  /** Pays the tokens, which are burned, and receives the SOL. */
  buyer: AddressInput<L>
  /** Lamports to buy: at least 0.01 SOL or all that is left, at most one lot. */
  lamports: bigint
  /** Refused if it costs more than this, in base units of the utility token. */
  maxTokens: bigint
  /** The mint of UTILITY. */
  mint: AddressInput<L>
  /** The program of that mint: Token by default, or Token-2022. */
  tokenProgram?: AddressInput<L> | undefined
  /** The buyer's tokens; the associated account by default. */
  buyerToken?: AddressInput<L> | undefined
}

/** Buys SOL of the fee vault with utility tokens, which are burned. Anyone can, at the current price. */
export function burnAuctionBuy<L extends Library>(codec: Codec<L>, input: BurnAuctionBuyInput<L>) {
  const buyer = codec.address('buyer', input.buyer)
  const token = requireToken(codec, input)
  return buildInstruction(codec, 'burnAuctionBuy', {
    accounts: {
      buyer,
      buyerToken: tokenAccountOf(codec, token, buyer, 'buyerToken', input.buyerToken),
      ...token,
    },
    args: {
      lamports: requireU64('lamports', input.lamports, 1n),
      maxTokens: requireU64('maxTokens', input.maxTokens),
    },
  })
}
