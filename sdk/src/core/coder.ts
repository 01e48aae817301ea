// Encodes instructions and computes the sizes of accounts, by the IDL.

import { IDL_INSTRUCTIONS } from '../idl/prediction_market.ts'
import { sizeOf } from './borsh/size.ts'
import type { IdlField } from './borsh/types.ts'
import { writeFields } from './borsh/write.ts'
import type { AccountName, InstructionName } from './program.ts'

/** An instruction's data: its discriminator and its arguments. */
export function encodeInstruction(name: InstructionName, args: object): Uint8Array {
  const instructions: readonly {
    name: string
    discriminator: readonly number[]
    args: readonly IdlField[]
  }[] = IDL_INSTRUCTIONS
  const found = instructions.find((instruction) => instruction.name === name)
  if (!found) throw new Error(`unknown instruction ${name}`)
  const out = [...found.discriminator]
  writeFields(found.args, args, out)
  return Uint8Array.from(out)
}

const DISCRIMINATOR_SIZE = 8

/** Computed lengths. */
const sizes = new Map<AccountName, number>()

/** The length in bytes of an account type whose fields all have a fixed length. */
export function accountSize(name: AccountName): number {
  const known = sizes.get(name)
  if (known !== undefined) return known
  const size = DISCRIMINATOR_SIZE + sizeOf({ defined: { name } })
  sizes.set(name, size)
  return size
}
