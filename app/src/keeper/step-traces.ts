// Traces the steps of a market in one trace, from the deciding price to the payouts.

import { type Context, context, ROOT_CONTEXT, trace } from '@opentelemetry/api'
import { LRUCache } from 'lru-cache'
import { failSpan, tracer } from '../runtime/tracing.ts'
import type { Step } from './due.ts'
import type { Result } from './jobs.ts'

/** Markets whose traces are kept for their next steps. */
const MAX_MARKETS = 10_000

export class StepTraces {
  readonly #markets = new LRUCache<string, Context>({ max: MAX_MARKETS })

  async take(step: Step, id: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.#markets.get(id) ?? ROOT_CONTEXT
    const span = tracer.startSpan(step, { attributes: { market: id } }, before)
    if (!span.isRecording()) return work()
    const now = trace.setSpan(before, span)
    // At once: the next step may begin before this one has ended.
    if (before === ROOT_CONTEXT) this.#markets.set(id, now)
    let result: Result | undefined
    try {
      result = await context.with(now, work)
      // A check that found nothing to do leaves its span open, so that it is never exported.
      if (result === 'done' || result === 'stuck') span.end()
      return result
    } catch (error) {
      failSpan(span, error)
      span.end()
      throw error
    } finally {
      const isOver = result === 'done' ? step === 'close' : this.#markets.get(id) === now
      if (isOver) this.#markets.delete(id)
    }
  }
}
