// Addresses and instructions of Kit, and the program's data by Codama's codecs.

import { sha256 } from '@noble/hashes/sha2.js'
import * as kit from '@solana/kit'
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

function requireAddress(field: string, input: string): kit.Address {
  if (typeof input !== 'string' || !kit.isAddress(input)) {
    throw new InvalidInputError(field, 'must be a public key, or one in base58')
  }
  if (input === DEFAULT_PUBKEY) throw new InvalidInputError(field, 'must not be the default pubkey')
  return input
}

function toBytes(address: kit.Address): Uint8Array {
  return Uint8Array.from(kit.getAddressEncoder().encode(address))
}

function fromBytes(bytes: Uint8Array): kit.Address {
  return kit.getAddressDecoder().decode(bytes)
}

/** Finds an address off the curve. Kit searches asynchronously, with WebCrypto; the builders do not. */
const derive = /* @__PURE__ */ rememberDerived<kit.Address>((seeds, program) => {
  const suffix = [program, new TextEncoder().encode('ProgramDerivedAddress')]
  for (let bump = 255; bump >= 0; bump -= 1) {
    const hash = sha256.create()
    for (const part of [...seeds, Uint8Array.of(bump), ...suffix]) hash.update(part)
    const address = fromBytes(hash.digest())
    if (kit.isOffCurveAddress(address)) return [address, bump]
  }
  throw new Error('no address of the program for these seeds')
})

const SHARED: Omit<Codec<Kit>, 'program'> = {
  address: requireAddress,
  constant: (text) => text as kit.Address,
  text: (address) => address,
  bytes: toBytes,
  fromBytes,
  isSame: (one, other) => one === other,
  derive: (seeds, program) => derive(seeds, toBytes(program)),
  instruction: ({ program, accounts, data }) => ({
    programAddress: program,
    accounts: accounts.map(({ address, isSigner, isWritable }) => ({
      address,
      role: ((isSigner ? SIGNER : 0) | (isWritable ? WRITABLE : 0)) as kit.AccountRole,
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
