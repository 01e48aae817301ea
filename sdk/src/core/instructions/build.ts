// Builds any instruction of the program with the account order, flags and addresses of its IDL.

import { accountsOf, type InstructionName, type InstructionOf } from '../program.ts'
import type { Codec, Library, Meta } from '../wire.ts'

type AccountOf<Name extends InstructionName> = InstructionOf<Name>['accounts'][number]
type FixedName<Name extends InstructionName> = Extract<AccountOf<Name>, { address: string }>['name']
type OptionalName<Name extends InstructionName> = Extract<AccountOf<Name>, { optional: true }>['name']
type RequiredName<Name extends InstructionName> = Exclude<
  AccountOf<Name>['name'],
  FixedName<Name> | OptionalName<Name>
>

/** The parts of an instruction; `null` for an omitted optional account. */
export interface InstructionParts<Name extends InstructionName, Address> {
  accounts: Record<RequiredName<Name>, Address> & Record<OptionalName<Name>, Address | null>
  /** Arguments, by the IDL's names. */
  args?: object
  /** Accounts after the named ones. */
  remaining?: readonly Meta<Address>[]
}

/**
 * Builds an instruction with the order, flags and fixed addresses of the IDL, without checks. An omitted optional
 * account becomes the program's own address, as Anchor expects.
 */
export function buildInstruction<L extends Library, Name extends InstructionName>(
  codec: Codec<L>,
  name: Name,
  { accounts, args = {}, remaining = [] }: InstructionParts<Name, L['Address']>,
): L['Instruction'] {
  const { program } = codec
  const given: Readonly<Record<string, L['Address'] | null>> = accounts
  const named = accountsOf(name).map((account): Meta<L['Address']> => {
    const address = account.address === undefined ? given[account.name] : codec.constant(account.address)
    if (!address) return readOnly(program)
    return { address, isSigner: account.signer ?? false, isWritable: account.writable ?? false }
  })
  const data = codec.encode(name, args)
  return codec.instruction({ program, accounts: [...named, ...remaining], data })
}

/** A read-only account. */
export function readOnly<Address>(address: Address): Meta<Address> {
  return { address, isSigner: false, isWritable: false }
}

/** A writable account that does not sign. */
export function writable<Address>(address: Address): Meta<Address> {
  return { address, isSigner: false, isWritable: true }
}

/** An account that signs, and pays if it is writable. */
export function signer<Address>(address: Address, isWritable: boolean): Meta<Address> {
  return { address, isSigner: true, isWritable }
}
