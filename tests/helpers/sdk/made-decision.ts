// Decisions that were never made, with all that a verifier reads of one, for tests without a chain.

import type { Market, Observation } from '@prediction-market/sdk/accounts'
import type { EventData } from '@prediction-market/sdk/events'
import type { MarketDecision } from '@prediction-market/sdk/proof'
import { NO_RECENT_STAKES } from '@prediction-market/sdk/rules'
import { addressOf } from '../history/encode.ts'
import { CREATED, EXPIRES, plainMarket } from './market.ts'

export const SOL = 1_000_000_000n
export const FEED = 'ef0d8b6fda2ceba41da15d4095d1da392a0d2f8ed0c6c7bc0f4cfac8c280b56d'
export const MARKET = addressOf('a decided market')
/** The account of the price that decided it. */
export const PRICE = addressOf('a price')

/** Fees of 5 % and 3 %, a proof window of 30 seconds and a void delay of 600. */
export const TERMS = { ...plainMarket().terms, developerBps: 300 }

/** 250 dollars in the second of the expiry, with the exponent of the feed. */
export const OBSERVED: Observation = {
  value: 25_000_000_000n,
  exponent: -8,
  observedAt: EXPIRES,
  isMet: true,
  hasValue: true,
}

/** Whether the price at expiry is above the one five minutes before. */
export const CHANGE = {
  type: 'change',
  feed: FEED,
  referenceAt: EXPIRES - 300n,
  comparison: 'above',
  bps: 0,
  timing: 'atExpiry',
} as const

/** The market: whether a price is above 200 dollars at expiry. */
export const CREATION: EventData['MarketCreated'] = {
  market: MARKET,
  sequence: 1,
  creator: addressOf('a creator'),
  question: 'Is it?',
  token: null,
  mint: null,
  createdAt: CREATED,
  closeAt: EXPIRES - 9n,
  expireAt: EXPIRES,
  terms: TERMS,
  condition: { type: 'price', feed: FEED, comparison: 'above', target: '200', timing: 'atExpiry' },
}

const about = { market: MARKET, keeper: addressOf('a keeper'), reward: 5_000n }

/** Its decision: Yes, five SOL against two. */
export const RESOLUTION: EventData['MarketResolved'] = {
  ...about,
  sequence: 9,
  outcome: 'Yes',
  observation: OBSERVED,
  pools: { Yes: 5n * SOL, No: 2n * SOL },
  latePeriod: 0n,
  late: { Yes: 0n, No: 0n },
  unmatched: 0n,
  fees: { burn: SOL / 10n, developer: (6n * SOL) / 100n },
  resolvedAt: EXPIRES + 5n,
}

/** A "not met" at expiry. */
export const RECORD: EventData['ObservationRecorded'] = {
  ...about,
  sequence: 8,
  observation: { ...OBSERVED, value: 15_000_000_000n, isMet: false },
  recordedAt: EXPIRES + 5n,
  kind: 'notMet',
}

/** The same market when nothing decided it in time. */
export const VOIDED: EventData['MarketVoided'] = {
  ...about,
  sequence: 9,
  answer: null,
  observation: null,
  pools: { Yes: 5n * SOL, No: 2n * SOL },
  voidedAt: EXPIRES + 600n,
}

/** A bet on the market. */
export const BET: EventData['BetPlaced'] = {
  market: MARKET,
  sequence: 2,
  owner: addressOf('a bettor'),
  outcome: 'Yes',
  amount: SOL,
  pools: { Yes: SOL, No: 0n },
  stakes: { Yes: SOL, No: 0n },
  period: 1n,
  placedAt: CREATED + 5n,
}

/** Its end: all that the winners and the fees leave is paid. */
export const CLOSING: EventData['MarketClosed'] = {
  ...about,
  sequence: 12,
  paid: 7n * SOL - RESOLUTION.fees.burn - RESOLUTION.fees.developer - 3n,
  fees: RESOLUTION.fees,
  dust: 3n,
}

/** The decision as it is read from the transactions `created` and `decided`, without evidence. */
export function madeDecision(changes: Partial<MarketDecision> = {}): MarketDecision {
  const { resolvedAt, ...resolved } = RESOLUTION
  return {
    ...resolved,
    answer: resolved.outcome,
    decidedAt: resolvedAt,
    created: CREATION,
    recorded: null,
    evidence: null,
    referenceEvidence: null,
    shownIn: 'decided',
    transactions: {
      created: { signature: 'created', slot: 1 },
      recorded: null,
      decided: { signature: 'decided', slot: 2 },
    },
    ...changes,
  }
}

/** The account of the market after its decision. */
export function madeAccount(changes: Partial<Market> = {}): Market {
  const { outcome, observation, pools, fees, resolvedAt } = RESOLUTION
  const { condition, createdAt, closeAt, expireAt } = CREATION
  const decided = {
    status: 'resolved',
    outcome,
    answer: outcome,
    observation,
    pools,
    fees,
    resolvedAt,
  } as const
  const rules = { condition, terms: TERMS, createdAt, closeAt, expireAt, recent: NO_RECENT_STAKES }
  return { ...plainMarket(), ...rules, ...decided, ...changes }
}
