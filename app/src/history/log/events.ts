// Converts events of the program to the fields that the history shows.

import type { Market } from '@prediction-market/sdk'
import type { ProgramEvent } from '@prediction-market/sdk/events'
import type { PublicKey } from '@solana/web3.js'
import type { DetailsByKind, EventDetails, EventKind } from '../../store/schema/history-types.ts'
import { base58 as encode } from './row.ts'

/** The fields of an event that follow from the event itself. */
export interface EventFields {
  kind: EventKind
  /** The market, or the fee vault for a purchase of its SOL, in base58. */
  market: string
  /** The event's number in its market; null if it was rebuilt and its number is not known yet. */
  sequence: number | null
  /** The creator, bettor, payee or buyer; null for events of the whole market. */
  wallet: string | null
  /** Unix second: the event's own, or of its block. */
  time: number
  details: EventDetails
}

export interface EventRow extends EventFields {
  id: number
  sequence: number
  slot: number
  /** In base58. */
  signature: string
  /** Numbers of its addresses; 0 for no wallet. */
  marketNumber: number
  walletNumber: number
  isDropped: boolean
}

export type EventOf<Kind extends EventKind> = EventRow & { details: DetailsByKind[Kind] }

/** Whether an event is of a kind. */
export function isKind<Kind extends EventKind>(event: EventRow, kind: Kind): event is EventOf<Kind> {
  return event.kind === kind
}

/**
 * Converts an event of the program; null for those that are not in the log: of settings, attestors and bankrolls.
 *
 * @param blockTime - for events that carry no time
 * @param decimals - returns the decimals of a mint
 * @param vault - the fee vault, to which purchases belong
 */
export function toEventFields(
  event: ProgramEvent,
  blockTime: number,
  decimals: (mint: string | null) => number,
  vault: PublicKey,
): EventFields | null {
  switch (event.name) {
    case 'MarketCreated': {
      const { creator, question, mint, createdAt } = event.data
      const details = marketDetails(event.data, question, decimals(mint?.toBase58() ?? null))
      return fields('market', event.data, creator, Number(createdAt), details)
    }
    case 'BetPlaced': {
      const { owner, outcome, amount, pools, stakes, period, placedAt } = event.data
      const details = { outcome, amount, pools, stakes, period: Number(period) }
      return fields('bet', event.data, owner, Number(placedAt), details)
    }
    case 'ObservationRecorded': {
      const { observation, recordedAt, kind, reward } = event.data
      const recorded = { observation, reward }
      const time = Number(recordedAt)
      return kind === 'reference'
        ? fields('reference', event.data, null, time, recorded)
        : fields('observation', event.data, null, time, { ...recorded, isCurve: kind === 'curve' })
    }
    case 'MarketResolved': {
      const { outcome, resolvedAt } = event.data
      const details = resolutionDetails({ ...event.data, answer: outcome })
      return fields('resolution', event.data, null, Number(resolvedAt), details)
    }
    case 'MarketVoided': {
      const { answer, observation, pools, voidedAt } = event.data
      const details = { ...VOID, answer, observation, pools }
      return fields('resolution', event.data, null, Number(voidedAt), details)
    }
    case 'MarketCancelled': {
      const { cancelledAt } = event.data
      return fields('resolution', event.data, null, Number(cancelledAt), CANCELLED)
    }
    case 'FeesCollected': {
      const { mint, fees, treasury, developerBurned } = event.data
      return fields('fees', event.data, null, blockTime, {
        mint: mint?.toBase58() ?? null,
        fees,
        treasury: treasury.toBase58(),
        developerBurned,
      })
    }
    case 'PositionSettled': {
      const { owner, stakes, payout, refund, recipient } = event.data
      return fields('payout', event.data, owner, blockTime, {
        stakes,
        payout,
        refund,
        recipient: base58(recipient),
      })
    }
    case 'MarketClosed': {
      const { paid, fees, dust } = event.data
      return fields('closed', event.data, null, blockTime, { paid, fees, dust })
    }
    case 'TokensBurned': {
      const { buyer, lamports, tokens, price, sequence } = event.data
      const details = { lamports, tokens, price }
      return fields('burn', { market: vault, sequence }, buyer, blockTime, details)
    }
    default:
      return null
  }
}

/** The details of a void market without an answer and without stakes: no late stakes, no fees. */
const VOID: DetailsByKind['resolution'] = {
  outcome: null,
  answer: null,
  observation: null,
  pools: { Yes: 0n, No: 0n },
  latePeriod: 0,
  late: { Yes: 0n, No: 0n },
  unmatched: 0n,
  fees: { burn: 0n, developer: 0n },
  cancelled: false,
}

/** The details of a market that was cancelled before anyone had staked. */
export const CANCELLED: DetailsByKind['resolution'] = { ...VOID, cancelled: true }

interface Address {
  toBase58(): string
  toBytes(): Uint8Array
}

const base58 = (address: Address) => encode(address.toBytes())

function fields<Kind extends EventKind>(
  kind: Kind,
  { market, sequence }: { market: Address; sequence: number },
  wallet: Address | null,
  time: number,
  details: DetailsByKind[Kind],
): EventFields {
  return { kind, market: base58(market), sequence, wallet: wallet && base58(wallet), time, details }
}

/** The details of a market's creation. */
export function marketDetails(
  market: Pick<Market, 'token' | 'mint' | 'createdAt' | 'closeAt' | 'expireAt' | 'terms' | 'condition'>,
  question: string,
  decimals: number,
): DetailsByKind['market'] {
  return {
    // Databases store no NUL.
    question: question.replaceAll('\0', '\ufffd'),
    token: market.token?.toBase58() ?? null,
    mint: market.mint?.toBase58() ?? null,
    decimals,
    createdAt: Number(market.createdAt),
    closeAt: Number(market.closeAt),
    expireAt: Number(market.expireAt),
    terms: { ...market.terms, pythReceiver: market.terms.pythReceiver.toBase58() },
    condition: market.condition,
  }
}

/** The details of a decision. */
export function resolutionDetails(
  market: Pick<
    Market,
    'outcome' | 'answer' | 'observation' | 'pools' | 'latePeriod' | 'late' | 'unmatched' | 'fees'
  >,
): DetailsByKind['resolution'] {
  const { outcome, answer, observation, pools, late, unmatched, fees } = market
  const latePeriod = Number(market.latePeriod)
  return { outcome, answer, observation, pools, latePeriod, late, unmatched, fees, cancelled: false }
}
