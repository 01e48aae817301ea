// The error that routes throw, with its name for programs.

import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { ERRORS, type ErrorName, type GATEWAY_ERRORS, type SDK_ERRORS } from './names.ts'

/** Errors about which their status in `ERRORS` says everything; any other error is given a name. */
const PLAIN = [
  'IdempotencyKeyReused',
  'InternalError',
  'InvalidInput',
  'NotFound',
  'RateLimited',
  'Unauthorized',
  'Unavailable',
] as const satisfies ErrorName[]

const NAMES = new Map<number, ErrorName>(PLAIN.map((name) => [ERRORS[name][0], name]))

/** Their statuses, and those of requests that are refused unread, which are `InvalidInput` too. */
type PlainStatus =
  | (typeof GATEWAY_ERRORS & typeof SDK_ERRORS)[(typeof PLAIN)[number]][0]
  | 405
  | 413
  | 414
  | 415

/** Headers with names in lower case. */
type HeaderRecord = Readonly<Record<string, string>>

type NamingHeaders = HeaderRecord & { readonly 'x-error-code': string }

/** An error for the caller: a status, a message, and headers, of which one names it for programs. */
export class ApiError extends HTTPException {
  override readonly name = 'ApiError'
  override readonly status: ContentfulStatusCode
  readonly headers: NamingHeaders

  constructor(status: PlainStatus, message: string, headers?: HeaderRecord)
  constructor(status: ContentfulStatusCode, message: string, headers: NamingHeaders)
  constructor(status: ContentfulStatusCode, message: string, headers?: HeaderRecord) {
    super(status, { message })
    this.status = status
    this.headers = { ...errorCode(nameOfStatus(status)), ...headers }
  }
}

/** An error by its name, with the status that the name has in `ERRORS`. */
export function refusal(name: ErrorName, message: string, headers?: HeaderRecord): ApiError {
  return new ApiError(ERRORS[name][0], message, { ...headers, ...errorCode(name) })
}

/** The header that names an error for programs. */
export function errorCode(name: ErrorName): NamingHeaders {
  return { 'x-error-code': name }
}

/** The name of an error of which only the status is known. */
export function nameOfStatus(status: number): ErrorName {
  return NAMES.get(status) ?? (status < 500 ? 'InvalidInput' : 'InternalError')
}
