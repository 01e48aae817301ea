// Generates and checks API keys.

import { createHash, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Keypair } from '@solana/web3.js'
import bs58 from 'bs58'
import { keypairOf } from '../../chain/ed25519.ts'
import { Batches } from '../../runtime/coalesced-task.ts'
import { findApiKeys } from '../../store/api-keys.ts'
import type { Database } from '../../store/database.ts'
import type { ApiKeyRow } from '../../store/schema/gateway.ts'
import { type Caller, SCOPES } from '../http/context.ts'
import { unauthorized } from './require.ts'

/** Separates this use of an API key's secret from every other. */
const PURPOSE = 'prediction-market:v1 bankroll delegate'

/**
 * Derives the delegate key of an API key (HKDF with SHA-256). Only the holder of the secret can: the gateway stores the
 * public half, and keeps the secret only while it answers a request.
 *
 * @param key - the whole API key, `pmk_…`
 */
export function delegateKeypair(key: string): Keypair {
  return keypairOf(new Uint8Array(hkdfSync('sha256', key, '', PURPOSE, 32)))
}

/** `pmk_`, the public id, `_`, 32 random bytes in base58. */
const API_KEY = /^pmk_([0-9a-f]{16})_[1-9A-HJ-NP-Za-km-z]{32,44}$/

export interface NewApiKey {
  /** Public. */
  id: string
  /** The secret, which is shown once and never stored. */
  key: string
  /** Hex SHA-256 of the key, which is stored. */
  hash: string
}

export function newApiKey(): NewApiKey {
  const id = randomBytes(8).toString('hex')
  const key = `pmk_${id}_${bs58.encode(randomBytes(32))}`
  return { id, key, hash: hashApiKey(key) }
}

/** Hashes a key for the store. One round of SHA-256 is enough for 256 random bits. */
function hashApiKey(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}

/** Keys by their public id. Concurrent look-ups are batched, so that invalid keys cost little. */
export type ApiKeys = Batches<string, ApiKeyRow | undefined>

/** The most keys that are read together. */
const MAX_KEYS = 250

export function openApiKeys(db: Database): ApiKeys {
  return new Batches((ids) => findApiKeys(db, ids), MAX_KEYS)
}

/**
 * Authenticates an API key.
 *
 * @throws ApiError 401 that says which check failed
 */
export async function callerByKey(keys: ApiKeys, key: string, now: number): Promise<Caller> {
  const id = API_KEY.exec(key)?.[1]
  if (id === undefined) throw unauthorized('Authorization must be: Bearer <API key>')
  const row = await keys.get(id)
  // The same message whether the id or the secret is wrong, so that ids cannot be probed.
  if (!row || !isSame(row.hash, hashApiKey(key))) throw unauthorized('Unknown API key')
  if (row.revokedAt) throw unauthorized('The API key was revoked')
  if (row.expiresAt.getTime() <= now) {
    throw unauthorized(`The API key expired at ${row.expiresAt.toISOString()}`)
  }
  const scopes = SCOPES.filter((scope) => row.scopes.includes(scope))
  return { wallet: row.wallet, via: 'key', keyId: row.id, scopes }
}

function isSame(a: string, b: string): boolean {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}
