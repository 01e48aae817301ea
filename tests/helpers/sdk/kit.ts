import { AccountRole, type Address, address, createNoopSigner, type Instruction } from '@solana/kit'
import { PublicKey, TransactionInstruction } from '@solana/web3.js'

/** An address of web3.js as Kit has it. */
export const toKit = (key: PublicKey): Address => address(key.toBase58())

/** A signer of Kit that stands for a key of web3.js; it signs nothing. */
export const signerOf = (key: PublicKey) => createNoopSigner(toKit(key))

/** An instruction of Kit as web3.js has it. */
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
