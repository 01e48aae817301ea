import { Pills } from '../../parts/pills.tsx'
import type { Fix, Problem } from './fixes.ts'

/** A problem in one sentence, with buttons that solve it. */
export function ProblemText({ problem, onFix }: { problem: Problem | null; onFix(fix: Fix): void }) {
  return (
    <div class="problem" role="alert">
      {problem && (
        <>
          <p class="error-text">{problem.message}</p>
          <Pills of={problem.fixes} testId="fixes" onPick={onFix} />
        </>
      )}
    </div>
  )
}
