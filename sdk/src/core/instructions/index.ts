// The SDK's entry `/instructions`: one pure builder for each instruction, without network calls.

export { type AcceptAdminInput, acceptAdmin } from './accept-admin.ts'
export { DEFAULT_AUCTION } from './auction.ts'
export {
  type BankrollTransferInput,
  closeBankroll,
  deposit,
  type PlaceBetFromBankrollInput,
  placeBetFromBankroll,
  type SetDelegateInput,
  setDelegate,
  type WithdrawInput,
  withdraw,
} from './bankroll.ts'
export { type BurnAuctionBuyInput, burnAuctionBuy } from './burn-auction-buy.ts'
export { type CancelMarketInput, cancelMarket } from './cancel-market.ts'
export { type ClaimPositionInput, claimPosition } from './claim-position.ts'
export { type CloseMarketInput, closeMarket } from './close-market.ts'
export { type CollectFeesInput, collectFees } from './collect-fees.ts'
export { type CreateAttestorSetInput, createAttestorSet } from './create-attestor-set.ts'
export { type CreateMarketInput, createMarket } from './create-market.ts'
export type { CurrencyInput } from './currency.ts'
export { type InitializeConfigInput, initializeConfig } from './initialize-config.ts'
export { type PlaceBetInput, placeBet } from './place-bet.ts'
export { type ResolveMarketInput, resolveMarket } from './resolve-market.ts'
export {
  type SettlementGroup,
  type SettlePositionsInput,
  settleGroups,
  settlePositions,
} from './settle-positions.ts'
export type { StakeInput } from './stake.ts'
export { type UpdateConfigInput, updateConfig } from './update-config.ts'
export { type VoidMarketInput, voidMarket } from './void-market.ts'
