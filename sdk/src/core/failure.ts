// Reads how a transaction failed, from the report of any runtime or client.

import { readLogs } from './logs.ts'

/** The failure of a transaction, as far as its report says. */
export interface Failure {
  /** The custom error code, if a program returned one. */
  code: number | null
  /** The program that returned it: the innermost that failed. */
  program: string | null
  logs: readonly string[]
}

/** The properties under which runtimes and clients report a failure; those of LiteSVM are methods. */
type Report = Partial<
  Record<
    | 'err'
    | 'error'
    | 'logs'
    | 'logMessages'
    | 'meta'
    | 'result'
    | 'transactionError'
    | 'value'
    | 'InstructionError',
    unknown
  >
>

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
