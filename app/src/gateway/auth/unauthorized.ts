import { ApiError } from '../errors.ts'

/** A refusal to believe who calls. */
export function unauthorized(reason: string): ApiError {
  return new ApiError(401, reason, { 'WWW-Authenticate': 'Bearer' })
}
