import {
  BorshCoder,
  type Idl,
  type IdlAccounts,
  type IdlEvents,
  type IdlTypes,
  LangErrorCode,
  LangErrorMessage,
} from '@coral-xyz/anchor'
import { PublicKey } from '@solana/web3.js'
import { Buffer } from 'buffer'
import { IDL, type PredictionMarket } from './complete-idl.ts'

// The only file that imports Anchor.

// Anchor expects Node's global `Buffer`, which browsers do not have.
globalThis.Buffer ??= Buffer

/** The address of the program. */
export const PROGRAM_ID: PublicKey = /* @__PURE__ */ new PublicKey(IDL.address)

/** An instruction of the program, by name. */
export type InstructionName = PredictionMarket['instructions'][number]['name']

/** An instruction of the program in the IDL. */
export type InstructionOf<Name extends InstructionName> = Extract<
  PredictionMarket['instructions'][number],
  { name: Name }
>

/** The program's types, as Anchor's coder decodes them. */
export type Raw = IdlTypes<PredictionMarket>

/** The program's accounts, as Anchor's coder decodes them. */
export type RawAccounts = IdlAccounts<PredictionMarket>

/** The program's events, as Anchor's coder decodes them. */
export type RawEvents = IdlEvents<PredictionMarket>

/** An account type of the program, by name. */
export type AccountName = keyof RawAccounts

type Constant = PredictionMarket['constants'][number]

const coder = /* @__PURE__ */ new BorshCoder(IDL as Idl)

/** An account of an instruction: its name, its flags, and its address if it is fixed. */
export interface AccountFlags {
  name: string
  writable?: boolean
  signer?: boolean
  address?: string
}

/** The accounts of an instruction, in the program's order. */
export function accountsOf(name: InstructionName): readonly AccountFlags[] {
  return IDL.instructions.find((instruction) => instruction.name === name)?.accounts ?? []
}

/** An instruction's data: its discriminator and its arguments. */
export function encodeInstruction(name: InstructionName, args: object): Buffer {
  return coder.instruction.encode(name, args)
}

/** Decodes an account of the given type; throws Anchor's errors. */
export function decodeRaw<Name extends AccountName>(name: Name, data: Uint8Array): RawAccounts[Name] {
  return coder.accounts.decode(name, Buffer.from(data.buffer, data.byteOffset, data.byteLength))
}

/** Decodes a value of the given type that an account holds packed. */
export function decodeRawType<Name extends keyof Raw>(name: Name, bytes: number[]): Raw[Name] {
  return coder.types.decode(name, Buffer.from(bytes))
}

/** A cache: Anchor goes through all fields every time. */
const sizes = new Map<AccountName, number>()

/** The length in bytes of an account type whose fields all have a fixed length. */
export function accountSize(name: AccountName): number {
  const known = sizes.get(name)
  if (known !== undefined) return known
  const size = coder.accounts.size(name)
  sizes.set(name, size)
  return size
}

/** The discriminator of each account type, eight bytes. */
export const DISCRIMINATORS = Object.fromEntries(
  IDL.accounts.map(({ name, discriminator }) => [name, Uint8Array.from(discriminator)]),
) as Readonly<Record<AccountName, Uint8Array>>

/** An event, as Anchor's coder decodes it. */
export interface RawEvent {
  name: string
  data: object
}

/** Decodes an event from the base64 of a `Program data:` line; `null` if the IDL has no such event. */
export function decodeRawEvent(base64: string): RawEvent | null {
  return coder.events.decode(base64)
}

/** The name of one of the program's own errors. */
export type ProgramErrorName = Capitalize<PredictionMarket['errors'][number]['name']>

/** The name and message of an error code. */
export interface NamedError {
  name: string
  message: string
}

/** The program's own errors, by code. */
export const PROGRAM_ERRORS: ReadonlyMap<number, NamedError> = new Map(
  IDL.errors.map(({ code, name, msg }) => [code, { name: capitalize(name), message: msg }]),
)

/** Anchor's own errors, by code. */
export const FRAMEWORK_ERRORS: ReadonlyMap<number, NamedError> = new Map(
  Object.entries(LangErrorCode).map(([name, code]) => [
    code,
    { name, message: LangErrorMessage.get(code) ?? name },
  ]),
)

/** A number that the program exports, such as the longest question. */
export function limit(name: Exclude<Constant, { type: 'bytes' }>['name']): number {
  return Number(constant(name))
}

/** The bytes of a seed that the program exports. */
export function seed(name: Extract<Constant, { type: 'bytes' }>['name']): Uint8Array {
  return Uint8Array.from(JSON.parse(constant(name)))
}

function constant(name: Constant['name']): string {
  return (IDL.constants.find((candidate) => candidate.name === name) as Constant).value
}

/** `stakeTooSmall`, as the IDL has it here, to `StakeTooSmall`, as the program has it. */
export function capitalize(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}
