import { kindOf, type ProofKind } from '@prediction-market/sdk/condition'
import type { Market } from '../../model/types.ts'
import { describeTiming } from '../../text/rules.ts'
import { Progress } from './progress.tsx'

/** Who decides a market, in a word and in a sentence. */
const DECIDERS: Record<ProofKind, readonly [badge: string, sentence: string]> = {
  pyth: ['Pyth price', 'A price that Pyth signed decides it, and the program checks the signature.'],
  accounts: ['On-chain account', 'The program reads the accounts itself; nobody reports the answer.'],
  attestors: [
    'Attestors',
    'Independent attestors sign what they saw, and the program counts their signatures.',
  ],
}

/** The rule of a market, who decides it, and how far it is. */
export function Rule({ market }: { market: Market }) {
  const [badge, sentence] = DECIDERS[kindOf(market.condition).proof]
  return (
    <section class="market-decides" aria-labelledby="decides">
      <div class="panel-head">
        <h2 id="decides">What decides it</h2>
        <span class="badge">{badge}</span>
      </div>
      <p class="details">{market.details}</p>
      <Progress market={market} />
      <p class="muted small-text">
        {sentence} {describeTiming(market)}
      </p>
    </section>
  )
}
