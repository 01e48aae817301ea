import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { ErrorName } from './error-names.ts'

/**
 * An error for the caller: a status, a message, and headers with names in lower case. A 400 that names no other
 * error is `InvalidInput`.
 */
export class ApiError extends HTTPException {
  override readonly name = 'ApiError'
  override readonly status: ContentfulStatusCode
  readonly headers: Readonly<Record<string, string>>

  constructor(status: ContentfulStatusCode, message: string, headers: Record<string, string> = {}) {
    super(status, { message })
    this.status = status
    this.headers = status === 400 ? { ...errorCode('InvalidInput'), ...headers } : headers
  }
}

/** The header that names an error for programs. */
export function errorCode(name: ErrorName): Record<string, string> {
  return { 'x-error-code': name }
}
