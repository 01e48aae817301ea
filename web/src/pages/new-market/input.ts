// Turns what was chosen in the builder into a request.

import { serverTime } from '../../api/server-time.ts'
import type { Asset, Currency, Sent } from '../../model/types.ts'
import { readTyped } from '../../money/amounts.ts'
import { composeQuestion } from './compose.ts'
import { type Draft, tokenOf } from './draft.ts'
import { closeOf } from './local-time.ts'
import { isEvent } from './topics.ts'

/** The condition of what attestors decide. */
const EVENT = { type: 'event', timing: 'atExpiry' } as const

/**
 * The request that a builder asks for.
 *
 * @param details - the sentence that was shown, which the market must mean
 * @throws Error that names `initialStake.amount` if the stake cannot be read
 */
export function toInput(
  draft: Draft,
  assets: readonly Asset[],
  details: string | undefined,
): Sent<'CreateMarket'> {
  const { topic, expiry, currency, stake, side } = draft
  const input: Sent<'CreateMarket'> = {
    outcomes: ['Yes', 'No'],
    question: composeQuestion(draft, assets),
    tokenAddress: tokenOf(draft, assets),
    expireAt: new Date(expiry).toISOString(),
    currency,
  }
  const closeAt = closeOf(draft, serverTime())
  if (closeAt) input.closeAt = closeAt
  if (isEvent(topic)) input.condition = EVENT
  else if (details !== undefined) input.details = details
  if (stake.trim()) input.initialStake = { outcome: side, amount: stakeOf(stake, currency) }
  return input
}

function stakeOf(typed: string, currency: Currency): string {
  const { text, error } = readTyped(typed, currency)
  if (error) throw new Error(`initialStake.amount: ${error}`)
  return text
}
