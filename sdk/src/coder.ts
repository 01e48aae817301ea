import type { Idl, IdlAccounts, IdlEvents, IdlTypes } from '@coral-xyz/anchor'
import { Buffer } from 'buffer'
import { BorshCoder } from '#anchor/coder'
import { IDL, type PredictionMarket } from './idl/prediction_market.ts'
import type { AccountName, InstructionName } from './program.ts'

// Anchor's coder, and the types of what it decodes. `#anchor/coder` is that part of Anchor alone (package.json,
// `imports`): its main module would bring a provider, a workspace and a zlib into every bundle.

// Anchor expects Node's global `Buffer`, which browsers do not have.
globalThis.Buffer ??= Buffer

/** The program's types, as Anchor's coder decodes them. */
export type Raw = IdlTypes<PredictionMarket>

/** The program's accounts, as Anchor's coder decodes them. */
export type RawAccounts = IdlAccounts<PredictionMarket>

/** The program's events, as Anchor's coder decodes them. */
export type RawEvents = IdlEvents<PredictionMarket>

const coder = /* @__PURE__ */ new BorshCoder(IDL as Idl)

/** An instruction's data: its discriminator and its arguments. */
export function encodeInstruction(name: InstructionName, args: object): Buffer {
  return coder.instruction.encode(name, args)
}

/** Decodes an account of the given type; throws Anchor's errors. */
export function decodeRaw<Name extends AccountName>(name: Name, data: Uint8Array): RawAccounts[Name] {
  return coder.accounts.decode(name, Buffer.from(data.buffer, data.byteOffset, data.byteLength))
}

/** Lengths that have been asked for: Anchor goes through all fields every time. */
const sizes = new Map<AccountName, number>()

/** The length in bytes of an account type whose fields all have a fixed length. */
export function accountSize(name: AccountName): number {
  const known = sizes.get(name)
  if (known !== undefined) return known
  const size = coder.accounts.size(name)
  sizes.set(name, size)
  return size
}

/** An event, as Anchor's coder decodes it. */
export interface RawEvent {
  name: string
  data: object
}

/** Decodes an event from the base64 of a `Program data:` line; `null` if the IDL has no such event. */
export function decodeRawEvent(base64: string): RawEvent | null {
  return coder.events.decode(base64)
}
