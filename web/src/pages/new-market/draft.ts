import { CURRENCY_IDS } from '@prediction-market/sdk/currency'
import type { MarketInput } from '../../api/gateway.ts'
import { serverTime } from '../../api/server-time.ts'
import type { Alternative, Currency, Outcome } from '../../model/types.ts'
import { readTyped } from '../../money/amounts.ts'

/** The form, as it is filled in. */
export interface Draft {
  question: string
  token: string
  /** Local time as `datetime-local` has it. */
  expiry: string
  currency: Currency
  decider: 'question' | 'attestors'
  stake: string
  side: Outcome
}

/** What the form asks for when attestors decide. */
const EVENT = { type: 'event', timing: 'atExpiry' } as const

/** Whether attestors decide an alternative that says so. */
export function isEvent({ condition }: Pick<Alternative, 'condition'>): boolean {
  return condition?.type === EVENT.type
}

/** An empty form, for a market of an hour. */
export function emptyDraft(): Draft {
  return {
    question: '',
    token: '',
    expiry: localTime(3_600),
    currency: CURRENCY_IDS[0],
    decider: 'question',
    stake: '',
    side: 'Yes',
  }
}

/**
 * The request that a form asks for.
 *
 * @throws Error that names `initialStake.amount` if the stake cannot be read
 */
export function toInput({ question, token, expiry, currency, decider, stake, side }: Draft): MarketInput {
  const input: MarketInput = {
    question: question.trim(),
    tokenAddress: token.trim() || null,
    expireAt: new Date(expiry).toISOString(),
    currency,
  }
  if (decider === 'attestors') input.condition = EVENT
  if (stake.trim()) input.initialStake = { outcome: side, amount: stakeOf(stake, currency) }
  return input
}

function stakeOf(typed: string, currency: Currency): string {
  const { text, error } = readTyped(typed, currency)
  if (error) throw new Error(`initialStake.amount: ${error}`)
  return text
}

/** What an alternative fills in. */
export function fromAlternative(alternative: Alternative): Partial<Draft> {
  const { question, tokenAddress, expireAt } = alternative
  return {
    question,
    token: tokenAddress ?? '',
    expiry: toLocal(new Date(expireAt)),
    decider: isEvent(alternative) ? 'attestors' : 'question',
  }
}

/** A moment some seconds from now, as `datetime-local` has it. */
export function localTime(seconds: number): string {
  return toLocal(new Date(serverTime() + seconds * 1_000))
}

function toLocal(date: Date): string {
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 19)
}
