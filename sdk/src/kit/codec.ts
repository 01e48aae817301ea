// Addresses and instructions of Kit, and the program's data by Codama's codecs.

import { sha256 } from '@noble/hashes/sha2.js'
import {
  type AccountRole,
  type Address,
  getAddressDecoder,
  getAddressEncoder,
  isAddress,
  isOffCurveAddress,
} from '@solana/kit'
import { rememberDerived } from '../core/addresses.ts'
import { InvalidInputError } from '../core/errors.ts'
import { DEFAULT_PUBKEY } from '../core/shapes.ts'
import type { Codec } from '../core/wire.ts'
import { accountSize, decodeAccount, decodeEvent, encodeInstruction } from './coder.ts'
import { PREDICTION_MARKET_PROGRAM_ADDRESS } from './generated/index.ts'
import type { Kit } from './library.ts'

/** The bits of Kit's roles. */
const WRITABLE = 1
const SIGNER = 2

/** The codec of the program at an address. */
export function codecOf(program: string = PREDICTION_MARKET_PROGRAM_ADDRESS): Codec<Kit> {
  return { ...SHARED, program: requireAddress('programId', program) }
}

function requireAddress(field: string, input: string): Address {
  if (typeof input !== 'string' || !isAddress(input)) {
    throw new InvalidInputError(field, 'must be a public key, or one in base58')
  }
  if (input === DEFAULT_PUBKEY) throw new InvalidInputError(field, 'must not be the default pubkey')
  return input
}

function toBytes(address: Address): Uint8Array {
  return Uint8Array.from(getAddressEncoder().encode(address))
}

function fromBytes(bytes: Uint8Array): Address {
  return getAddressDecoder().decode(bytes)
}

/**
 * Finds an address off the curve. Kit's own search is asynchronous, because it hashes with WebCrypto; the builders of
 * the core are not.
 */
const derive = /* @__PURE__ */ rememberDerived<Address>((seeds, program) => {
  const suffix = [program, new TextEncoder().encode('ProgramDerivedAddress')]
  for (let bump = 255; bump >= 0; bump -= 1) {
    const hash = sha256.create()
    for (const part of [...seeds, Uint8Array.of(bump), ...suffix]) hash.update(part)
    const address = fromBytes(hash.digest())
    if (isOffCurveAddress(address)) return [address, bump]
  }
  throw new Error('no address of the program for these seeds')
})

const SHARED: Omit<Codec<Kit>, 'program'> = {
  address: requireAddress,
  constant: (text) => text as Address,
  text: (address) => address,
  bytes: toBytes,
  fromBytes,
  isSame: (one, other) => one === other,
  derive: (seeds, program) => derive(seeds, toBytes(program)),
  instruction: ({ program, accounts, data }) => ({
    programAddress: program,
    accounts: accounts.map(({ address, isSigner, isWritable }) => ({
      address,
      role: ((isSigner ? SIGNER : 0) | (isWritable ? WRITABLE : 0)) as AccountRole,
    })),
    data,
  }),
  parts: ({ programAddress, accounts = [], data = new Uint8Array() }) => ({
    program: programAddress,
    accounts: accounts.map(({ address, role }) => ({
      address,
      isSigner: (role & SIGNER) !== 0,
      isWritable: (role & WRITABLE) !== 0,
    })),
    data: Uint8Array.from(data),
  }),
  encode: encodeInstruction,
  decode: decodeAccount,
  decodeEvent,
  size: accountSize,
}
