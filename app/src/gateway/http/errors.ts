import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** An error for the caller: a status, a message, and headers with names in lower case. */
export class ApiError extends HTTPException {
  override readonly name = 'ApiError'
  override readonly status: ContentfulStatusCode
  readonly headers: Readonly<Record<string, string>>

  constructor(status: ContentfulStatusCode, message: string, headers: Record<string, string> = {}) {
    super(status, { message })
    this.status = status
    this.headers = headers
  }
}

/** The header that names an error for programs: the name of the program's error. */
export function errorCode(name: string): Record<string, string> {
  return { 'x-error-code': name }
}
