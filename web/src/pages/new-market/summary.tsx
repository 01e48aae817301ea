// The question as it is composed, what it means, and open markets that ask the same.

import type { MarketSummary, QuestionAnswer } from '../../model/types.ts'
import { shortMoney } from '../../money/amounts.ts'
import { CostsText } from '../../parts/money.tsx'
import { Stop } from '../../parts/states.tsx'
import { t } from '../../text/language.ts'
import { titleOf } from '../../text/rules.ts'
import { formatTime } from '../../text/times.ts'
import type { Fix, Problem } from './fixes.ts'
import { ProblemText } from './problem-text.tsx'

interface Props {
  question: string
  reading: QuestionAnswer | null
  problem: Problem | null
  isBusy: boolean
  hasWallet: boolean
  onStop: (() => void) | undefined
  onFix(fix: Fix): void
}

/** The question as it is composed, what it means, and the button to go on. */
export function Summary({ question, reading, problem, isBusy, hasWallet, onStop, onFix }: Props) {
  const markets = reading?.markets ?? []
  const { summary: words, preview } = t().builder
  const next = markets.length > 0 ? words.another : words.review
  return (
    <section class="ask-summary panel" aria-label={words.label}>
      {markets.length > 0 && <SameMarkets markets={markets} />}
      <h2 class="ask-sentence" data-testid="sentence" aria-live="polite">
        {question}
      </h2>
      <p class="muted small-text details" lang="en" data-testid="meaning">
        {reading?.details}
      </p>
      <ProblemText problem={problem} onFix={onFix} />
      <button type="submit" class="button wide" disabled={isBusy}>
        {isBusy ? t().shell.sending.building : hasWallet ? next : t().common.chooseWallet}
      </button>
      {reading?.costs && (
        <p class="muted small-text" data-testid="cost">
          {preview.besides} <CostsText costs={reading.costs} purpose={preview.purpose} />
        </p>
      )}
      <Stop onStop={onStop} />
    </section>
  )
}

/** Open markets that ask the same: a bet there meets more stakes than a new market does. */
function SameMarkets({ markets }: { markets: readonly MarketSummary[] }) {
  return (
    <section class="same" data-testid="same">
      <h3>{t().builder.summary.same}</h3>
      <ul>
        {markets.map((market) => (
          <li key={market.id}>
            <a href={`/markets/${market.id}`}>{titleOf(market, market.description)}</a>
            <small class="muted">
              {shortMoney(market.totalVolume, market.currency)} ·{' '}
              {t().builder.summary.ends(formatTime(market.expireAt))}
            </small>
          </li>
        ))}
      </ul>
    </section>
  )
}
