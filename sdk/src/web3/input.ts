// The program's address, and checks of addresses that users pass in.

import { PublicKey } from '@solana/web3.js'
import bs58 from 'bs58'
import { InvalidInputError } from '../core/errors.ts'
import { IDL_ADDRESS } from '../idl/prediction_market.ts'

/** The address of the program. */
export const PROGRAM_ID: PublicKey = /* @__PURE__ */ new PublicKey(IDL_ADDRESS)

/** An address: a public key, or the same in base58. */
export type AddressInput = PublicKey | string

/** The longest address in base58; decoding takes quadratic time. */
const MAX_ADDRESS_LENGTH = 44

/**
 * Reads an address. The default pubkey is refused, because the program stores it for "none". A key is checked by its
 * methods and not by its class, since a bundle may hold two copies of web3.js.
 */
export function requireAddress(field: string, address: AddressInput): PublicKey {
  const key = typeof address === 'string' ? parseAddress(field, address) : address
  const bytes = typeof key?.toBytes === 'function' ? key.toBytes() : undefined
  if (bytes?.length !== 32) throw new InvalidInputError(field, 'must be a public key, or one in base58')
  if (bytes.every((byte) => byte === 0)) throw new InvalidInputError(field, 'must not be the default pubkey')
  return key
}

function parseAddress(field: string, text: string): PublicKey {
  const bytes = text.length <= MAX_ADDRESS_LENGTH ? bs58.decodeUnsafe(text) : undefined
  if (bytes?.length !== 32) throw new InvalidInputError(field, 'must be a public key, or one in base58')
  return new PublicKey(bytes)
}
