import type { ProofKind } from '@prediction-market/sdk/condition'

/** Who decides a market, in a word and in a sentence. */
export const DECIDERS: Record<ProofKind, readonly [badge: string, sentence: string]> = {
  pyth: ['Pyth price', 'A price that Pyth signed decides it, and the program checks the signature.'],
  accounts: ['On-chain account', 'The program reads the accounts itself; nobody reports the answer.'],
  attestors: [
    'Attestors',
    'Independent attestors sign what they saw, and the program counts their signatures.',
  ],
}
