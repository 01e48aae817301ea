// The error that routes throw, with its name for programs.

import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { ERRORS, type ErrorName } from './names.ts'

/** The names of errors about which their status says everything; any other error is given a name. */
const NAMES = {
  400: 'InvalidInput',
  401: 'Unauthorized',
  404: 'NotFound',
  405: 'InvalidInput',
  413: 'InvalidInput',
  414: 'InvalidInput',
  415: 'InvalidInput',
  422: 'IdempotencyKeyReused',
  429: 'RateLimited',
  500: 'InternalError',
  503: 'Unavailable',
} as const satisfies Partial<Record<ContentfulStatusCode, ErrorName>>

/** Headers with names in lower case. */
type HeaderRecord = Readonly<Record<string, string>>

/** Headers that name an error. */
type NamingHeaders = HeaderRecord & { readonly 'x-error-code': string }

/** An error for the caller: a status, a message, and headers, of which one names it for programs. */
export class ApiError extends HTTPException {
  override readonly name = 'ApiError'
  override readonly status: ContentfulStatusCode
  readonly headers: NamingHeaders

  constructor(status: keyof typeof NAMES, message: string, headers?: HeaderRecord)
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
  return NAMES[status as keyof typeof NAMES] ?? (status < 500 ? 'InvalidInput' : 'InternalError')
}
