import type { Fix, Problem } from './fixes.ts'

/** A problem in one sentence, with buttons that solve it. */
export function ProblemText({ problem, onFix }: { problem: Problem | null; onFix(fix: Fix): void }) {
  return (
    <div class="problem" role="alert">
      {problem && (
        <>
          <p class="error-text">{problem.message}</p>
          <div class="quick" data-testid="fixes">
            {problem.fixes.map((fix) => (
              <button key={fix.text} type="button" class="pill" onClick={() => onFix(fix)}>
                {fix.text}
              </button>
            ))}
          </div>
        </>
      )}
    </div>
  )
}
