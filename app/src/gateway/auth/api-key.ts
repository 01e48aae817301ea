import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import bs58 from 'bs58'
import { findApiKey } from '../../store/api-keys.ts'
import type { Database } from '../../store/database.ts'
import { type Caller, SCOPES } from '../context.ts'
import { unauthorized } from './unauthorized.ts'

/** `pmk_`, the public id, `_`, 32 random bytes in base58. */
const API_KEY = /^pmk_([0-9a-f]{16})_[1-9A-HJ-NP-Za-km-z]{32,44}$/

/** A key that was just made. */
export interface NewApiKey {
  /** Public. */
  id: string
  /** The secret: for its owner's eyes, once. */
  key: string
  hash: string
}

/** Makes a key. */
export function newApiKey(): NewApiKey {
  const id = randomBytes(8).toString('hex')
  const key = `pmk_${id}_${bs58.encode(randomBytes(32))}`
  return { id, key, hash: hashApiKey(key) }
}

/** What is stored of a key. It has 256 random bits, so that one round of SHA-256 is enough. */
function hashApiKey(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}

/**
 * Whom an API key speaks for.
 *
 * @throws ApiError 401 that says what is wrong with it
 */
export async function callerByKey(db: Database, key: string, now: number): Promise<Caller> {
  const id = API_KEY.exec(key)?.[1]
  if (id === undefined) throw unauthorized('Authorization must be: Bearer <API key>')
  const row = await findApiKey(db, id)
  // An id without its secret learns nothing, not even that there is such a key.
  if (!row || !isSame(row.hash, hashApiKey(key))) throw unauthorized('The API key is not known')
  if (row.revokedAt) throw unauthorized('The API key was revoked')
  if (row.expiresAt.getTime() <= now) {
    throw unauthorized(`The API key expired at ${row.expiresAt.toISOString()}`)
  }
  const scopes = SCOPES.filter((scope) => row.scopes.includes(scope))
  return { wallet: row.wallet, via: 'key', keyId: row.id, scopes }
}

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
