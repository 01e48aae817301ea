// Inputs of the client's methods.

import type { Condition } from '../condition/types.ts'
import type { CurrencyId } from '../currency.ts'
import type { PlaceBetFromBankrollInput } from '../instructions/bankroll.ts'
import type { BurnAuctionBuyInput } from '../instructions/burn-auction-buy.ts'
import type { CreateMarketInput } from '../instructions/create-market.ts'
import type { ClaimPositionInput, PlaceBetInput } from '../instructions/place-bet.ts'
import type { Proof } from '../oracle/find-proof.ts'
import type { PriceUpdate } from '../oracle/pyth/price-source.ts'
import type { ExpectedTermsOf } from '../shapes.ts'
import type { SettlementInputOf } from '../transaction/settlement.ts'
import type { AddressInput, Library, TransactionVersion } from '../wire.ts'
import type { MarketRefOf } from './reader.ts'

export type { Proof, ProofSources } from '../oracle/find-proof.ts'

/** A market to open. */
export interface OpenMarketInput<L extends Library>
  extends Pick<
    CreateMarketInput<L>,
    'creator' | 'question' | 'closeAt' | 'expireAt' | 'maxRatio' | 'initialStake' | 'evidence'
  > {
  /** The condition that makes the answer Yes; derived from the question if it is absent. */
  condition?: Condition | undefined
  /**
   * The current value of what the question measures, an exact decimal, if you know it and the condition is derived.
   * By default it is fetched: supplies and migrations from the chain, prices from the client's `prices`.
   */
  currentValue?: string | undefined
  /** The mint the question is about, if it is about a token. */
  token?: AddressInput<L> | null | undefined
  /** The currency of the stakes. */
  currency: CurrencyId
  /** By default from the chain's clock. */
  nonce?: bigint | undefined
  /** The terms that the creator has seen; those of the configuration now by default. */
  expected?: ExpectedTermsOf<L['Address']> | undefined
  /** Lamports for whoever decides the market; those of the configuration by default. */
  decideReward?: bigint | undefined
  /** UTILITY only: the stake on the smaller side that earns all of it; by default what `proposeRewardStake` says. */
  rewardStake?: bigint | undefined
}

/** A bet to place. */
export interface BetInput<L extends Library>
  extends Omit<PlaceBetInput<L>, 'market' | 'mint' | 'tokenProgram' | 'evidence'> {
  market: MarketRefOf<L>
}

/** A bet to place from a bankroll. */
export interface BankrollBetInput<L extends Library>
  extends Omit<PlaceBetFromBankrollInput<L>, 'market' | 'mint' | 'tokenProgram' | 'evidence'> {
  market: MarketRefOf<L>
}

/** A deposit to a bankroll or a withdrawal from it. */
export interface BankrollMoneyInput<L extends Library> {
  /** The owner of the bankroll. */
  owner: AddressInput<L>
  currency: CurrencyId
  /** Base units. */
  amount: bigint
}

/** A market to decide. */
export interface ResolveInput<L extends Library> extends Proof<L> {
  market: MarketRefOf<L>
}

/** Markets that one signed Pyth update decides, and that share its posting. */
export interface SharedResolveInput<L extends Library> {
  update: PriceUpdate
  /** All with the same Pyth receiver in their terms. */
  markets: readonly {
    market: MarketRefOf<L>
    /** Whether the update is the reference price of a change; otherwise it decides the market. */
    isReference?: boolean | undefined
  }[]
  /** Pays for everything, and earns the rewards. */
  payer: AddressInput<L>
  /** The version of the transactions: 1 carries twenty markets, 0 two; 0 by default. */
  version?: TransactionVersion | undefined
}

/** A step of a market that anyone can take. */
export interface KeeperInput<L extends Library> {
  market: MarketRefOf<L>
  /** Signs, and earns the reward. */
  keeper: AddressInput<L>
}

/** Positions to pay. */
export interface SettleInput<L extends Library>
  extends Pick<SettlementInputOf<L>, 'priorityFee' | 'lookupTables' | 'version'> {
  market: MarketRefOf<L>
  /** The owners to pay; by default everybody with an open position, which is fetched. */
  owners?: readonly AddressInput<L>[] | undefined
  /** Pays the fees of the transactions, and earns the rewards. */
  payer: AddressInput<L>
}

/** Fees to collect. */
export interface CollectFeesRequest<L extends Library> {
  market: MarketRefOf<L>
  /** Pays for the treasury's token account where it is missing. */
  payer: AddressInput<L>
}

/** A position to claim. */
export interface ClaimInput<L extends Library>
  extends Omit<ClaimPositionInput<L>, 'market' | 'mint' | 'tokenProgram'> {
  market: MarketRefOf<L>
}

/** A purchase in the burn auction. */
export interface BurnInput<L extends Library> extends Omit<BurnAuctionBuyInput<L>, 'mint' | 'tokenProgram'> {
  /** The mint of UTILITY, if you know it. */
  mint?: L['Address'] | undefined
}
