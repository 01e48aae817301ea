// Converts events of the program to rows of the log.

import type { Market } from '@prediction-market/sdk'
import { findFeeVault } from '@prediction-market/sdk/accounts'
import type { ProgramEvent } from '@prediction-market/sdk/events'
import type { PublicKey } from '@solana/web3.js'
import { LRUCache } from 'lru-cache'
import type { EventRow } from '../../../store/schema/history.ts'
import type { DetailsByKind, EventKind } from '../../../store/schema/history-types.ts'
import { storeCondition, storeFees, storeObservation, storeStakes, storeTerms } from '../../stored.ts'

/** The columns of an event that follow from the event itself. */
export type EventFields = Pick<EventRow, 'kind' | 'market' | 'wallet' | 'time' | 'details'>

/** An event and its position in its transaction. */
export type TransactionEvent = EventFields & Pick<EventRow, 'index'>

/**
 * Converts an event of the program for the log; null for kinds that the history leaves out: settings, attestors,
 * postponed payouts.
 *
 * @param blockTime - for events that carry no time
 * @param decimals - returns the decimals of a mint
 * @param programId - the program that emitted it
 */
export function toEventFields(
  event: ProgramEvent,
  blockTime: number,
  decimals: (mint: string | null) => number,
  programId: PublicKey,
): EventFields | null {
  switch (event.name) {
    case 'MarketCreated': {
      const { market, creator, question, mint, createdAt } = event.data
      const details = marketDetails(event.data, question, decimals(mint?.toBase58() ?? null))
      return fields('market', market, creator, Number(createdAt), details)
    }
    case 'BetPlaced': {
      const { market, owner, outcome, amount, pools, stakes, period, placedAt } = event.data
      return fields('bet', market, owner, Number(placedAt), {
        outcome,
        amount: amount.toString(),
        pools: storeStakes(pools),
        stakes: storeStakes(stakes),
        period: Number(period),
      })
    }
    case 'ObservationRecorded': {
      const { market, observation, recordedAt, kind } = event.data
      const recorded = { observation: storeObservation(observation) }
      const time = Number(recordedAt)
      return kind === 'reference'
        ? fields('reference', market, null, time, recorded)
        : fields('observation', market, null, time, { ...recorded, isCurve: kind === 'curve' })
    }
    case 'MarketResolved': {
      const { market, outcome, resolvedAt } = event.data
      const details = resolutionDetails({ ...event.data, answer: outcome })
      return fields('resolution', market, null, Number(resolvedAt), details)
    }
    case 'MarketVoided': {
      const { market, answer, observation, pools, voidedAt } = event.data
      const details = { ...VOID, answer, observation: observation && storeObservation(observation) }
      return fields('resolution', market, null, Number(voidedAt), { ...details, pools: storeStakes(pools) })
    }
    case 'MarketCancelled': {
      const { market, cancelledAt } = event.data
      return fields('resolution', market, null, Number(cancelledAt), CANCELLED)
    }
    case 'FeesCollected': {
      const { market, mint, fees, treasury, developerBurned } = event.data
      return fields('fees', market, null, blockTime, {
        mint: mint?.toBase58() ?? null,
        fees: storeFees(fees),
        treasury: treasury.toBase58(),
        developerBurned,
      })
    }
    case 'PositionSettled': {
      const { market, owner, stakes, payout, refund, recipient } = event.data
      return fields('payout', market, owner, blockTime, {
        stakes: storeStakes(stakes),
        payout: payout.toString(),
        refund: refund.toString(),
        recipient: base58(recipient),
      })
    }
    case 'MarketClosed': {
      const { market, paid, fees, dust } = event.data
      return fields('closed', market, null, blockTime, {
        paid: paid.toString(),
        fees: storeFees(fees),
        dust: dust.toString(),
      })
    }
    case 'TokensBurned': {
      const { buyer, lamports, tokens, price } = event.data
      return fields('burn', findFeeVault(programId), buyer, blockTime, {
        lamports: lamports.toString(),
        tokens: tokens.toString(),
        price: price.toString(),
      })
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
  pools: ['0', '0'],
  latePeriod: 0,
  late: ['0', '0'],
  fees: { burn: '0', developer: '0' },
  cancelled: false,
}

/** The details of a market that was cancelled before anyone had staked. */
export const CANCELLED: DetailsByKind['resolution'] = { ...VOID, cancelled: true }

interface Address {
  toBase58(): string
  toBytes(): Uint8Array
}

/** Base58 of recent addresses: the same markets and wallets recur, and encoding is slow. */
const encoded = new LRUCache<string, string>({ max: 20_000 })

function base58(address: Address): string {
  const key = Buffer.from(address.toBytes()).toString('latin1')
  const known = encoded.get(key)
  if (known !== undefined) return known
  const text = address.toBase58()
  encoded.set(key, text)
  return text
}

function fields<Kind extends EventKind>(
  kind: Kind,
  market: Address,
  wallet: Address | null,
  time: number,
  details: DetailsByKind[Kind],
): EventFields {
  return { kind, market: base58(market), wallet: wallet && base58(wallet), time, details }
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
    terms: storeTerms(market.terms),
    condition: storeCondition(market.condition),
  }
}

/** The details of a decision. */
export function resolutionDetails(
  market: Pick<Market, 'outcome' | 'answer' | 'observation' | 'pools' | 'latePeriod' | 'late' | 'fees'>,
): DetailsByKind['resolution'] {
  return {
    outcome: market.outcome,
    answer: market.answer,
    observation: market.observation && storeObservation(market.observation),
    pools: storeStakes(market.pools),
    latePeriod: Number(market.latePeriod),
    late: storeStakes(market.late),
    fees: storeFees(market.fees),
    cancelled: false,
  }
}
