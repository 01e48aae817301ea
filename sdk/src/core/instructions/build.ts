// Builds any instruction of the program with the account order, flags and addresses of its IDL.

import { findConfig, findEscrow, findFeeVault, findQuestion } from '../addresses.ts'
import { type AccountFlags, accountsOf, type InstructionName, type InstructionOf } from '../program.ts'
import type { AddressInput, Codec, Library, Meta } from '../wire.ts'

type AccountOf<Name extends InstructionName> = InstructionOf<Name>['accounts'][number]
type FixedName<Name extends InstructionName> = Extract<AccountOf<Name>, { address: string }>['name']
type OptionalName<Name extends InstructionName> = Extract<AccountOf<Name>, { optional: true }>['name']
/** Accounts that follow from the program, or from the market of the instruction. */
type DerivedName = 'config' | 'feeVault' | 'question' | 'escrow'
type RequiredName<Name extends InstructionName> = Exclude<
  AccountOf<Name>['name'],
  FixedName<Name> | OptionalName<Name> | DerivedName
>

/** The parts of an instruction; `null` for an omitted optional account. */
export interface InstructionParts<Name extends InstructionName, L extends Library> {
  accounts: Record<RequiredName<Name>, AddressInput<L>> & Record<OptionalName<Name>, AddressInput<L> | null>
  /** Arguments, by the IDL's names. */
  args?: object
  /** Accounts after the named ones. */
  remaining?: readonly Meta<L['Address']>[]
}

/**
 * Builds an instruction with the order, flags and fixed addresses of the IDL. Checks the accounts, not the arguments. An
 * omitted optional account becomes the program's own address, as Anchor expects.
 */
export function buildInstruction<L extends Library, Name extends InstructionName>(
  codec: Codec<L>,
  name: Name,
  { accounts, args = {}, remaining = [] }: InstructionParts<Name, L>,
): L['Instruction'] {
  const { program } = codec
  const given: Readonly<Record<string, AddressInput<L> | null>> = accounts
  const named = accountsOf(name).map((account): Meta<L['Address']> => {
    const { signer: isSigner = false, writable: isWritable = false, optional } = account
    const input = given[account.name] ?? derived(codec, account, given.market)
    if (input === null && optional) return readOnly(program)
    const address =
      input === account.address ? codec.constant(input) : codec.address(account.name, input as L['Address'])
    return { address, isSigner, isWritable }
  })
  const data = codec.encode(name, args)
  return codec.instruction({ program, accounts: [...named, ...remaining], data })
}

/** The address of an account that is fixed, or follows from the program or the market; `null` for any other. */
function derived<L extends Library>(
  codec: Codec<L>,
  { name, address }: AccountFlags,
  market: AddressInput<L> | null | undefined,
): L['Address'] | string | null {
  if (name === 'config') return findConfig(codec)
  if (name === 'feeVault') return findFeeVault(codec)
  if (market && name === 'question') return findQuestion(codec, market)
  return market && name === 'escrow' ? findEscrow(codec, market) : (address ?? null)
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
