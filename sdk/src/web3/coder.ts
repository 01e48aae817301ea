// Anchor's coder of the program, with `bigint` for its BN.

import { BorshCoder } from '@coral-xyz/anchor'
import BN from 'bn.js'
import { Buffer } from 'buffer'
import type { AccountName, InstructionName } from '../core/program.ts'
import type { IdlField, Raw } from '../core/raw.ts'
import { remembered } from '../core/remember.ts'
import { IDL, IDL_INSTRUCTIONS } from '../idl/prediction_market.ts'
import { type Convert, valueConverter } from './idl-values.ts'
import type { Web3 } from './library.ts'

/** The digits of BN: 26 bits each, the lowest first. */
interface Digits {
  negative: number
  words: number[]
  length: number
}

const DIGIT = 2 ** 26

const coder = remembered(() => {
  // Anchor's layouts write to a global Buffer, which browsers lack.
  const scope = globalThis as { Buffer?: unknown }
  scope.Buffer ??= Buffer
  return new BorshCoder(IDL)
})
const decoded = remembered(() => valueConverter({ big: toBigInt, bytes: toBytes }))
const encoded = remembered(() => valueConverter({ big: toBN, bytes: toBuffer }))
const argumentsOf = new Map<InstructionName, Convert>()
const sizes = new Map<AccountName, number>()

/** Decodes an account whose discriminator has been checked. */
export function decodeAccount<Name extends AccountName>(
  name: Name,
  data: Uint8Array,
): Raw<Name, Web3['Address']> {
  return convert(decoded().type(name), coder().accounts.decodeUnchecked(name, toBuffer(data)))
}

/** Decodes an event from base64; `null` if it is not one of the program's. */
export function decodeEvent(text: string): { name: string; data: object } | null {
  const event = coder().events.decode(text)
  return event && { name: event.name, data: convert(decoded().type(event.name), event.data) }
}

/** Discriminator and arguments of an instruction. */
export function encodeInstruction(name: InstructionName, args: object): Uint8Array {
  const instructions: readonly { name: string; args: readonly IdlField[] }[] = IDL_INSTRUCTIONS
  const fields = instructions.find((instruction) => instruction.name === name)?.args ?? []
  const known = argumentsOf.get(name)
  const toAnchor = known === undefined ? encoded().fields(fields) : known
  argumentsOf.set(name, toAnchor)
  return coder().instruction.encode(name, convert(toAnchor, args))
}

/** The bytes of an account whose fields all have a fixed length. */
export function accountSize(name: AccountName): number {
  const size = sizes.get(name) ?? coder().accounts.size(name)
  sizes.set(name, size)
  return size
}

function convert<T>(to: Convert, value: unknown): T {
  return (to ? to(value as never) : value) as T
}

/** Reads the digits of BN: converting by text takes ten times as long. */
function toBigInt(value: BN): bigint {
  const { negative, words, length } = value as unknown as Digits
  let big = BigInt((words[0] ?? 0) + (length > 1 ? (words[1] ?? 0) * DIGIT : 0))
  for (let index = 2; index < length; index += 1) big |= BigInt(words[index] ?? 0) << BigInt(26 * index)
  return negative ? -big : big
}

function toBN(value: bigint): BN {
  return new BN(value.toString())
}

function toBytes(value: ArrayLike<number>): Uint8Array {
  return Uint8Array.from(value)
}

function toBuffer(value: Uint8Array | readonly number[]): Buffer {
  if (!(value instanceof Uint8Array)) return Buffer.from(value)
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
}
