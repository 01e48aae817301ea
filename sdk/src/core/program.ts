// The program's IDL by name: instructions, accounts and errors.

import { IDL_ACCOUNTS, IDL_INSTRUCTIONS, type PredictionMarket } from '../idl/prediction_market.ts'

/** An instruction of the program, by name. */
export type InstructionName = PredictionMarket['instructions'][number]['name']

/** An instruction of the program in the IDL. */
export type InstructionOf<Name extends InstructionName> = Extract<
  PredictionMarket['instructions'][number],
  { name: Name }
>

/** An account type of the program, by name. */
export type AccountName = PredictionMarket['accounts'][number]['name']

/** An account of an instruction: its name, its flags, and its address if it is fixed. */
export interface AccountFlags {
  name: string
  writable?: boolean
  signer?: boolean
  optional?: boolean
  address?: string
}

/** The accounts of an instruction, in the program's order. */
export function accountsOf(name: InstructionName): readonly AccountFlags[] {
  return IDL_INSTRUCTIONS.find((instruction) => instruction.name === name)?.accounts ?? []
}

/** The discriminator of each account type, eight bytes. */
export const DISCRIMINATORS: Readonly<Record<AccountName, Uint8Array>> = /* @__PURE__ */ discriminators()

function discriminators(): Record<AccountName, Uint8Array> {
  const entries = IDL_ACCOUNTS.map(({ name, discriminator }) => [name, Uint8Array.from(discriminator)])
  return Object.fromEntries(entries)
}

/** The name of one of the program's own errors. */
export type ProgramErrorName = Capitalize<PredictionMarket['errors'][number]['name']>

/** `stakeTooSmall`, as the IDL has it here, to `StakeTooSmall`, as the program has it. */
export function capitalize(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}
