// Builds the steps of a market besides bets: it is decided, voided or cancelled, its fees are collected, it is closed.

import { requireAddresses } from '../addresses.ts'
import type { AddressInput, Codec, Library } from '../wire.ts'
import { buildInstruction, readOnly } from './build.ts'
import { associatedOf, type CurrencyInput, requireCurrency } from './currency.ts'

/** A decision. `resolutionEvidence` lists the accounts that prove the answer. */
export interface ResolveMarketInput<L extends Library> {
  /** Signs, and earns the reward. Anyone can. */
  keeper: AddressInput<L>
  market: AddressInput<L>
  /** The market's attestor set, if attestors decide it. Their signatures are verified by the instruction before. */
  attestorSet?: AddressInput<L> | null | undefined
  /** The other accounts that prove the answer. Empty once a recorded observation decides. */
  evidence: readonly AddressInput<L>[]
}

/** Decides a market by its evidence, or records "not met", a bonding curve or a reference price. Anyone can. */
export function resolveMarket<L extends Library>(codec: Codec<L>, input: ResolveMarketInput<L>) {
  const { keeper, market, attestorSet = null } = input
  return buildInstruction(codec, 'resolveMarket', {
    accounts: { keeper, market, attestorSet },
    remaining: requireAddresses(codec, 'evidence', input.evidence).map(readOnly),
  })
}

/** A market that was not decided in time. */
export interface VoidMarketInput<L extends Library> {
  /** Signs, and earns the reward. Anyone can. */
  keeper: AddressInput<L>
  market: AddressInput<L>
}

/** Voids a market after its void delay: stakes are refunded. A recorded "not met" decides No instead. Anyone can. */
export function voidMarket<L extends Library>(codec: Codec<L>, { keeper, market }: VoidMarketInput<L>) {
  return buildInstruction(codec, 'voidMarket', { accounts: { keeper, market } })
}

/** A market that nobody has staked on. */
export interface CancelMarketInput<L extends Library> extends CurrencyInput<L> {
  market: AddressInput<L>
  /** Opened the market. Signs, and gets its rent back. */
  creator: AddressInput<L>
}

/** Cancels a market without stakes. Refused until its nonce can no longer be used again; see `closableAt`. */
export function cancelMarket<L extends Library>(codec: Codec<L>, input: CancelMarketInput<L>) {
  const { creator, market } = input
  const accounts = { creator, market, ...requireCurrency(codec, input) }
  return buildInstruction(codec, 'cancelMarket', { accounts })
}

/** The fees of a decided market. */
export interface CollectFeesInput<L extends Library> extends CurrencyInput<L> {
  market: AddressInput<L>
  /** The treasury of the configuration. */
  treasury: AddressInput<L>
}

/**
 * Burns the burn share, or moves it to the fee vault, and pays the developer share to the treasury. Anyone can, each
 * share once. While the treasury cannot be paid, its share stays; from 30 days after the decision on it is treated like
 * the burn share.
 */
export function collectFees<L extends Library>(codec: Codec<L>, input: CollectFeesInput<L>) {
  const treasury = codec.address('treasury', input.treasury)
  const currency = requireCurrency(codec, input)
  const [treasuryToken, treasuryTokenBump] = associatedOf(codec, currency, treasury)
  return buildInstruction(codec, 'collectFees', {
    accounts: {
      market: input.market,
      treasury,
      treasuryToken,
      ...currency,
    },
    args: { treasuryTokenBump },
  })
}

/** A market that owes nobody anything. */
export interface CloseMarketInput<L extends Library> extends CurrencyInput<L> {
  /** Signs, and earns the reward. Anyone can. */
  keeper: AddressInput<L>
  market: AddressInput<L>
  /** Opened the market; gets back its rent and the unearned rewards. */
  creator: AddressInput<L>
}

/** Closes a market after its last position is settled and its fees are collected. Anyone can, and earns a reward. */
export function closeMarket<L extends Library>(codec: Codec<L>, input: CloseMarketInput<L>) {
  const { keeper, market, creator } = input
  const accounts = { keeper, market, creator, ...requireCurrency(codec, input) }
  return buildInstruction(codec, 'closeMarket', { accounts })
}
