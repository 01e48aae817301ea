// Who decides a market, in words.

import type { ProofKind } from '@prediction-market/sdk/condition'
import { t } from './language.ts'

/** How many attestors must sign the same, of how many. */
interface Attestors {
  threshold: string | number
  total: string | number
}

/** Who decides a market, in a word and in a sentence. */
export function describeDecider(
  proof: ProofKind,
  attestors: Attestors | null | undefined,
): { badge: string; about: string } {
  const { deciders } = t().bet
  if (proof !== 'attestors' || !attestors) return deciders[proof]
  const [threshold, total] = [String(attestors.threshold), String(attestors.total)]
  return { badge: deciders.quorum(threshold, total), about: deciders.quorumAbout(threshold, total) }
}
