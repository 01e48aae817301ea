// Reads transaction logs and reports: which program wrote each line, and how a transaction failed.

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

/** The failure of a transaction, as far as its report says. */
export interface Failure {
  /** The custom error code, if a program returned one. */
  code: number | null
  /** The program that returned it: the innermost that failed. */
  program: string | null
  logs: readonly string[]
}

/** A report by a runtime or a client; the properties of LiteSVM are methods. */
type Report = Record<string, unknown>

/** A custom error as the runtime logs it, and as Rust prints it. */
const CUSTOM_ERROR = /custom program error: (0x[0-9a-f]{1,8})\b|\bCustom\((\d{1,10})\)/i

/** Reads the report of a failure by any runtime or client. */
export function readFailure(source: unknown): Failure {
  const logs = findLogs(source)
  const failed = readLogs(logs).lines.find((line) => line.failure !== null)
  if (failed) return { code: codeIn(failed.failure), program: failed.program, logs }
  return { code: findCode(source), program: null, logs }
}

/** The logs of a report, or of the report that it wraps. */
function findLogs(source: unknown): readonly string[] {
  if (!isReport(source)) return []
  const own = [source.logs, source.logMessages].map((logs) => called(source, logs)).find(isTexts)
  if (own) return own
  const wrapped = [source.transactionError, called(source, source.meta), source.value]
  return wrapped.map(findLogs).find((logs) => logs.length > 0) ?? []
}

/** The error code of a report without complete logs. */
function findCode(source: unknown): number | null {
  const reasons = [source]
  if (isReport(source)) reasons.push(called(source, source.err), source.error, source.result)
  if (isReport(source) && isReport(source.value)) reasons.push(source.value.err)
  return reasons.map(codeIn).find((code) => code !== null) ?? null
}

/** The error code in `{ InstructionError: [2, { Custom: 6000 }] }`, as the RPC has it, or in a text. */
function codeIn(reason: unknown): number | null {
  if (isReport(reason) && Array.isArray(reason.InstructionError)) {
    const code: unknown = reason.InstructionError[1]?.Custom
    return typeof code === 'number' ? code : null
  }
  // An object without a prototype has no text.
  const text = isReport(reason) && !('toString' in reason) ? '' : String(reason)
  const [, hex, decimal] = CUSTOM_ERROR.exec(text) ?? []
  return hex || decimal ? Number(hex ?? decimal) : null
}

/** The result of a method, or a property as it is. */
function called(owner: object, member: unknown): unknown {
  return typeof member === 'function' ? member.call(owner) : member
}

function isReport(value: unknown): value is Report {
  return typeof value === 'object' && value !== null
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((text) => typeof text === 'string')
}
