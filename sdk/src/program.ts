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

// The only file that touches Anchor: everything else speaks of instructions, accounts and events.

// Anchor's layouts look for Node's global where they run; browsers have none.
globalThis.Buffer ??= Buffer

/** The address of the program. */
export const PROGRAM_ID: PublicKey = /* @__PURE__ */ new PublicKey(IDL.address)

/** An instruction of the program, by name. */
export type InstructionName = PredictionMarket['instructions'][number]['name']

/** One instruction of the program, as the IDL has it. */
export type InstructionOf<Name extends InstructionName> = Extract<
  PredictionMarket['instructions'][number],
  { name: Name }
>

/** The program's types, with the values that Anchor's coder reads. */
export type Raw = IdlTypes<PredictionMarket>

/** The program's accounts, with the values that Anchor's coder reads. */
export type RawAccounts = IdlAccounts<PredictionMarket>

/** The program's events, with the values that Anchor's coder reads. */
export type RawEvents = IdlEvents<PredictionMarket>

/** An account type of the program, by name. */
export type AccountName = keyof RawAccounts

type Constant = PredictionMarket['constants'][number]

const coder = /* @__PURE__ */ new BorshCoder(IDL as Idl)

/** An account of an instruction: its name and flags, and its address where there is but one. */
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

/** Reads an account's data as the type that is expected there; Anchor's values, Anchor's errors. */
export function decodeRaw<Name extends AccountName>(name: Name, data: Uint8Array): RawAccounts[Name] {
  return coder.accounts.decode(name, Buffer.from(data.buffer, data.byteOffset, data.byteLength))
}

/** Reads a value of one of the program's types that an account holds packed. */
export function decodeRawType<Name extends keyof Raw>(name: Name, bytes: number[]): Raw[Name] {
  return coder.types.decode(name, Buffer.from(bytes))
}

/** Lengths that have been asked for: Anchor goes through all fields every time. */
const sizes = new Map<AccountName, number>()

/** The length of an account of this type in bytes, where all of its fields have a fixed one. */
export function accountSize(name: AccountName): number {
  const known = sizes.get(name)
  if (known !== undefined) return known
  const size = coder.accounts.size(name)
  sizes.set(name, size)
  return size
}

/** The eight bytes that each of the program's account types begins with. */
export const DISCRIMINATORS = Object.fromEntries(
  IDL.accounts.map(({ name, discriminator }) => [name, Uint8Array.from(discriminator)]),
) as Readonly<Record<AccountName, Uint8Array>>

/** An event with the values that Anchor's coder reads. */
export interface RawEvent {
  name: string
  data: object
}

/** Reads an event from the base64 of a `Program data:` line; `null` if it is none that the IDL has. */
export function decodeRawEvent(base64: string): RawEvent | null {
  return coder.events.decode(base64)
}

/** The name of an error of the program's own. */
export type ProgramErrorName = Capitalize<PredictionMarket['errors'][number]['name']>

/** What an error code stands for. */
export interface NamedError {
  name: string
  message: string
}

/** The program's own errors, by code. */
export const PROGRAM_ERRORS: ReadonlyMap<number, NamedError> = new Map(
  IDL.errors.map(({ code, name, msg }) => [code, { name: capitalize(name), message: msg }]),
)

/** The errors of the framework the program is written in, by code. */
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
