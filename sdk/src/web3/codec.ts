// Addresses and instructions of web3.js, and the program's data by Anchor's coder.

import { PublicKey, TransactionInstruction } from '@solana/web3.js'
import { Buffer } from 'buffer'
import { rememberDerived } from '../core/addresses.ts'
import type { Codec } from '../core/wire.ts'
import { accountSize, decodeAccount, decodeEvent, encodeInstruction } from './coder.ts'
import { type AddressInput, PROGRAM_ID, requireAddress } from './input.ts'
import type { Web3 } from './library.ts'

const derive = /* @__PURE__ */ rememberDerived((seeds, program) =>
  PublicKey.findProgramAddressSync([...seeds], new PublicKey(program)),
)

/** The constants of the core, which are few. */
const constants = new Map<string, PublicKey>()

/** The codec of the program at an address. */
export function codecOf(programId: AddressInput = PROGRAM_ID): Codec<Web3> {
  return { ...SHARED, program: requireAddress('programId', programId) }
}

/** A function of the core for web3.js: without its codec, and with the program's address as one more, last argument. */
export function bound<Args extends unknown[], Result>(
  of: (codec: Codec<Web3>, ...args: Args) => Result,
): (...args: [...Args, programId?: AddressInput]) => Result {
  const count = of.length - 1
  return (...args) => of(codecOf(args[count] as AddressInput | undefined), ...(args.slice(0, count) as Args))
}

const SHARED: Omit<Codec<Web3>, 'program'> = {
  address: requireAddress,
  constant(text) {
    const known = constants.get(text) ?? new PublicKey(text)
    if (constants.size < 100) constants.set(text, known)
    return known
  },
  text: (address) => address.toBase58(),
  bytes: (address) => address.toBytes(),
  fromBytes: (bytes) => new PublicKey(bytes),
  isSame: (one, other) => one.equals(other),
  derive: (seeds, program) => derive(seeds, program.toBytes()),
  instruction: ({ program, accounts, data }) =>
    new TransactionInstruction({
      programId: program,
      keys: accounts.map(({ address, ...flags }) => ({ pubkey: address, ...flags })),
      data: Buffer.from(data),
    }),
  parts: ({ programId, keys, data }) => ({
    program: programId,
    accounts: keys.map(({ pubkey, ...flags }) => ({ address: pubkey, ...flags })),
    data,
  }),
  encode: encodeInstruction,
  decode: decodeAccount,
  decodeEvent,
  size: accountSize,
}
