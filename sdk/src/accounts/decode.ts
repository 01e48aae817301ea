import type { PublicKey } from '@solana/web3.js'
import type { RawAccounts } from '../coder.ts'
import { decodeStoredCondition } from '../condition/encode.ts'
import type { Condition } from '../condition/types.ts'
import {
  type Amounts,
  type AuctionPrice,
  type AuctionSettings,
  type DelegateLimits,
  type FeeAmounts,
  type Observation,
  type Outcome,
  type RecentStakes,
  type Settings,
  type Stakes,
  type Terms,
  toAddress,
  toAmounts,
  toAuction,
  toBigInt,
  toFees,
  toLimits,
  toRecentStakes,
  toSettings,
  toStakes,
  toStoredObservation,
  toTerms,
} from '../values.ts'
import { readAccount } from './data.ts'

/** The one configuration of the program. */
export interface Config {
  /** Layout of the account. */
  version: number
  admin: PublicKey
  /** Becomes the admin by accepting; `null` if nobody has been named. */
  pendingAdmin: PublicKey | null
  /** The mint of the currency UTILITY. */
  utilityMint: PublicKey
  utilityDecimals: number
  /** The number of attestor sets; new markets take the latest. */
  attestorSets: number
  settings: Settings
}

/** Keys whose holders attest what no account on chain shows. */
export interface AttestorSet {
  /** Layout of the account. */
  version: number
  index: number
  /** How many of the keys must sign the same message: more than two thirds. */
  threshold: number
  keys: PublicKey[]
}

/** Receives the burn shares and the dust of SOL markets, and sells them for utility tokens, which are burned. */
export interface FeeVault {
  /** Layout of the account. */
  version: number
  auction: AuctionSettings
  /** Lamports received from markets so far. */
  received: bigint
  /** Lamports for sale. */
  forSale: bigint
  /** The price in the slot `pricedAt`; see `burnPrice` for the present one. */
  price: AuctionPrice
  pricedAt: bigint
  /** Lamports sold so far. */
  sold: bigint
  /** Base units of the utility token burned for them so far. */
  burned: bigint
  /** The price and the slot of the last purchase; `null` before the first. */
  last: { price: bigint; slot: bigint } | null
}

/** Two keys that may bet together from a bankroll. */
export interface Delegate {
  /** The key that asks for a bet, and by which the delegate is known. */
  key: PublicKey
  /** The key that must sign as well. */
  cosigner: PublicKey
  limits: DelegateLimits
  /** All that has left the bankroll by it; only counts up. */
  spent: Amounts
}

/** The money that an owner has put aside for bets. Its balances are those of its account and its token accounts. */
export interface Bankroll {
  /** Layout of the account. */
  version: number
  owner: PublicKey
  /** Up to four. */
  delegates: Delegate[]
}

/** `void`: no winner, every stake is refunded. */
export type MarketStatus = 'open' | 'resolved' | 'void'

/** Every status, in the program's order. */
export const STATUSES: readonly MarketStatus[] = ['open', 'resolved', 'void']

/** A market. Times are unix seconds, amounts base units of its currency. */
export interface Market {
  /** Layout of the account. */
  version: number
  creator: PublicKey
  /** The mint the question is about, if it is about a token. */
  token: PublicKey | null
  /** The mint of the stakes; `null` for SOL. */
  mint: PublicKey | null
  status: MarketStatus
  /** Decimals of the stakes' currency. */
  decimals: number
  escrow: PublicKey
  /** A unix time in milliseconds, unique among the creator's markets. */
  nonce: bigint
  createdAt: bigint
  /** Bets are refused from this second on. */
  closeAt: bigint
  /** The second whose answer counts. */
  expireAt: bigint
  /** When it was decided or voided. */
  resolvedAt: bigint | null
  /** All stakes on Yes and on No; kept after payouts. */
  pools: Stakes
  /** The latest of these stakes, by betting period. */
  recent: RecentStakes
  /** Number of the period of the news that decided the market; 0 if no stake can have been late. */
  latePeriod: bigint
  /** Late stakes on Yes and on No: part of `pools`, paid back in full, in no payout or fee. */
  late: Stakes
  /** Paid to settled positions so far. */
  paid: bigint
  /** Fixed by the decision, 0 before. */
  fees: FeeAmounts
  /** The part of `fees` that is still to be collected. */
  feesDue: FeeAmounts
  /** Lamports of the escrow that were its rent at creation, and belong to no stake. */
  escrowRent: bigint
  /** Positions not settled yet. */
  openPositions: number
  terms: Terms
  condition: Condition
  /** The winning side, once the market is resolved. */
  outcome: Outcome | null
  /** The answer, as far as it is known: the winning side, or in a void market the one that nobody counted on. */
  answer: Outcome | null
  /** What decided it; while it is open, a "not met" at expiry that decides No after the proof window. */
  observation: Observation | null
  /**
   * What the condition is measured against: the token's supply at creation, if nobody could make more of it; of a
   * migration, the complete bonding curve, once it was recorded.
   */
  reference: Observation | null
}

