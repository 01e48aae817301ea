import { signRequest } from '@prediction-market/sdk/request'
import type { Wallet } from '../model/wallet.ts'
import { parseExactly } from './json.ts'
import { observeDate, serverTime } from './server-time.ts'

/** A refusal of the gateway, or that it could not be reached. */
export class ApiError extends Error {
  override name = 'ApiError'

  constructor(
    message: string,
    /** The HTTP status; 0 if there was no answer. */
    readonly status: number,
    /** `X-Error-Code`, such as `PayoutTooLow`. */
    readonly code: string | null = null,
  ) {
    super(message)
  }
}

/** A request to the gateway. */
export interface Request {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  body?: unknown
  /** Signs the request. */
  wallet?: Wallet | undefined
  /** An API key, in place of a signature. */
  key?: string | undefined
  signal?: AbortSignal | undefined
}

/** How long the page waits for an answer; the gateway itself waits at most ten seconds for a confirmation. */
const PATIENCE_MS = 30_000

/** A page of a list. */
export interface Page<T> {
  items: T[]
  /** Continues after this page; null on the last one. */
  next: string | null
}

/**
 * Sends a request and reads its answer.
 *
 * @throws ApiError with the message of the gateway, or one that says how to get an answer
 */
export async function call<T>(request: Request): Promise<T> {
  const answer = await fetchAnswer(request)
  return parseExactly<T>(await answer.text())
}

/**
 * Reads a page of a list.
 *
 * @param itemsOf - finds the list in an answer that is not the list itself
 */
export async function callPage<T, Answer = T[]>(
  request: Request,
  itemsOf = (answer: Answer) => answer as unknown as T[],
): Promise<Page<T>> {
  const answer = await fetchAnswer(request)
  const items = itemsOf(parseExactly<Answer>(await answer.text()))
  return { items, next: answer.headers.get('x-next-cursor') }
}

async function fetchAnswer({ method = 'GET', path, body, wallet, key, signal }: Request): Promise<Response> {
  const text = body === undefined ? undefined : JSON.stringify(body)
  const headers: Record<string, string> = { accept: 'application/json' }
  if (text !== undefined) headers['content-type'] = 'application/json'
  if (key !== undefined) headers.authorization = `Bearer ${key}`
  if (wallet) Object.assign(headers, await credentials(wallet, method, path, text))
  const timeout = AbortSignal.timeout(PATIENCE_MS)
  const ends = signal ? AbortSignal.any([signal, timeout]) : timeout
  const init = { method, headers, body: text ?? null, signal: ends, cache: 'no-store' as const }
  const sentAt = Date.now()
  const answer = await fetch(path, init).catch((error: Error) => {
    if (error.name === 'AbortError') throw error
    throw new ApiError('The server does not answer. Check your connection and try again.', 0)
  })
  observeDate(answer.headers, { sentAt, receivedAt: Date.now() })
  if (!answer.ok) throw await refusal(answer)
  return answer
}

function credentials(wallet: Wallet, method: string, path: string, body: string | undefined) {
  const request = { method, host: location.host, path, body: body ?? '' }
  const publicKey = { toBase58: () => wallet.address }
  const timestamp = Math.round(serverTime())
  return signRequest({ publicKey, signMessage: wallet.signMessage }, request, { timestamp })
}

async function refusal(answer: Response): Promise<ApiError> {
  const code = answer.headers.get('x-error-code')
  const body: { error?: string } = await answer.json().catch(() => ({}))
  return new ApiError(body.error ?? `The server answered with status ${answer.status}.`, answer.status, code)
}

/** The message of an error as a sentence for people: without a field's name in front, with a full stop. */
export function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  const plain = message.replace(/^[a-z][A-Za-z.]*: /, '')
  const sentence = plain.charAt(0).toUpperCase() + plain.slice(1)
  return /[.!?"”]$/.test(sentence) ? sentence : `${sentence}.`
}

/** The field that an error is about: `amount` of `amount: must be …`. */
export function fieldOf(error: unknown): string | undefined {
  if (error instanceof ApiError && error.code === 'QuestionNotUnderstood') return 'question'
  const [, field] = /^([a-z][A-Za-z.]*): /.exec(error instanceof Error ? error.message : '') ?? []
  return field
}
