// Derives the delegate key of an API key.

import { hkdfSync } from 'node:crypto'
import type { Keypair } from '@solana/web3.js'
import { keypairOf } from '../../chain/ed25519.ts'

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
