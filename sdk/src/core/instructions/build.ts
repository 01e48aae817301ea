// Builds any instruction of the program with the account order, flags and addresses of its IDL.

import { type AccountMeta, PublicKey, TransactionInstruction } from '@solana/web3.js'
import { Buffer } from 'buffer'
import { type AddressInput, requireAddress } from '../../web3/input.ts'
import { encodeInstruction } from '../coder.ts'
import { accountsOf, type InstructionName, type InstructionOf } from '../program.ts'

type AccountOf<Name extends InstructionName> = InstructionOf<Name>['accounts'][number]
type FixedName<Name extends InstructionName> = Extract<AccountOf<Name>, { address: string }>['name']
type OptionalName<Name extends InstructionName> = Extract<AccountOf<Name>, { optional: true }>['name']
type RequiredName<Name extends InstructionName> = Exclude<
  AccountOf<Name>['name'],
  FixedName<Name> | OptionalName<Name>
>

/** The accounts that an instruction takes by name; `null` for an omitted optional one. */
export type InstructionAccounts<Name extends InstructionName> = Record<RequiredName<Name>, PublicKey> &
  Record<OptionalName<Name>, PublicKey | null>

/** The parts of an instruction. */
export interface InstructionParts<Name extends InstructionName> {
  accounts: InstructionAccounts<Name>
  /** Arguments, by the IDL's names. */
  args?: object
  /** Accounts after the named ones. */
  remaining?: AccountMeta[]
}

/**
 * Builds an instruction with the order, flags and fixed addresses of the IDL, without checks. An omitted optional
 * account becomes the program's own address, as Anchor expects.
 */
export function buildInstruction<Name extends InstructionName>(
  name: Name,
  { accounts, args = {}, remaining = [] }: InstructionParts<Name>,
  program: AddressInput,
): TransactionInstruction {
  const programId = requireAddress('programId', program)
  const given: Readonly<Record<string, PublicKey | null>> = accounts
  const keys = accountsOf(name).map((account): AccountMeta => {
    const pubkey = account.address === undefined ? given[account.name] : new PublicKey(account.address)
    if (!pubkey) return readOnly(programId)
    return { pubkey, isSigner: account.signer ?? false, isWritable: account.writable ?? false }
  })
  return new TransactionInstruction({
    programId,
    keys: [...keys, ...remaining],
    data: Buffer.from(encodeInstruction(name, args)),
  })
}

/** A read-only account. */
export function readOnly(pubkey: PublicKey): AccountMeta {
  return { pubkey, isSigner: false, isWritable: false }
}

/** A writable account that does not sign. */
export function writable(pubkey: PublicKey): AccountMeta {
  return { pubkey, isSigner: false, isWritable: true }
}
