// The builder of a question as it is filled in, by a person or by a question in words.

import { CURRENCY_IDS } from '@prediction-market/sdk/currency'
import type { Alternative, Asset, Currency, Outcome } from '../../model/types.ts'
import { inSeconds, toLocal } from './local-time.ts'
import { type MoveName, moveOf } from './moves.ts'
import { FIRST_TOPIC, hasTarget, isAboutToken, isChange, isEvent, needsMint, type Topic } from './topics.ts'

/** The builder, as it is filled in. Times are local, as `datetime-local` has them. */
export interface Draft {
  topic: Topic
  /** Symbol of the asset that a price is of. */
  asset: string
  /** Mint of the token that a question is about without a price. */
  token: string
  move: MoveName
  /** The value, as it was typed. */
  target: string
  direction: 'up' | 'down'
  /** Of a change, as it was typed; empty for any. */
  percent: string
  /** When a change begins. */
  start: string
  expiry: string
  /** The question that attestors answer. */
  words: string
  closing: 'half' | 'latest' | 'own'
  /** The end of betting that somebody chose. */
  close: string
  currency: Currency
  stake: string
  side: Outcome
}

const HOUR = 3_600
const DAY = 24 * HOUR

/** An empty builder, for a market of a day. */
export function emptyDraft(): Draft {
  return {
    topic: FIRST_TOPIC,
    asset: 'SOL',
    token: '',
    move: 'risesAbove',
    target: '',
    direction: 'up',
    percent: '',
    start: inSeconds(12 * HOUR),
    expiry: inSeconds(DAY),
    words: '',
    closing: 'half',
    close: inSeconds(12 * HOUR),
    currency: CURRENCY_IDS[0],
    stake: '',
    side: 'Yes',
  }
}

/** The token of a market; null if it is about none. */
export function tokenOf(draft: Draft, assets: readonly Asset[]): string | null {
  if (isAboutToken(draft.topic)) return draft.token.trim() || null
  if (!needsMint(draft.topic)) return null
  return assets.find(({ symbol }) => symbol === draft.asset)?.tokenAddress ?? null
}

/** The first assets that are tokens. */
export function tokensOf(assets: readonly Asset[], most: number): { symbol: string; token: string }[] {
  return assets
    .flatMap(({ symbol, tokenAddress }) => (tokenAddress === null ? [] : [{ symbol, token: tokenAddress }]))
    .slice(0, most)
}

/** The end of betting that is proposed: half time for a fixed target, of which those who wait know more. */
export function closingOf(topic: Topic): Draft['closing'] {
  return hasTarget(topic) || isChange(topic) ? 'half' : 'latest'
}

/** A market that a question means, as the gateway reads it. */
export type Meant = Pick<Alternative, 'question' | 'tokenAddress' | 'expireAt' | 'condition'>

/** What a market that is meant fills in. */
export function fromMeant(meant: Meant, assets: readonly Asset[]): Partial<Draft> {
  const { question, tokenAddress, expireAt, condition } = meant
  const { type, comparison = 'above', target, timing, feed, bps = 0, referenceAt } = condition
  const asset = assets.find((known) => known.feed === feed)?.symbol
  const percent = Math.abs(Number(bps)) / 100
  return {
    topic: type,
    expiry: toLocal(new Date(expireAt)),
    closing: closingOf(type),
    ...(asset !== undefined && { asset }),
    ...(tokenAddress !== null && { token: tokenAddress }),
    ...(isEvent(type) && { words: question }),
    ...(target !== undefined && { move: moveOf(comparison, timing), target: String(target) }),
    ...(referenceAt !== undefined && {
      start: toLocal(new Date(referenceAt)),
      direction: comparison === 'above' || comparison === 'atLeast' ? 'up' : 'down',
      percent: percent === 0 ? '' : String(percent),
    }),
  }
}
