// Anchor's coder of the program, with `bigint` for its BN.

import { BorshCoder } from '@coral-xyz/anchor'
import type { PublicKey } from '@solana/web3.js'
import BN from 'bn.js'
import { Buffer } from 'buffer'
import type { AccountName, InstructionName } from '../core/program.ts'
import type { Raw } from '../core/raw.ts'
import { remembered } from '../core/remember.ts'
import { IDL } from '../idl/prediction_market.ts'

/** A layout of Anchor's coder. `signed` is of an integer that it reads as BN; the others are layouts of parts. */
interface Layout {
  span: number
  signed?: boolean
  fields?: Layout[]
  registry?: Record<number, Layout>
  elementLayout?: Layout
  layout?: Layout
  decode(data: Uint8Array, offset?: number): unknown
}

/** Private fields of Anchor's coders. */
interface Layouts {
  accounts: { accountLayouts: Map<string, { layout: Layout }> }
  events: { layouts: Map<string, { layout: Layout }> }
}

const coder = remembered(() => {
  // Anchor's layouts write to a global Buffer, which browsers lack.
  const scope = globalThis as { Buffer?: unknown }
  scope.Buffer ??= Buffer
  const made = new BorshCoder(IDL)
  const { accounts, events } = made as unknown as Layouts
  for (const { layout } of [...accounts.accountLayouts.values(), ...events.layouts.values()]) readFast(layout)
  return made
})
const sizes = new Map<AccountName, number>()

/** Decodes an account whose discriminator has been checked. */
export function decodeAccount<Name extends AccountName>(name: Name, data: Uint8Array): Raw<Name, PublicKey> {
  return coder().accounts.decodeUnchecked(name, toBuffer(data)) as Raw<Name, PublicKey>
}

/** Decodes an event from base64; `null` if it is not one of the program's. */
export function decodeEvent(text: string): { name: string; data: object } | null {
  return coder().events.decode(text)
}

/** Discriminator and arguments of an instruction. */
export function encodeInstruction(name: InstructionName, args: object): Uint8Array {
  return coder().instruction.encode(name, toAnchor(args))
}

/** The bytes of an account whose fields all have a fixed length. */
export function accountSize(name: AccountName): number {
  const size = sizes.get(name) ?? coder().accounts.size(name)
  sizes.set(name, size)
  return size
}

/**
 * Lets a layout read `bigint` where it would read BN, and bytes where it would read lists of u8, the only items of one
 * byte: converting them afterwards takes twice as long as all of this, and there are many markets.
 */
function readFast(layout: Layout): void {
  const { span, signed, elementLayout: item, fields = [], registry = {}, layout: inner } = layout
  if (signed !== undefined) layout.decode = (data, at = 0) => toBigInt(data, at, span, signed)
  if (item?.span === 1) layout.decode = (data, at = 0) => new Uint8Array(data.subarray(at, at + span))
  for (const part of [...fields, ...Object.values(registry), item, inner]) if (part) readFast(part)
}

/** An integer of 64 bits, or an unsigned one of 128. */
function toBigInt(data: Uint8Array, at: number, span: number, isSigned: boolean): bigint {
  const view = new DataView(data.buffer, data.byteOffset + at, span)
  if (span > 8) return (view.getBigUint64(8, true) << 64n) | view.getBigUint64(0, true)
  return isSigned ? view.getBigInt64(0, true) : view.getBigUint64(0, true)
}

/** A value as Anchor takes it, for arguments. */
function toAnchor(value: unknown): unknown {
  if (typeof value === 'bigint') return new BN(value.toString())
  if (typeof value !== 'object' || value === null || 'toBytes' in value) return value
  if (value instanceof Uint8Array) return toBuffer(value)
  if (Array.isArray(value)) return value.map(toAnchor)
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, toAnchor(field)]))
}

function toBuffer(value: Uint8Array): Buffer {
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
}
