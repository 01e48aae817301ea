// Converts between web3.js and Kit.

import { AccountRole, type Address, address, createNoopSigner, type Instruction } from '@solana/kit'
import { PublicKey, TransactionInstruction } from '@solana/web3.js'

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
