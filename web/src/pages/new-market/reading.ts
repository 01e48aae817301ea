// Asks the gateway what the question in the builder means.

import { useEffect, useState } from 'preact/hooks'
import { readQuestion } from '../../api/gateway.ts'
import type { Asset, QuestionAnswer } from '../../model/types.ts'
import { type Loaded, useLoaded } from '../../state/loaded.ts'
import { composeQuestion, GAP } from './compose.ts'
import { type Draft, tokenOf } from './draft.ts'
import { isTime } from './local-time.ts'

/** How long a change must last before the question is read. */
const TYPING_MS = 350

/** What the gateway says of the question in a builder; null while something is missing in it. */
export function useReading(draft: Draft, assets: readonly Asset[]): Loaded<QuestionAnswer | null> {
  const question = composeQuestion(draft, assets)
  const isWhole = !question.includes(GAP) && isTime(draft.expiry)
  const asked = isWhole
    ? {
        question,
        tokenAddress: tokenOf(draft, assets),
        expireAt: new Date(draft.expiry).toISOString(),
        currency: draft.currency,
        hasStake: draft.stake.trim() !== '',
      }
    : null
  const key = useSettled(JSON.stringify(asked))
  return useLoaded(`question ${key}`, async (signal) => {
    const settled: typeof asked = JSON.parse(key)
    return settled && readQuestion(settled, signal)
  })
}

/** A value, once it has not changed for a while. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), TYPING_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