/** The text of a market's question. */
export interface Question {
  /** Layout of the account. */
  version: number
  market: PublicKey
  text: string
}

/** The stakes of one owner in one market. */
export interface Position {
  /** Layout of the account. */
  version: number
  market: PublicKey
  owner: PublicKey
  /** Base units on Yes and on No. */
  stakes: Stakes
  /** The latest of these stakes, by betting period. */
  recent: RecentStakes
}

/** Decodes the configuration. */
export function decodeConfig(data: Uint8Array): Config {
  return readAccount('config', data, (raw) => ({
    version: raw.version,
    admin: raw.admin,
    pendingAdmin: toAddress(raw.pendingAdmin),
    utilityMint: raw.utilityMint,
    utilityDecimals: raw.utilityDecimals,
    attestorSets: raw.attestorSets,
    settings: toSettings(raw.settings),
  }))
}

/** Decodes an attestor set. */
export function decodeAttestorSet(data: Uint8Array): AttestorSet {
  return readAccount('attestorSet', data, ({ version, index, threshold, keys }) => ({
    version,
    index,
    threshold,
    keys,
  }))
}

/** Decodes the fee vault. */
export function decodeFeeVault(data: Uint8Array): FeeVault {
  return readAccount('feeVault', data, (raw) => ({
    version: raw.version,
    auction: toAuction(raw.auction),
    received: toBigInt(raw.received),
    forSale: toBigInt(raw.forSale),
    price: { value: toBigInt(raw.price.value), floor: toBigInt(raw.price.floor) },
    pricedAt: toBigInt(raw.pricedAt),
    sold: toBigInt(raw.sold),
    burned: toBigInt(raw.burned),
    last: raw.lastPrice.isZero() ? null : { price: toBigInt(raw.lastPrice), slot: toBigInt(raw.lastSlot) },
  }))
}

/** Decodes a bankroll. */
export function decodeBankroll(data: Uint8Array): Bankroll {
  return readAccount('bankroll', data, ({ version, owner, delegates }) => ({
    version,
    owner,
    delegates: delegates
      .filter(({ key }) => toAddress(key) !== null)
      .map(({ key, cosigner, limits, spent }) => ({
        key,
        cosigner,
        limits: toLimits(limits),
        spent: toAmounts(spent),
      })),
  }))
}

/** Decodes a market. */
export function decodeMarket(data: Uint8Array): Market {
  return readAccount('market', data, (raw) => {
    const status = toStatus(raw.status)
    const answer = toAnswer(raw.answer)
    return {
      version: raw.version,
      creator: raw.creator,
      token: toAddress(raw.token),
      mint: toAddress(raw.mint),
      status,
      decimals: raw.decimals,
      escrow: raw.escrow,
      nonce: toBigInt(raw.nonce),
      createdAt: toBigInt(raw.createdAt),
      closeAt: toBigInt(raw.closeAt),
      expireAt: toBigInt(raw.expireAt),
      resolvedAt: status === 'open' ? null : toBigInt(raw.resolvedAt),
      pools: toStakes(raw.pools),
      recent: toRecentStakes(raw.recent),
      latePeriod: toBigInt(raw.latePeriod),
      late: toStakes(raw.late),
      paid: toBigInt(raw.paid),
      fees: toFees(raw.fees),
      feesDue: toFeesDue(raw),
      escrowRent: toBigInt(raw.escrowRent),
      openPositions: raw.openPositions,
      terms: toTerms(raw.terms),
      condition: decodeStoredCondition(raw.condition),
      outcome: status === 'resolved' ? answer : null,
      answer,
      observation: toStoredObservation(raw.observation),
      reference: toStoredObservation(raw.reference),
    }
  })
}

/** Markets are zero-copy accounts on chain, which hold an enum as a byte. */
function toStatus(byte: number): MarketStatus {
  const status = STATUSES[byte]
  if (!status) throw new Error(`no status ${byte}`)
  return status
}

function toAnswer(byte: number): Outcome | null {
  const answer = ([null, 'Yes', 'No'] as const)[byte]
  if (answer === undefined) throw new Error(`no answer ${byte}`)
  return answer
}

/** The shares that have not been collected. */
function toFeesDue({ fees, burnCollected, developerCollected }: RawAccounts['market']): FeeAmounts {
  const { burn, developer } = toFees(fees)
  return { burn: burnCollected === 0 ? burn : 0n, developer: developerCollected === 0 ? developer : 0n }
}

/** Decodes a question. */
export function decodeQuestion(data: Uint8Array): Question {
  return readAccount('question', data, ({ version, market, text }) => ({ version, market, text }))
}

/** Decodes a position. */
export function decodePosition(data: Uint8Array): Position {
  return readAccount('position', data, (raw) => ({
    version: raw.version,
    market: raw.market,
    owner: raw.owner,
    stakes: toStakes(raw.stakes),
    recent: toRecentStakes(raw.recent),
  }))
}
