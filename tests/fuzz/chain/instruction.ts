import { IDL } from '@prediction-market/sdk/idl'
import { type Address, PROGRAM } from './address.ts'
import { Bytes } from './bytes.ts'
import type { Instruction, Meta } from './transaction.ts'

interface Slot {
  name: string
  signer?: boolean
  writable?: boolean
  optional?: boolean
}

const shapes = new Map(
  IDL.instructions.map(({ name, discriminator, accounts }) => [
    name as string,
    { discriminator: Uint8Array.from(discriminator), slots: accounts as unknown as Slot[] },
  ]),
)

/** Accounts by the names of the IDL; null for an optional one that is left out. */
export type Accounts = Record<string, Address | null>

/** An instruction of our program. */
export function call(
  name: string,
  accounts: Accounts,
  data: Bytes = new Bytes(),
  remaining: readonly Meta[] = [],
): Instruction {
  const shape = shapes.get(name)
  if (!shape) throw new Error(`There is no instruction ${name}`)
  const metas = shape.slots.map((slot): Meta => {
    const given = accounts[slot.name]
    if (given === undefined) throw new Error(`${name} needs the account ${slot.name}`)
    if (given === null) return { address: PROGRAM, isSigner: false, isWritable: false }
    return { address: given, isSigner: slot.signer ?? false, isWritable: slot.writable ?? false }
  })
  return {
    program: PROGRAM,
    accounts: [...metas, ...remaining],
    data: new Bytes().raw(shape.discriminator).raw(data.done()).done(),
  }
}

/** The names of an instruction's accounts, in their order. */
export function slotsOf(name: string): Slot[] {
  return shapes.get(name)?.slots ?? []
}

/** An account that an instruction only reads. */
export function reads(address: Address): Meta {
  return { address, isSigner: false, isWritable: false }
}

/** An account that an instruction writes. */
export function writes(address: Address): Meta {
  return { address, isSigner: false, isWritable: true }
}

const names = new Map<number, string>(
  IDL.errors.map(({ code, name }) => [code, `${name.charAt(0).toUpperCase()}${name.slice(1)}`]),
)

/** The name of a custom error: our program's own, or its number. */
export function errorName(code: number): string {
  return names.get(code) ?? `custom ${code}`
}
