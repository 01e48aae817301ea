import { ApiError } from '../http/errors/api-error.ts'

/** An authentication failure: 401 with the reason. */
export function unauthorized(reason: string): ApiError {
  return new ApiError(401, reason, { 'www-authenticate': 'Bearer' })
}
