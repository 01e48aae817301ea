import type { ProofKind } from '@prediction-market/sdk/condition'

/** How many attestors must sign the same, of how many. */
interface Attestors {
  threshold: string | number
  total: string | number
}

/** Who decides a market, in a word and in a sentence. */
export function describeDecider(
  proof: ProofKind,
  attestors: Attestors | null | undefined,
): readonly [badge: string, sentence: string] {
  if (proof !== 'attestors') return DECIDERS[proof]
  const number = attestors && `${attestors.threshold} of ${attestors.total}`
  return [
    number ? `${number} attestors` : 'Attestors',
    `Independent attestors sign what they saw, and the program counts their signatures${number ? `: ${number} must agree` : ''}.`,
  ]
}

const DECIDERS: Record<Exclude<ProofKind, 'attestors'>, readonly [badge: string, sentence: string]> = {
  pyth: ['Pyth price', 'A price that Pyth signed decides it, and the program checks the signature.'],
  accounts: ['On-chain account', 'The program reads the accounts itself; nobody reports the answer.'],
}
