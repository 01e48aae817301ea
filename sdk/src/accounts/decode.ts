import type { PublicKey } from '@solana/web3.js'
import { decodeCondition } from '../condition/encode.ts'
import type { Condition } from '../condition/types.ts'
import { decodeRawType } from '../program.ts'
import {
  type FeeAmounts,
  type Observation,
  type Outcome,
  type Settings,
  type Stakes,
  type Terms,
  toAddress,
  toBigInt,
  toFees,
  toObservation,
  toSettings,
  toStakes,
  toTerms,
} from '../values.ts'
import { readAccount } from './data.ts'

/** The one configuration of the program. */
export interface Config {
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
  index: number
  /** How many of the keys must sign the same observation. */
  threshold: number
  keys: PublicKey[]
}

/** Receives the burn shares and the dust of SOL markets. */
export interface FeeVault {
  /** Lamports received from markets so far. */
  received: bigint
}

/** `void`: no winner, every stake is refunded. */
export type MarketStatus = 'open' | 'resolved' | 'void'

/** Every status, in the program's order. */
export const STATUSES: readonly MarketStatus[] = ['open', 'resolved', 'void']

/** A market. Times are unix seconds, amounts base units of its currency. */
export interface Market {
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
  expireAt: bigint
  /** When it was decided or voided. */
  resolvedAt: bigint | null
  /** All stakes on Yes and on No; kept after payouts. */
  pools: Stakes
  /** Paid to settled positions so far. */
  paid: bigint
  /** Fixed by the decision, 0 before. */
  fees: FeeAmounts
  feesCollected: boolean
  /** Positions not settled yet. */
  openPositions: number
  terms: Terms
  condition: Condition
  /** The answer, once the market is resolved. */
  outcome: Outcome | null
  /** The observation that decided it, if one did. */
  observation: Observation | null
}

/** The text of a market's question. */
export interface Question {
  market: PublicKey
  text: string
}

/** The stakes of one owner in one market. */
export interface Position {
  market: PublicKey
  owner: PublicKey
  /** Base units on Yes and on No. */
  stakes: Stakes
}

/** Decodes the configuration. */
export function decodeConfig(data: Uint8Array): Config {
  return readAccount('config', data, (raw) => ({
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
  return readAccount('attestorSet', data, ({ index, threshold, keys }) => ({ index, threshold, keys }))
}

/** Decodes the fee vault. */
export function decodeFeeVault(data: Uint8Array): FeeVault {
  return readAccount('feeVault', data, ({ received }) => ({ received: toBigInt(received) }))
}

/** Decodes a market. */
export function decodeMarket(data: Uint8Array): Market {
  return readAccount('market', data, (raw) => {
    const status = toStatus(raw.status)
    return {
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
      paid: toBigInt(raw.paid),
      fees: toFees(raw.fees),
      feesCollected: raw.feesCollected !== 0,
      openPositions: raw.openPositions,
      terms: toTerms(raw.terms),
      condition: decodeCondition(decodeRawType('condition', raw.condition)),
      outcome: status === 'resolved' ? (raw.outcome === 0 ? 'Yes' : 'No') : null,
      observation: unpackObservation(raw.observation),
    }
  })
}

/** Markets are zero-copy accounts on chain, which hold an enum as a byte. */
function toStatus(byte: number): MarketStatus {
  const status = STATUSES[byte]
  if (!status) throw new Error(`no status ${byte}`)
  return status
}

/** Markets hold their observation packed: a byte that says whether there is one, then its bytes. */
function unpackObservation([isSome, ...bytes]: number[]): Observation | null {
  return isSome ? toObservation(decodeRawType('observation', bytes)) : null
}

/** Decodes a question. */
export function decodeQuestion(data: Uint8Array): Question {
  return readAccount('question', data, ({ market, text }) => ({ market, text }))
}

/** Decodes a position. */
export function decodePosition(data: Uint8Array): Position {
  return readAccount('position', data, (raw) => ({
    market: raw.market,
    owner: raw.owner,
    stakes: toStakes(raw.stakes),
  }))
}
