// What this is, in one sentence, three steps and the last payout.

import { feeShare } from '../../api/config.ts'
import { formatFee } from '../../money/amounts.ts'
import { profitOf } from '../../money/portfolio.ts'
import { calledBy } from '../../parts/event-line.tsx'
import { Fact } from '../../parts/fact.tsx'
import { Gain } from '../../parts/money.tsx'
import { TimeAgo } from '../../parts/time-left.tsx'
import { useActivity } from '../../state/activity.ts'
import { dataOf } from '../../state/snapshot.ts'
import { t } from '../../text/language.ts'
import { sidesOf } from '../../text/sides.ts'

/** Events to read: enough that payouts and decisions are among them. */
const READ = 50

/** What this is and how it works, with what it paid last. */
export function Intro() {
  const { intro: words } = t().markets
  const events = dataOf(useActivity(READ)) ?? []
  const paid = events.find((event) => event.type === 'payout' && Number(profitOf(event)) > 0)
  const decided = events.find(({ type }) => type === 'resolution')
  return (
    <section class="intro panel" aria-labelledby="intro">
      <h1 id="intro">{words.heading}</h1>
      <p class="muted">{words.lead}</p>
      <ol>
        {words.steps(formatFee(feeShare())).map(([title, about]) => (
          <li key={title}>
            <b>{title}</b> {about}
          </li>
        ))}
      </ol>
      <dl class="rows">
        {paid?.type === 'payout' && (
          <Fact label={words.justPaid}>
            <Gain amount={profitOf(paid) ?? ''} currency={paid.currency} />{' '}
            <a href={`/markets/${paid.marketId}`}>{calledBy(paid)}</a>{' '}
            <TimeAgo class="muted" at={paid.time} />
          </Fact>
        )}
        {decided?.type === 'resolution' && (
          <div data-testid="just-decided">
            <dt>{words.justDecided}</dt>
            <dd>
              {decided.winningOutcome ? sidesOf(decided.condition)[decided.winningOutcome] : t().common.void}:{' '}
              <a href={`/markets/${decided.marketId}`}>{calledBy(decided)}</a>{' '}
              <TimeAgo class="muted" at={decided.time} />
            </dd>
          </div>
        )}
      </dl>
      <p>
        <a href="/how">{t().common.howItWorks}</a> · <a href="/activity">{t().shell.views.activity}</a>
      </p>
    </section>
  )
}
