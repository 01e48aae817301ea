import { config, feeShare } from '../api/config.ts'
import { formatFee, formatTimes, payoutOfStake } from '../money/amounts.ts'
import { useTitle } from '../parts/title.ts'
import { describeDecider } from '../text/deciders.ts'

const PROOFS = ['pyth', 'accounts', 'attestors'] as const

/** The pools and the stake of the worked example, in SOL. */
const EXAMPLE = { yes: 4, no: 6, stake: 1 }

/** How a market works: an example in figures, who decides, fees and risks. */
export function HowPage() {
  useTitle('How it works')
  const fee = feeShare()
  const { yes, no, stake } = EXAMPLE
  const payout = payoutOfStake(stake, { own: yes, other: no }, fee)
  const fees = config.value?.feePercentage
  return (
    <article class="narrow how">
      <div class="page-head">
        <h1>How it works</h1>
        <p class="lead">
          Every market asks one question with two answers. Stakes go into two pools, a proof decides, and the
          winners share the losing pool.
        </p>
      </div>
      <section aria-labelledby="example">
        <h2 id="example">A bet in figures</h2>
        <dl class="panel rows" data-testid="example">
          <div>
            <dt>Staked on Yes and on No</dt>
            <dd>
              {yes} SOL and {no} SOL
            </dd>
          </div>
          <div>
            <dt>You stake on Yes</dt>
            <dd>{stake} SOL</dd>
          </div>
          <div>
            <dt>If Yes wins, the losing pool less {formatFee(fee)} is shared</dt>
            <dd>{round(no * (1 - fee))} SOL</dd>
          </div>
          <div>
            <dt>
              Your share of it, {stake} of {yes + stake}
            </dt>
            <dd>{round(payout - stake)} SOL</dd>
          </div>
          <div>
            <dt>You are paid</dt>
            <dd>
              <b class="yes">{round(payout)} SOL</b> ({formatTimes(payout / stake)})
            </dd>
          </div>
          <div>
            <dt>If No wins</dt>
            <dd>you lose your {stake} SOL</dd>
          </div>
        </dl>
        <p>
          Nobody sets the odds: they are the shares of the two pools. Bets that come after yours change what
          it pays, up or down, until betting closes.
        </p>
      </section>
      <section aria-labelledby="who">
        <h2 id="who">Who decides</h2>
        <p>Nobody votes. Each market says which of three proofs decides it:</p>
        <ul class="deciders">
          {PROOFS.map((proof) => describeDecider(proof, config.value?.attestors)).map(([badge, sentence]) => (
            <li key={badge}>
              <span class="badge">{badge}</span> {sentence}
            </li>
          ))}
        </ul>
        <p>
          A decided market shows its proof step by step. If nobody can prove an answer in time, every stake is
          paid back in full.
        </p>
      </section>
      <section aria-labelledby="late">
        <h2 id="late">Stakes that come too late</h2>
        <p>
          Whoever already knows the answer must not bet on it. In markets that can be decided early, a stake
          counts once one whole betting period has passed after its own. If the answer comes before, the stake
          is paid back without a fee: it neither wins nor loses.
        </p>
      </section>
      <section aria-labelledby="fees">
        <h2 id="fees">Fees</h2>
        <p>
          Only losing stakes pay: {formatFee(fees?.burn ?? 0)} of them are burned and{' '}
          {formatFee(fees?.developer ?? 0)} go to the developer. Your first bet in a market also takes a small
          deposit of SOL, which comes back when you are paid, and a reward for whoever pays you. The bet form
          shows both.
        </p>
      </section>
      <section aria-labelledby="risks">
        <h2 id="risks">Risks</h2>
        <ul class="plain-list">
          <li>You can lose the whole stake. It is locked until the market is decided.</li>
          <li>
            The payout is known only when betting has closed: later bets share the losing pool with you.
          </li>
          <li>Whoever controls what is measured, such as the supply of a token, can move it.</li>
          <li>Attestors are trusted to answer truthfully, as far as a quorum of them does.</li>
          <li>A program can have errors.</li>
        </ul>
      </section>
      <p>
        <a class="button" href="/">
          See the markets
        </a>
      </p>
    </article>
  )
}

/** An amount of the example without the digits that doubles add. */
function round(amount: number): string {
  return String(Number(amount.toFixed(4)))
}
