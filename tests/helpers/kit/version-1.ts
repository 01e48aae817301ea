// Builds transactions of version 1 with Kit.

import {
  AccountRole,
  address,
  appendTransactionMessageInstruction,
  blockhash,
  createKeyPairSignerFromBytes,
  createTransactionMessage,
  getTransactionEncoder,
  type Instruction,
  pipe,
  setTransactionMessageComputeUnitLimit,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  setTransactionMessageLoadedAccountsDataSizeLimit,
  signTransactionMessageWithSigners,
} from '@solana/kit'
import type { Connection, Keypair, TransactionInstruction } from '@solana/web3.js'

/** Bytes of accounts and programs that the transaction may load. */
const LOADED_DATA_SIZE = 4 * 1_024 * 1_024

/** Builds a transaction of version 1 with `@solana/kit`, as a third-party wallet would, and signs it. */
export async function buildVersion1(
  connection: Connection,
  signer: Keypair,
  instruction: TransactionInstruction,
): Promise<Uint8Array> {
  const feePayer = await createKeyPairSignerFromBytes(signer.secretKey)
  const latest = await connection.getLatestBlockhash('confirmed')
  const lifetime = {
    blockhash: blockhash(latest.blockhash),
    lastValidBlockHeight: BigInt(latest.lastValidBlockHeight),
  }
  const message = pipe(
    createTransactionMessage({ version: 1 }),
    (empty) => setTransactionMessageFeePayerSigner(feePayer, empty),
    (paid) => setTransactionMessageLifetimeUsingBlockhash(lifetime, paid),
    (living) => setTransactionMessageComputeUnitLimit(200_000, living),
    (limited) => setTransactionMessageLoadedAccountsDataSizeLimit(LOADED_DATA_SIZE, limited),
    (limited) => appendTransactionMessageInstruction(toKit(instruction), limited),
  )
  return Uint8Array.from(getTransactionEncoder().encode(await signTransactionMessageWithSigners(message)))
}

function toKit({ programId, keys, data }: TransactionInstruction): Instruction {
  return {
    programAddress: address(programId.toBase58()),
    accounts: keys.map(({ pubkey, isSigner, isWritable }) => ({
      address: address(pubkey.toBase58()),
      role: roleOf(isSigner, isWritable),
    })),
    data: Uint8Array.from(data),
  }
}

function roleOf(isSigner: boolean, isWritable: boolean): AccountRole {
  if (isSigner) return isWritable ? AccountRole.WRITABLE_SIGNER : AccountRole.READONLY_SIGNER
  return isWritable ? AccountRole.WRITABLE : AccountRole.READONLY
}
