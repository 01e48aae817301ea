// Inputs of the client's methods.

import type { Condition } from '../condition/types.ts'
import type { CurrencyId } from '../currency.ts'
import type { PlaceBetFromBankrollInput } from '../instructions/bankroll.ts'
import type { BurnAuctionBuyInput } from '../instructions/burn-auction-buy.ts'
import type { CreateMarketInput } from '../instructions/create-market.ts'
import type { StakeInput } from '../instructions/stake.ts'
import type { SignedAttestation } from '../oracle/attestation.ts'
import type { ProofSourcesOf } from '../oracle/find-proof.ts'
import type { PriceUpdate } from '../oracle/pyth/price-update.ts'
import type { ExpectedTermsOf } from '../shapes.ts'
import type { AddressInput, Library, TransactionVersion } from '../wire.ts'
import type { MarketRefOf } from './market-ref.ts'

/** A market to open. */
export interface OpenMarketInput<L extends Library>
  extends Omit<
    CreateMarketInput<L>,
    | 'condition'
    | 'currency'
    | 'nonce'
    | 'token'
    | 'creatorToken'
    | 'expected'
    | 'decideReward'
    | 'rewardStake'
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
export interface BetInput<L extends Library> extends StakeInput {
  market: MarketRefOf<L>
  bettor: AddressInput<L>
  /** Where a stake in UTILITY comes from; the bettor's associated account by default. */
  bettorToken?: AddressInput<L> | undefined
  /** The minimum payout if this side wins with the pools right after the bet, in base units. */
  minPayout?: bigint | undefined
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

/** Sources of proofs. */
export type ProofSources<L extends Library> = ProofSourcesOf<AddressInput<L>>

/**
 * The proof of an answer. Empty for supplies and migrations, whose accounts the program reads itself, and once a
 * recorded observation decides.
 */
export interface Proof<L extends Library> {
  /** Proves a price or a market capitalisation: an account of the Pyth receiver, or a signed update to post. */
  price?: AddressInput<L> | PriceUpdate | undefined
  /**
   * Proves the reference price of a change that is not recorded yet: an account or a signed update. Alone it is
   * recorded; together with `price` it decides, if both are accounts.
   */
  referencePrice?: AddressInput<L> | PriceUpdate | undefined
  /** Proves a number of holders or an event: what a quorum of the market's attestors has signed. */
  attestation?: SignedAttestation<L['Address']> | undefined
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
export interface SettleInput<L extends Library> {
  market: MarketRefOf<L>
  /** The owners to pay; by default everybody with an open position, which is fetched. */
  owners?: readonly AddressInput<L>[] | undefined
  /** Pays the fees of the transactions, and earns the rewards. */
  payer: AddressInput<L>
  priorityFee?: bigint | undefined
  lookupTables?: readonly L['LookupTable'][] | undefined
  /** 0 by default. */
  version?: TransactionVersion | undefined
}

/** Fees to collect. */
export interface CollectFeesRequest<L extends Library> {
  market: MarketRefOf<L>
  /** Pays for the treasury's token account where it is missing. */
  payer: AddressInput<L>
}

/** A position to claim. */
export interface ClaimInput<L extends Library> {
  market: MarketRefOf<L>
  owner: AddressInput<L>
  /** Any token account of the owner, for UTILITY; the associated one by default. */
  ownerToken?: AddressInput<L> | undefined
}

/** A purchase in the burn auction. */
export interface BurnInput<L extends Library> extends Omit<BurnAuctionBuyInput<L>, 'mint' | 'tokenProgram'> {
  /** The mint of UTILITY, if you know it. */
  mint?: L['Address'] | undefined
}
