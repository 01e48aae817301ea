// Requests to the gateway that serves this page, by the SDK's REST client, and what went wrong with one in words for
// people.

import { createRestClient, type paths, RestError, unwrap } from '@prediction-market/sdk/rest'
import type { Read } from '../model/types.ts'
import { t } from '../text/language.ts'
import { observeDate } from './server-time.ts'

/** How long the page waits for an answer; the gateway itself waits at most ten seconds for a confirmation. */
const PATIENCE_MS = 30_000

/** The SDK's client. Its answers have the digits that were received: pass them to {@link read} or {@link readPage}. */
export const client = createRestClient({ baseUrl: '', fetch: fetchInTime })

client.use({ onResponse: ({ response }) => keepDigits(response) })

/** The outcome of a call: the answer, or the error. */
export interface CallResult<T> {
  data?: T
  error?: unknown
  response: Response
}

/** A page of a list. */
export interface Page<T> {
  items: T[]
  /** Continues after this page; null on the last one. */
  next: string | null
}

/** The fields of a route's query. Empty ones are left out. */
export type QueryOf<Path extends keyof paths> = {
  [Name in keyof Fields<Path>]?: Fields<Path>[Name] | '' | null | undefined
}

type Fields<Path extends keyof paths> = paths[Path] extends { get: { parameters: { query?: infer Query } } }
  ? NonNullable<Query>
  : never

/** The query without its empty fields. */
export function filled<Query extends object>(query: Query): Filled<Query> {
  const fields = Object.entries(query).filter(
    ([, value]) => value !== '' && value !== null && value !== undefined,
  )
  return Object.fromEntries(fields) as Filled<Query>
}

type Filled<Query> = { [Name in keyof Query]: Exclude<Query[Name], '' | null | undefined> }

/**
 * Waits for an answer.
 *
 * @throws RestError with the message of the gateway, or one that says how to get an answer
 */
export async function read<T>(call: Promise<CallResult<T>>): Promise<Read<T>> {
  return unwrap(await call) as Read<T>
}

/** Waits for a page of a list. */
export async function readPage<T>(call: Promise<CallResult<T[]>>): Promise<Page<Read<T>>> {
  const result = await call
  return { items: unwrap(result) as Read<T>[], next: nextOf(result.response) }
}

/** The cursor of the page after an answer; null on the last one. */
export function nextOf({ headers }: Response): string | null {
  return headers.get('x-next-cursor')
}

/** An error that the gateway did not report itself. */
export function restError(message: string, status: number, code?: string): RestError {
  return new RestError(message, { status, headers: new Headers(code ? { 'x-error-code': code } : {}) })
}

async function fetchInTime(request: Request): Promise<Response> {
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(PATIENCE_MS)])
  const sentAt = Date.now()
  const answer = await fetch(request, { signal, cache: 'no-store' }).catch((error: Error) => {
    if (error.name === 'AbortError') throw error
    throw restError(t().shell.sending.noAnswer, 0)
  })
  observeDate(answer.headers, { sentAt, receivedAt: Date.now() })
  return answer
}

/** The same answer with its numbers as texts, so that no digit of an amount is lost. */
async function keepDigits(response: Response): Promise<Response | undefined> {
  if (!response.ok) return undefined
  const { status, headers } = response
  return new Response(JSON.stringify(parseExactly(await response.text())), { status, headers })
}

/**
 * The message of an error as a sentence for people: without a field's name in front, with a full stop.
 *
 * @param hints - what to do about errors of the gateway, by their code: given the sentence, they make a longer one of it
 */
export function messageOf(error: unknown, hints: Record<string, (sentence: string) => string> = {}): string {
  const message = error instanceof Error ? error.message : String(error)
  const plain = message.replace(/^[a-z][A-Za-z.]*: /, '')
  const sentence = plain.charAt(0).toUpperCase() + plain.slice(1)
  const whole = /[.!?"”]$/.test(sentence) ? sentence : `${sentence}.`
  const hint = error instanceof RestError && error.code ? hints[error.code] : undefined
  return hint ? hint(whole) : whole
}

/** The field that an error is about: `amount` of `amount: must be …`. */
export function fieldOf(error: unknown): string | undefined {
  if (error instanceof RestError && error.code === 'QuestionNotUnderstood') return 'question'
  const [, field] = /^([a-z][A-Za-z.]*): /.exec(error instanceof Error ? error.message : '') ?? []
  return field
}

/** `JSON.parse` calls its reviver with the source of a number where the browser supports it. */
type Reviver = (key: string, value: unknown, context?: { source?: string }) => unknown

/** Numbers as the text that was received, so that no digit of an amount is lost. */
const asReceived: Reviver = (_, value, context) => {
  return typeof value === 'number' ? (context?.source ?? value) : value
}

/** Parses an answer of the gateway. Where the browser cannot keep digits, numbers stay numbers. */
export function parseExactly<T>(text: string): T {
  return JSON.parse(text, asReceived as Parameters<typeof JSON.parse>[1])
}
