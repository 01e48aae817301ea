import type { AddressLookupTableAccount, PublicKey } from '@solana/web3.js'
import type { Attestation, AttestationSignature } from '../attestation.ts'
import type { CreateMarketInput } from '../instructions/create-market.ts'
import type { StakeInput } from '../instructions/stake.ts'
import type { MarketRef } from './reader.ts'

/** A market to open. */
export interface OpenMarketInput
  extends Omit<CreateMarketInput, 'currency' | 'nonce' | 'token' | 'creatorToken'> {
  /** The mint the question is about, if it is about a token. */
  token?: PublicKey | null | undefined
  /** What is staked: the coin of the chain, or the platform's token. */
  currency: 'SOL' | 'UTILITY'
  /** Drawn from the chain's clock if absent. */
  nonce?: bigint | undefined
}

/** A bet to place. */
export interface BetInput extends StakeInput {
  market: MarketRef
  bettor: PublicKey
  /** Where a stake in UTILITY comes from; the bettor's associated account by default. */
  bettorToken?: PublicKey | undefined
}

/** A market to decide. */
export interface ResolveInput {
  market: MarketRef
  /** The Pyth price update that proves a price or a market capitalisation. */
  price?: PublicKey | undefined
  /** What a quorum of the market's attestors has signed about holders or an event. */
  attestation?: SignedAttestation | undefined
}

/** What attestors say about a market, with their signatures. */
export interface SignedAttestation extends Omit<Attestation, 'market'> {
  signatures: readonly AttestationSignature[]
}

/** Positions to pay. */
export interface SettleInput {
  market: MarketRef
  /** Whose; everybody's that is still open by default, which is looked up. */
  owners?: readonly PublicKey[] | undefined
  /** Pays the fees of the transactions. */
  payer: PublicKey
  priorityFee?: bigint | undefined
  lookupTables?: readonly AddressLookupTableAccount[] | undefined
}

/** Fees to take. */
export interface CollectFeesRequest {
  market: MarketRef
  /** Pays for the treasury's token account where it is missing. */
  payer: PublicKey
}

/** A position to claim. */
export interface ClaimInput {
  market: MarketRef
  owner: PublicKey
  /** Any token account of theirs, for UTILITY; the associated one by default. */
  ownerToken?: PublicKey | undefined
}
