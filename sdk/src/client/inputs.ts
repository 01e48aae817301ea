import type { AddressLookupTableAccount, PublicKey, TransactionInstruction } from '@solana/web3.js'
import type { PlaceBetFromBankrollInput } from '../instructions/bankroll.ts'
import type { CreateMarketInput } from '../instructions/create-market.ts'
import type { StakeInput } from '../instructions/stake.ts'
import type { SignedAttestation } from '../oracle/attestation.ts'
import type { PlannedTransaction } from '../oracle/pyth/post.ts'
import type { PriceUpdate } from '../oracle/pyth/price-update.ts'
import type { ExpectedTerms } from '../values.ts'
import type { MarketRef } from './reader.ts'

/** A market to open. */
export interface OpenMarketInput
  extends Omit<CreateMarketInput, 'currency' | 'nonce' | 'token' | 'creatorToken' | 'expected'> {
  /** The mint the question is about, if it is about a token. */
  token?: PublicKey | null | undefined
  /** The currency of the stakes. */
  currency: 'SOL' | 'UTILITY'
  /** By default from the chain's clock. */
  nonce?: bigint | undefined
  /** The terms that the creator has seen; those of the configuration now by default. */
  expected?: ExpectedTerms | undefined
}

/** A bet to place. */
export interface BetInput extends StakeInput {
  market: MarketRef
  bettor: PublicKey
  /** Where a stake in UTILITY comes from; the bettor's associated account by default. */
  bettorToken?: PublicKey | undefined
  /** The least that the stake must be paid if its side wins as the pools stand after it, in base units. */
  minPayout?: bigint | undefined
}

/** A bet to place from a bankroll. */
export interface BankrollBetInput
  extends Omit<PlaceBetFromBankrollInput, 'market' | 'mint' | 'tokenProgram' | 'evidence'> {
  market: MarketRef
}

/** Money on its way into or out of a bankroll. */
export interface BankrollMoneyInput {
  /** The owner of the bankroll. */
  owner: PublicKey
  currency: 'SOL' | 'UTILITY'
  /** Base units. */
  amount: bigint
}

/**
 * The proof of an answer. Empty for supplies and migrations, whose accounts the program reads itself, and once a
 * recorded observation decides.
 */
export interface Proof {
  /** Proves a price or a market capitalisation: an account of the Pyth receiver, or a signed update to post. */
  price?: PublicKey | PriceUpdate | undefined
  /** Proves a number of holders or an event: what a quorum of the market's attestors has signed. */
  attestation?: SignedAttestation | undefined
}

/** A market to decide. */
export interface ResolveInput extends Proof {
  market: MarketRef
}

/** The transactions of a decision. */
export interface ResolutionPlan {
  /** To be sent first, in order. */
  setup: PlannedTransaction[]
  /** The transaction that decides the market. */
  decide: PlannedTransaction
  /** Closes the account that the first transaction creates, if a later one fails. */
  abandon: TransactionInstruction | null
}

/** Positions to pay. */
export interface SettleInput {
  market: MarketRef
  /** The owners to pay; by default everybody with an open position, which is fetched. */
  owners?: readonly PublicKey[] | undefined
  /** Pays the fees of the transactions. */
  payer: PublicKey
  priorityFee?: bigint | undefined
  lookupTables?: readonly AddressLookupTableAccount[] | undefined
}

/** Fees to collect. */
export interface CollectFeesRequest {
  market: MarketRef
  /** Pays for the treasury's token account where it is missing. */
  payer: PublicKey
}

/** A position to claim. */
export interface ClaimInput {
  market: MarketRef
  owner: PublicKey
  /** Any token account of the owner, for UTILITY; the associated one by default. */
  ownerToken?: PublicKey | undefined
}
