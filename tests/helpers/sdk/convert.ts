// Converts between the SDK and Anchor's coder, and between web3.js and Kit.

import { AccountRole, type Address, address, createNoopSigner, type Instruction } from '@solana/kit'
import { PublicKey, TransactionInstruction } from '@solana/web3.js'
import BN from 'bn.js'

/** Converts a web3.js address to Kit. */
export const toKit = (key: PublicKey): Address => address(key.toBase58())

/** A Kit signer for a web3.js key; it signs nothing. */
export const signerOf = (key: PublicKey) => createNoopSigner(toKit(key))

/** Converts a Kit instruction to web3.js. */
export function toWeb3(instruction: Instruction): TransactionInstruction {
  return new TransactionInstruction({
    programId: new PublicKey(instruction.programAddress),
    data: Buffer.from(instruction.data ?? []),
    keys: (instruction.accounts ?? []).map((account) => ({
      pubkey: new PublicKey(account.address),
      isSigner: account.role === AccountRole.READONLY_SIGNER || account.role === AccountRole.WRITABLE_SIGNER,
      isWritable: account.role === AccountRole.WRITABLE || account.role === AccountRole.WRITABLE_SIGNER,
    })),
  })
}

/** Converts values of the SDK to those of Anchor's coder: `bigint` becomes `BN`. */
export function toAnchor<T>(value: T): T {
  return converted(value, (one) => (typeof one === 'bigint' ? new BN(one.toString()) : undefined))
}

/** Converts values of Anchor's coder to those of the SDK. */
export function fromAnchor<T>(value: T): T {
  return converted(value, (one) => (BN.isBN(one) ? BigInt(one.toString()) : undefined))
}

function converted<T>(value: T, convert: (one: unknown) => unknown): T {
  const own = convert(value)
  if (own !== undefined) return own as T
  if (value === null || typeof value !== 'object' || value instanceof PublicKey) return value
  if (Array.isArray(value)) return value.map((one) => converted(one, convert)) as T
  const entries = Object.entries(value).map(([name, one]) => [name, converted(one, convert)])
  return Object.fromEntries(entries) as T
}
