// Codama's codecs of the program, in the form of the core: `null` for none, `{ yes: {} }` for a variant.

import { getBase64Encoder } from '@solana/kit'
import { type AccountName, capitalize, type InstructionName } from '../core/program.ts'
import type { Raw } from '../core/raw.ts'
import { IDL_EVENTS } from '../idl/prediction_market.ts'
import { ACCOUNT_DECODERS, ENUM_FIELDS, EVENT_DECODERS, INSTRUCTION_ENCODERS } from './generated/coders.ts'
import type { Kit } from './library.ts'

interface Coder {
  decode(data: Uint8Array, offset?: number): unknown
  encode(args: never): ArrayLike<number>
  fixedSize?: number
}

const DISCRIMINATOR_SIZE = 8

/** The enums without data, which Codama numbers, by the fields that hold them. */
const ENUMS: Readonly<Record<string, Record<string, string | number>>> = ENUM_FIELDS

const made = new Map<() => unknown, Coder>()

/** Makes a coder when it is first needed. */
function coder(make: () => unknown): Coder {
  const known = made.get(make) ?? (make() as Coder)
  made.set(make, known)
  return known
}

/** Decodes an account whose discriminator has been checked. */
export function decodeAccount<Name extends AccountName>(
  name: Name,
  data: Uint8Array,
): Raw<Name, Kit['Address']> {
  // Accounts have neither enums nor options: the program stores them as bytes.
  return coder(ACCOUNT_DECODERS[name]).decode(data) as Raw<Name, Kit['Address']>
}

/** Decodes an event from base64; `null` if it is not one of the program's. */
export function decodeEvent(text: string): { name: string; data: object } | null {
  const data = fromBase64(text)
  const event = IDL_EVENTS.find(({ discriminator }) =>
    discriminator.every((byte, index) => data[index] === byte),
  )
  if (!event) return null
  const raw = coder(EVENT_DECODERS[event.name]).decode(data, DISCRIMINATOR_SIZE)
  return { name: event.name, data: fromCodama(raw, '') as object }
}

/** Discriminator and arguments of an instruction. */
export function encodeInstruction(name: InstructionName, args: object): Uint8Array {
  const values = toCodama(args, '') as Record<string, unknown>
  return Uint8Array.from(coder(INSTRUCTION_ENCODERS[name]).encode(flat(values) as never))
}

/** The bytes of an account whose fields all have a fixed length. */
export function accountSize(name: AccountName): number {
  return coder(ACCOUNT_DECODERS[name]).fixedSize ?? 0
}

/** Decodes base64; empty if the text is not base64. */
export function fromBase64(text: string): Uint8Array {
  try {
    return Uint8Array.from(getBase64Encoder().encode(text))
  } catch {
    return new Uint8Array()
  }
}

/** Codama takes the fields of a single argument `args` as arguments, and calls the question's text otherwise. */
function flat({ args, ...others }: Record<string, unknown>): object {
  const all = { ...others, ...(args as object | undefined) }
  return 'question' in all ? { ...all, questionText: all.question } : all
}

/** A value of Codama's: options, numbered variants and variants with a kind become those of the core. */
function fromCodama(value: unknown, field: string): unknown {
  const names = ENUMS[field]
  if (names && typeof value === 'number') return { [uncapitalize(String(names[value]))]: {} }
  if (!isRecord(value)) return value
  if ('__option' in value) return value.__option === 'Some' ? fromCodama(value.value, field) : null
  const { __kind: kind, ...fields } = value
  const converted = mapped(fields, fromCodama)
  return kind === undefined ? converted : { [uncapitalize(String(kind))]: converted }
}

/** The other way round, for arguments. */
export function toCodama(value: unknown, field: string): unknown {
  if (!isRecord(value)) return value
  const [name = '', ...others] = Object.keys(value)
  const number = others.length === 0 ? ENUMS[field]?.[capitalize(name)] : undefined
  if (number !== undefined) return number
  if (field !== 'metric') return mapped(value, toCodama)
  const { feed, ...fields } = value[name] as { feed?: ArrayLike<number> }
  return { __kind: capitalize(name), ...fields, ...(feed && { feed: Uint8Array.from(feed) }) }
}

function mapped(fields: Record<string, unknown>, convert: (value: unknown, field: string) => unknown) {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, convert(value, name)]))
}

function isRecord(value: unknown): value is Record<string, unknown> {
  const isObject = typeof value === 'object' && value !== null
  return isObject && !Array.isArray(value) && !(value instanceof Uint8Array)
}

function uncapitalize(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1)
}
