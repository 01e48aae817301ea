import { readLogs } from './logs.ts'

/** A failed transaction, as far as its report tells. */
export interface Failure {
  /** The custom error, if a program gave one. */
  code: number | null
  /** The program that gave it: the innermost of those that failed. */
  program: string | null
  logs: readonly string[]
}

/** The properties under which runtimes and clients report what went wrong; LiteSVM has methods. */
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

/** As the runtime says it, and as Rust prints it. */
const CUSTOM_ERROR = /custom program error: (0x[0-9a-f]{1,8})\b|\bCustom\((\d{1,10})\)/i

/** Reads the report of a failure, whoever wrote it. */
export function readFailure(source: unknown): Failure {
  const logs = findLogs(source)
  const failed = readLogs(logs).lines.find((line) => line.failure !== null)
  if (failed) return { code: codeIn(failed.failure), program: failed.program, logs }
  return { code: findCode(source), program: null, logs }
}

/** The logs of the report itself, or of what it wraps. */
function findLogs(source: unknown): readonly string[] {
  if (!isReport(source)) return []
  const own = [source.logs, source.logMessages].map((logs) => called(source, logs)).find(isTexts)
  if (own) return own
  const wrapped = [source.transactionError, called(source, source.meta), source.value]
  return wrapped.map(findLogs).find((logs) => logs.length > 0) ?? []
}

/** The code where there are no logs, or not all of them. */
function findCode(source: unknown): number | null {
  const reasons = [source]
  if (isReport(source)) reasons.push(called(source, source.err), source.error, source.result)
  if (isReport(source) && isReport(source.value)) reasons.push(source.value.err)
  return reasons.map(codeIn).find((code) => code !== null) ?? null
}

/** `{ InstructionError: [2, { Custom: 6000 }] }`, as the RPC has it, or a text that says it. */
function codeIn(reason: unknown): number | null {
  if (isReport(reason) && Array.isArray(reason.InstructionError)) {
    const code: unknown = reason.InstructionError[1]?.Custom
    return typeof code === 'number' ? code : null
  }
  const isMute = isReport(reason) && !('toString' in reason)
  const [, hex, decimal] = CUSTOM_ERROR.exec(isMute ? '' : String(reason)) ?? []
  return hex || decimal ? Number(hex ?? decimal) : null
}

/** A method's result, or the property itself. */
function called(owner: object, member: unknown): unknown {
  return typeof member === 'function' ? member.call(owner) : member
}

function isReport(value: unknown): value is Report {
  return typeof value === 'object' && value !== null
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((text) => typeof text === 'string')
}
