// Reads transaction logs: which program wrote each line, and where programs failed.

/** A line of a transaction's logs and the program that wrote it. */
export interface LogLine {
  text: string
  /** `null` between instructions. */
  program: string | null
  /** The reason, on the line that reports that the program failed. */
  failure: string | null
}

// A program's own messages begin with `Program log: `, so they cannot imitate these lines.
const INVOKE = /^Program ([1-9A-HJ-NP-Za-km-z]{32,44}) invoke \[(\d+)\]$/
const SUCCESS = /^Program ([1-9A-HJ-NP-Za-km-z]{32,44}) success$/
const FAILED = /^Program ([1-9A-HJ-NP-Za-km-z]{32,44}) failed: ([\s\S]*)$/

/** The runtime's line for logs of more than 10,000 bytes. */
const TRUNCATED = 'Log truncated'

/**
 * Reads the logs of a transaction and finds the program of each line. The runtime drops every line that would exceed
 * its limit but keeps shorter ones after it, so that no line after the first gap can be attributed: reading ends there.
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
