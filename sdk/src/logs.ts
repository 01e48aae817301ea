/** A line of a transaction's logs, with the program that was running when it was written. */
export interface LogLine {
  text: string
  /** `null` between instructions. */
  program: string | null
  /** Set on the line that says why the program failed. */
  failure: string | null
}

// A program's own messages come as `Program log: …`, so that none of them can pass for one of these.
const INVOKE = /^Program ([1-9A-HJ-NP-Za-km-z]{32,44}) invoke \[(\d+)\]$/
const SUCCESS = /^Program ([1-9A-HJ-NP-Za-km-z]{32,44}) success$/
const FAILED = /^Program ([1-9A-HJ-NP-Za-km-z]{32,44}) failed: ([\s\S]*)$/

/** What the runtime writes when a transaction logs more than 10,000 bytes. */
const TRUNCATED = 'Log truncated'

/**
 * Follows who calls whom through the logs of a transaction. The runtime drops every line that would go
 * beyond its limit and keeps shorter ones after it, so that nothing behind the first gap can be attributed:
 * reading ends there.
 */
export function readLogs(logs: readonly string[]): { lines: LogLine[]; isTruncated: boolean } {
  const lines: LogLine[] = []
  let running: string[] = []
  for (const text of logs) {
    if (text === TRUNCATED) return { lines, isTruncated: true }
    const [, invoked, depth] = INVOKE.exec(text) ?? []
    if (invoked) running = [...running.slice(0, Number(depth) - 1), invoked]
    const failure = FAILED.exec(text)?.[2] ?? null
    lines.push({ text, program: running.at(-1) ?? null, failure })
    if (failure !== null || SUCCESS.test(text)) running = running.slice(0, -1)
  }
  return { lines, isTruncated: false }
}
