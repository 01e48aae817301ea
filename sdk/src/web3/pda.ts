// Addresses of the program's accounts and public ids of markets, for web3.js.

import type { PublicKey } from '@solana/web3.js'
import * as core from '../core/addresses.ts'
import { marketIdOf, requireMarketId } from '../core/addresses.ts'
import { bound, codecOf } from './codec.ts'
import { type AddressInput, requireAddress } from './input.ts'
import type { Web3 } from './library.ts'

/** The one configuration of the program. */
export const findConfig = /* @__PURE__ */ bound(core.findConfig<Web3>)
/** The vault that receives the burn shares of SOL markets. */
export const findFeeVault = /* @__PURE__ */ bound(core.findFeeVault<Web3>)
/** The attestor set of that number; they are counted from 0. */
export const findAttestorSet = /* @__PURE__ */ bound(core.findAttestorSet<Web3>)
/** The market that `creator` opened, or can open, with that nonce. */
export const findMarket = /* @__PURE__ */ bound(core.findMarket<Web3>)
/** The account that holds the text of a market's question. */
export const findQuestion = /* @__PURE__ */ bound(core.findQuestion<Web3>)
/** The account that holds a market's stakes. */
export const findEscrow = /* @__PURE__ */ bound(core.findEscrow<Web3>)
/** The stakes of `owner` in a market. */
export const findPosition = /* @__PURE__ */ bound(core.findPosition<Web3>)
/** The bankroll of an owner. */
export const findBankroll = /* @__PURE__ */ bound(core.findBankroll<Web3>)

/** The public id of a market: `market_` and its address. */
export function toMarketId(market: AddressInput): string {
  return marketIdOf(requireAddress('market', market).toBase58())
}

/**
 * The address of a market from its public id. Every address has exactly one id.
 *
 * @throws InvalidInputError if it is not a market id; the market itself need not exist
 */
export function fromMarketId(id: string, field = 'marketId'): PublicKey {
  return requireMarketId(codecOf(), id, field)
}
