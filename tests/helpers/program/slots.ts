// Replaces accounts of instructions.

import { type AccountMeta, type PublicKey, TransactionInstruction } from '@solana/web3.js'
import { accountsOf, type InstructionName, type InstructionOf } from '../../../sdk/src/core/program.ts'

/** The names of an instruction's accounts. */
export type SlotName<Name extends InstructionName> = InstructionOf<Name>['accounts'][number]['name']

/** The address in a slot of an instruction. */
export function accountIn<Name extends InstructionName>(
  name: Name,
  instruction: TransactionInstruction,
  slot: SlotName<Name>,
): PublicKey {
  const index = accountsOf(name).findIndex((account) => account.name === slot)
  const key = instruction.keys[index]
  if (!key) throw new Error(`${name} has no account ${slot}`)
  return key.pubkey
}

/** A copy of an instruction with another account, or other flags, in a slot. */
export function withAccount<Name extends InstructionName>(
  name: Name,
  instruction: TransactionInstruction,
  slot: SlotName<Name>,
  change: PublicKey | Partial<AccountMeta>,
): TransactionInstruction {
  const index = accountsOf(name).findIndex((account) => account.name === slot)
  if (index < 0) throw new Error(`${name} has no account ${slot}`)
  return withKey(instruction, index, change)
}

/** Like `withAccount`, but by index, which also reaches the remaining accounts. */
export function withKey(
  { programId, keys, data }: TransactionInstruction,
  index: number,
  change: PublicKey | Partial<AccountMeta>,
): TransactionInstruction {
  const meta = 'toBase58' in change ? { pubkey: change } : change
  const changed = keys.map((key, at) => (at === index ? { ...key, ...meta } : key))
  return new TransactionInstruction({ programId, keys: changed, data })
}
