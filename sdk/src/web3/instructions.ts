// The SDK's entry `/instructions`: one pure builder for each instruction, without network calls, for web3.js.

import * as admin from '../core/instructions/admin.ts'
import * as bankroll from '../core/instructions/bankroll.ts'
import * as auction from '../core/instructions/burn-auction-buy.ts'
import * as create from '../core/instructions/create-market.ts'
import type * as currency from '../core/instructions/currency.ts'
import * as steps from '../core/instructions/market-steps.ts'
import * as bets from '../core/instructions/place-bet.ts'
import * as settle from '../core/instructions/settle-positions.ts'
import { bound } from './codec.ts'
import type { Web3 } from './library.ts'

export { DEFAULT_AUCTION } from '../core/instructions/admin.ts'
export type { StakeInput } from '../core/instructions/place-bet.ts'

export type AcceptAdminInput = admin.AcceptAdminInput<Web3>
export type BankrollTransferInput = bankroll.BankrollTransferInput<Web3>
export type BurnAuctionBuyInput = auction.BurnAuctionBuyInput<Web3>
export type CancelMarketInput = steps.CancelMarketInput<Web3>
export type ClaimPositionInput = bets.ClaimPositionInput<Web3>
export type CloseMarketInput = steps.CloseMarketInput<Web3>
export type CollectFeesInput = steps.CollectFeesInput<Web3>
export type CreateAttestorSetInput = admin.CreateAttestorSetInput<Web3>
export type CreateMarketInput = create.CreateMarketInput<Web3>
export type CurrencyInput = currency.CurrencyInput<Web3>
export type InitializeConfigInput = admin.InitializeConfigInput<Web3>
export type PlaceBetFromBankrollInput = bankroll.PlaceBetFromBankrollInput<Web3>
export type PlaceBetInput = bets.PlaceBetInput<Web3>
export type ResolveMarketInput = steps.ResolveMarketInput<Web3>
export type SetDelegateInput = bankroll.SetDelegateInput<Web3>
export type SettlementGroup = settle.SettlementGroup<Web3['Address']>
export type SettlePositionsInput = settle.SettlePositionsInput<Web3>
export type UpdateConfigInput = admin.UpdateConfigInput<Web3>
export type VoidMarketInput = steps.VoidMarketInput<Web3>
export type WithdrawInput = bankroll.WithdrawInput<Web3>

/** Makes the pending admin the admin. */
export const acceptAdmin = /* @__PURE__ */ bound(admin.acceptAdmin<Web3>)
/** Buys SOL of the fee vault with utility tokens, which are burned. Anyone can, at the current price. */
export const burnAuctionBuy = /* @__PURE__ */ bound(auction.burnAuctionBuy<Web3>)
/** Cancels a market without stakes. Refused until its nonce can no longer be used again; see `closableAt`. */
export const cancelMarket = /* @__PURE__ */ bound(steps.cancelMarket<Web3>)
/** The owner settles their own position. */
export const claimPosition = /* @__PURE__ */ bound(bets.claimPosition<Web3>)
/** Closes the owner's bankroll: its lamports go to the owner, and every delegate ends. Withdraw tokens first. */
export const closeBankroll = /* @__PURE__ */ bound(bankroll.closeBankroll<Web3>)
/** Closes a market after its last position is settled and its fees are collected. Anyone can, and earns a reward. */
export const closeMarket = /* @__PURE__ */ bound(steps.closeMarket<Web3>)
/** Collects the fees of a decided market. Anyone can, each share once. */
export const collectFees = /* @__PURE__ */ bound(steps.collectFees<Web3>)
/** Adds the next attestor set, which markets created from now on use. */
export const createAttestorSet = /* @__PURE__ */ bound(admin.createAttestorSet<Web3>)
/** Opens a market at `findMarket` of its creator and nonce. */
export const createMarket = /* @__PURE__ */ bound(create.createMarket<Web3>)
/** Puts money into the owner's bankroll; the first deposit opens it. Tokens need its associated account to exist. */
export const deposit = /* @__PURE__ */ bound(bankroll.deposit<Web3>)
/** Creates the configuration and the fee vault. */
export const initializeConfig = /* @__PURE__ */ bound(admin.initializeConfig<Web3>)
/** Stakes `amount` base units on `outcome`. */
export const placeBet = /* @__PURE__ */ bound(bets.placeBet<Web3>)
/** Stakes `amount` base units of a bankroll on `outcome`, for its owner. */
export const placeBetFromBankroll = /* @__PURE__ */ bound(bankroll.placeBetFromBankroll<Web3>)
/** Decides a market by its evidence, or records an observation. Anyone can, and earns a reward. */
export const resolveMarket = /* @__PURE__ */ bound(steps.resolveMarket<Web3>)
/** Adds, changes or removes a delegate of the owner's bankroll. */
export const setDelegate = /* @__PURE__ */ bound(bankroll.setDelegate<Web3>)
/** Pays positions of a decided market to their owners and closes them. Anyone can, and earns a reward for each. */
export const settlePositions = /* @__PURE__ */ bound(settle.settlePositions<Web3>)
/** Replaces the settings, for markets created from now on. */
export const updateConfig = /* @__PURE__ */ bound(admin.updateConfig<Web3>)
/** Voids a market whose void delay has passed: every stake is refunded. Anyone can, and earns a reward. */
export const voidMarket = /* @__PURE__ */ bound(steps.voidMarket<Web3>)
/** Takes money out of the owner's bankroll. */
export const withdraw = /* @__PURE__ */ bound(bankroll.withdraw<Web3>)
/** The instruction that pays some of these groups. */
export const settleGroups = /* @__PURE__ */ bound(settle.settleGroups<Web3>)
