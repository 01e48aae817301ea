// The view that explains how a market works.

import { config, feeShare } from '../api/config.ts'
import { formatFee, payoutOfStake } from '../money/amounts.ts'
import { Fact } from '../parts/fact.tsx'
import { PageHead, useTitle } from '../parts/title.tsx'
import { t } from '../text/language.ts'
import { formatNumber } from '../text/numbers.ts'
import { describeDecider } from '../text/rules.ts'

const PROOFS = ['pyth', 'accounts', 'attestors'] as const

/** The pools and the stake of the worked example, in SOL. */
const EXAMPLE = { yes: 4, no: 6, stake: 1 }

/** How a market works: an example in figures, who decides, fees and risks. */
export function HowPage() {
  const words = t().how
  useTitle(t().common.howItWorks)
  const fee = feeShare()
  const fees = config.value?.feePercentage
  return (
    <article class="narrow how">
      <PageHead title={t().common.howItWorks}>{words.lead}</PageHead>
      <section aria-labelledby="example">
        <h2 id="example">{words.example.heading}</h2>
        <Example fee={fee} />
        <p>{words.example.odds}</p>
      </section>
      <section aria-labelledby="who">
        <h2 id="who">{words.who.heading}</h2>
        <p>{words.who.proofs}</p>
        <ul class="deciders">
          {PROOFS.map((proof) => describeDecider(proof, config.value?.attestors)).map(({ badge, about }) => (
            <li key={badge}>
              <span class="badge">{badge}</span> {about}
            </li>
          ))}
        </ul>
        <p>{words.who.shown}</p>
      </section>
      <section aria-labelledby="late">
        <h2 id="late">{words.late.heading}</h2>
        <p>{words.late.about}</p>
      </section>
      <section aria-labelledby="fees">
        <h2 id="fees">{words.fees.heading}</h2>
        <p>
          {words.fees.about(formatFee(fees?.burn ?? 0), formatFee(fees?.developer ?? 0))}{' '}
          <a href="/burns">{t().shell.views.burns}</a>
        </p>
      </section>
      <section aria-labelledby="risks">
        <h2 id="risks">{words.risks.heading}</h2>
        <ul class="plain-list">
          {words.risks.list.map((risk) => (
            <li key={risk}>{risk}</li>
          ))}
        </ul>
      </section>
      <p>
        <a class="button" href="/">
          {t().common.seeMarkets}
        </a>
      </p>
    </article>
  )
}

/** The worked example. */
function Example({ fee }: { fee: number }) {
  const { example: words } = t().how
  const { yes, no, stake } = EXAMPLE
  const payout = payoutOfStake(stake, { own: yes, other: no }, fee)
  return (
    <dl class="panel rows" data-testid="example">
      <Fact label={words.pools}>{words.poolsOf(inSol(yes), inSol(no))}</Fact>
      <Fact label={words.stake}>{inSol(stake)}</Fact>
      <Fact label={words.shared(formatFee(fee))}>{inSol(no * (1 - fee))}</Fact>
      <Fact label={words.share(String(stake), String(yes + stake))}>{inSol(payout - stake)}</Fact>
      <Fact label={words.paid}>
        <b class="yes">{inSol(payout)}</b>
      </Fact>
      <Fact label={words.ifNo}>{words.lost(inSol(stake))}</Fact>
    </dl>
  )
}

/** An amount of the example without the digits that doubles add. */
function inSol(amount: number): string {
  return `${formatNumber(amount, { maximumFractionDigits: 4 })} SOL`
}
