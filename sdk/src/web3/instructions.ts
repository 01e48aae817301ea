// The SDK's entry `/instructions`: one pure builder for each instruction, without network calls, for web3.js.

import type { TransactionInstruction } from '@solana/web3.js'
import * as admin from '../core/instructions/accept-admin.ts'
import * as bankroll from '../core/instructions/bankroll.ts'
import * as auction from '../core/instructions/burn-auction-buy.ts'
import * as cancel from '../core/instructions/cancel-market.ts'
import * as claim from '../core/instructions/claim-position.ts'
import * as close from '../core/instructions/close-market.ts'
import * as collect from '../core/instructions/collect-fees.ts'
import * as attestors from '../core/instructions/create-attestor-set.ts'
import * as create from '../core/instructions/create-market.ts'
import type * as currency from '../core/instructions/currency.ts'
import * as initialize from '../core/instructions/initialize-config.ts'
import * as place from '../core/instructions/place-bet.ts'
import * as resolve from '../core/instructions/resolve-market.ts'
import * as settle from '../core/instructions/settle-positions.ts'
import * as update from '../core/instructions/update-config.ts'
import * as voids from '../core/instructions/void-market.ts'
import type { Codec } from '../core/wire.ts'
import { codecOf } from './codec.ts'
import type { AddressInput } from './input.ts'
import type { Web3 } from './library.ts'

export { DEFAULT_AUCTION } from '../core/instructions/auction.ts'
export type { StakeInput } from '../core/instructions/stake.ts'

export type AcceptAdminInput = admin.AcceptAdminInput<Web3>
export type BankrollTransferInput = bankroll.BankrollTransferInput<Web3>
export type BurnAuctionBuyInput = auction.BurnAuctionBuyInput<Web3>
export type CancelMarketInput = cancel.CancelMarketInput<Web3>
export type ClaimPositionInput = claim.ClaimPositionInput<Web3>
export type CloseMarketInput = close.CloseMarketInput<Web3>
export type CollectFeesInput = collect.CollectFeesInput<Web3>
export type CreateAttestorSetInput = attestors.CreateAttestorSetInput<Web3>
export type CreateMarketInput = create.CreateMarketInput<Web3>
export type CurrencyInput = currency.CurrencyInput<Web3>
export type InitializeConfigInput = initialize.InitializeConfigInput<Web3>
export type PlaceBetFromBankrollInput = bankroll.PlaceBetFromBankrollInput<Web3>
export type PlaceBetInput = place.PlaceBetInput<Web3>
export type ResolveMarketInput = resolve.ResolveMarketInput<Web3>
export type SetDelegateInput = bankroll.SetDelegateInput<Web3>
export type SettlementGroup = settle.SettlementGroup<Web3['Address']>
export type SettlePositionsInput = settle.SettlePositionsInput<Web3>
export type UpdateConfigInput = update.UpdateConfigInput<Web3>
export type VoidMarketInput = voids.VoidMarketInput<Web3>
export type WithdrawInput = bankroll.WithdrawInput<Web3>

/** Builds an instruction of the program, at its own address unless another is given. */
type Builder<Input> = (input: Input, programId?: AddressInput) => TransactionInstruction

function bound<Input>(build: (codec: Codec<Web3>, input: Input) => TransactionInstruction): Builder<Input> {
  return (input, programId) => build(codecOf(programId), input)
}

/** Makes the pending admin the admin. */
export const acceptAdmin = /* @__PURE__ */ bound(admin.acceptAdmin<Web3>)
/** Buys SOL of the fee vault with utility tokens, which are burned. Anyone can, at the current price. */
export const burnAuctionBuy = /* @__PURE__ */ bound(auction.burnAuctionBuy<Web3>)
/** Cancels a market without stakes. Refused until its nonce can no longer be used again; see `closableAt`. */
export const cancelMarket = /* @__PURE__ */ bound(cancel.cancelMarket<Web3>)
/** The owner settles their own position. */
export const claimPosition = /* @__PURE__ */ bound(claim.claimPosition<Web3>)
/** Closes the owner's bankroll: its lamports go to the owner, and every delegate ends. Withdraw tokens first. */
export const closeBankroll = /* @__PURE__ */ bound(bankroll.closeBankroll<Web3>)
/** Closes a market after its last position is settled and its fees are collected. Anyone can, and earns a reward. */
export const closeMarket = /* @__PURE__ */ bound(close.closeMarket<Web3>)
/** Collects the fees of a decided market. Anyone can, each share once. */
export const collectFees = /* @__PURE__ */ bound(collect.collectFees<Web3>)
/** Adds the next attestor set, which markets created from now on use. */
export const createAttestorSet = /* @__PURE__ */ bound(attestors.createAttestorSet<Web3>)
/** Opens a market at `findMarket` of its creator and nonce. */
export const createMarket = /* @__PURE__ */ bound(create.createMarket<Web3>)
/** Puts money into the owner's bankroll; the first deposit opens it. Tokens need its associated account to exist. */
export const deposit = /* @__PURE__ */ bound(bankroll.deposit<Web3>)
/** Creates the configuration and the fee vault. */
export const initializeConfig = /* @__PURE__ */ bound(initialize.initializeConfig<Web3>)
/** Stakes `amount` base units on `outcome`. */
export const placeBet = /* @__PURE__ */ bound(place.placeBet<Web3>)
/** Stakes `amount` base units of a bankroll on `outcome`, for its owner. */
export const placeBetFromBankroll = /* @__PURE__ */ bound(bankroll.placeBetFromBankroll<Web3>)
/** Decides a market by its evidence, or records an observation. Anyone can, and earns a reward. */
export const resolveMarket = /* @__PURE__ */ bound(resolve.resolveMarket<Web3>)
/** Adds, changes or removes a delegate of the owner's bankroll. */
export const setDelegate = /* @__PURE__ */ bound(bankroll.setDelegate<Web3>)
/** Pays positions of a decided market to their owners and closes them. Anyone can, and earns a reward for each. */
export const settlePositions = /* @__PURE__ */ bound(settle.settlePositions<Web3>)
/** Replaces the settings, for markets created from now on. */
export const updateConfig = /* @__PURE__ */ bound(update.updateConfig<Web3>)
/** Voids a market whose void delay has passed: every stake is refunded. Anyone can, and earns a reward. */
export const voidMarket = /* @__PURE__ */ bound(voids.voidMarket<Web3>)
/** Takes money out of the owner's bankroll. */
export const withdraw = /* @__PURE__ */ bound(bankroll.withdraw<Web3>)

/** The instruction that pays some of these groups. */
export function settleGroups(
  input: Omit<SettlePositionsInput, 'positions'>,
  groups: readonly SettlementGroup[],
  programId?: AddressInput,
): TransactionInstruction {
  return settle.settleGroups(codecOf(programId), input, groups)
}
