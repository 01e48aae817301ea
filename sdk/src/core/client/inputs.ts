// Inputs of the client's methods.

import type { AddressLookupTableAccount, PublicKey } from '@solana/web3.js'
import type { AddressInput } from '../../web3/input.ts'
import type { TransactionVersion } from '../../web3/transaction/compile.ts'
import type { Condition } from '../condition/types.ts'
import type { CurrencyId } from '../currency.ts'
import type { PlaceBetFromBankrollInput } from '../instructions/bankroll.ts'
import type { BurnAuctionBuyInput } from '../instructions/burn-auction-buy.ts'
import type { CreateMarketInput } from '../instructions/create-market.ts'
import type { StakeInput } from '../instructions/stake.ts'
import type { SignedAttestation } from '../oracle/attestation.ts'
import type { ProofSourcesOf } from '../oracle/find-proof.ts'
import type { PriceUpdate } from '../oracle/pyth/price-update.ts'
import type { ExpectedTerms } from '../values.ts'
import type { MarketRef } from './market-ref.ts'

/** A market to open. */
export interface OpenMarketInput
  extends Omit<
    CreateMarketInput,
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
  token?: AddressInput | null | undefined
  /** The currency of the stakes. */
  currency: CurrencyId
  /** By default from the chain's clock. */
  nonce?: bigint | undefined
  /** The terms that the creator has seen; those of the configuration now by default. */
  expected?: ExpectedTerms | undefined
  /** Lamports for whoever decides the market; those of the configuration by default. */
  decideReward?: bigint | undefined
  /** UTILITY only: the stake on the smaller side that earns all of it; by default what `proposeRewardStake` says. */
  rewardStake?: bigint | undefined
}

/** A bet to place. */
export interface BetInput extends StakeInput {
  market: MarketRef
  bettor: AddressInput
  /** Where a stake in UTILITY comes from; the bettor's associated account by default. */
  bettorToken?: AddressInput | undefined
  /** The minimum payout if this side wins with the pools right after the bet, in base units. */
  minPayout?: bigint | undefined
}

/** A bet to place from a bankroll. */
export interface BankrollBetInput
  extends Omit<PlaceBetFromBankrollInput, 'market' | 'mint' | 'tokenProgram' | 'evidence'> {
  market: MarketRef
}

/** A deposit to a bankroll or a withdrawal from it. */
export interface BankrollMoneyInput {
  /** The owner of the bankroll. */
  owner: AddressInput
  currency: CurrencyId
  /** Base units. */
  amount: bigint
}

/** Sources of proofs. */
export type ProofSources = ProofSourcesOf<AddressInput>

/**
 * The proof of an answer. Empty for supplies and migrations, whose accounts the program reads itself, and once a
 * recorded observation decides.
 */
export interface Proof {
  /** Proves a price or a market capitalisation: an account of the Pyth receiver, or a signed update to post. */
  price?: AddressInput | PriceUpdate | undefined
  /**
   * Proves the reference price of a change that is not recorded yet: an account or a signed update. Alone it is
   * recorded; together with `price` it decides, if both are accounts.
   */
  referencePrice?: AddressInput | PriceUpdate | undefined
  /** Proves a number of holders or an event: what a quorum of the market's attestors has signed. */
  attestation?: SignedAttestation | undefined
}

/** A market to decide. */
export interface ResolveInput extends Proof {
  market: MarketRef
}

/** Markets that one signed Pyth update decides, and that share its posting. */
export interface SharedResolveInput {
  update: PriceUpdate
  /** All with the same Pyth receiver in their terms. */
  markets: readonly {
    market: MarketRef
    /** Whether the update is the reference price of a change; otherwise it decides the market. */
    isReference?: boolean | undefined
  }[]
  /** Pays for everything, and earns the rewards. */
  payer: AddressInput
  /** The version of the transactions: 1 carries twenty markets, 0 two; 0 by default. */
  version?: TransactionVersion | undefined
}

/** A step of a market that anyone can take. */
export interface KeeperInput {
  market: MarketRef
  /** Signs, and earns the reward. */
  keeper: AddressInput
}

/** Positions to pay. */
export interface SettleInput {
  market: MarketRef
  /** The owners to pay; by default everybody with an open position, which is fetched. */
  owners?: readonly AddressInput[] | undefined
  /** Pays the fees of the transactions, and earns the rewards. */
  payer: AddressInput
  priorityFee?: bigint | undefined
  lookupTables?: readonly AddressLookupTableAccount[] | undefined
}

/** Fees to collect. */
export interface CollectFeesRequest {
  market: MarketRef
  /** Pays for the treasury's token account where it is missing. */
  payer: AddressInput
}

/** A position to claim. */
export interface ClaimInput {
  market: MarketRef
  owner: AddressInput
  /** Any token account of the owner, for UTILITY; the associated one by default. */
  ownerToken?: AddressInput | undefined
}

/** A purchase in the burn auction. */
export interface BurnInput extends Omit<BurnAuctionBuyInput, 'mint' | 'tokenProgram'> {
  /** The mint of UTILITY, if you know it. */
  mint?: PublicKey | undefined
}
