import type { Market } from '../../model/types.ts'
import { describeLateness } from '../../text/rules.ts'
import { Facts } from './facts.tsx'

/** The rules of a market in full, and everything else about it. */
export function Terms({ market }: { market: Market }) {
  return (
    <div class="terms">
      <section aria-labelledby="late">
        <h2 id="late">Which stakes would be late</h2>
        <p>{describeLateness(market)}</p>
        <p class="muted">
          In a pool the later bettor knows more, whatever the rules: an early closing time helps. And whoever
          controls what is measured can still move it.
        </p>
      </section>
      <Facts market={market} />
    </div>
  )
}
