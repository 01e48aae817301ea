import { replay, type Start } from './sequence.ts'
import type { Step } from './steps/index.ts'

/** The shortest sequence found that still fails: cuts out ever smaller parts, for `milliseconds` at most. */
export function shrink(start: Start, steps: readonly Step[], milliseconds = 60_000): Step[] {
  const deadline = Date.now() + milliseconds
  let kept = [...steps]
  for (let size = Math.ceil(kept.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < kept.length; ) {
      if (Date.now() > deadline) return kept
      const without = kept.toSpliced(at, size)
      const failure = replay(start, without)
      if (failure) kept = without.slice(0, failure.index + 1)
      else at += size
    }
  }
  return kept
}

/** A step on one line. */
export function describe(step: Step): string {
  const text = JSON.stringify(step, (_, value) => {
    if (typeof value === 'bigint') return `${value}`
    return value !== null && typeof value === 'object' && 'bytes' in value ? value.name : value
  })
  return text
}
