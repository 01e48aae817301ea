// Compiles messages without lookup tables.

import { MessageV0, type PublicKey, type TransactionInstruction } from '@solana/web3.js'

/** An account of a message. */
interface Account {
  key: PublicKey
  isSigner: boolean
  isWritable: boolean
  index: number
}

/** The most accounts of a message, which have indexes of one byte. */
const MAX_ACCOUNTS = 256

/**
 * Compiles a message of version 0 without lookup tables, byte by byte as `TransactionMessage` of web3.js does. That takes
 * four times as long, because it compares addresses in base58.
 */
export function compileStatic(
  payer: PublicKey,
  recentBlockhash: string,
  instructions: readonly TransactionInstruction[],
): MessageV0 {
  const accounts = new Map<string, Account>()
  const add = (key: PublicKey, isSigner: boolean, isWritable: boolean): Account => {
    const name = String.fromCharCode(...key.toBytes())
    const account = accounts.get(name) ?? { key, isSigner: false, isWritable: false, index: 0 }
    account.isSigner ||= isSigner
    account.isWritable ||= isWritable
    accounts.set(name, account)
    return account
  }
  add(payer, true, true)
  const used = instructions.map(({ programId, keys, data }) => ({
    program: add(programId, false, false),
    keys: keys.map(({ pubkey, isSigner, isWritable }) => add(pubkey, isSigner, isWritable)),
    data,
  }))
  if (accounts.size > MAX_ACCOUNTS) throw new Error('Max static account keys length exceeded')
  const sorted = [...accounts.values()].sort((a, b) => rankOf(a) - rankOf(b))
  sorted.forEach((account, index) => {
    account.index = index
  })
  const count = (isCounted: (account: Account) => boolean) => sorted.filter(isCounted).length
  return new MessageV0({
    header: {
      numRequiredSignatures: count(({ isSigner }) => isSigner),
      numReadonlySignedAccounts: count(({ isSigner, isWritable }) => isSigner && !isWritable),
      numReadonlyUnsignedAccounts: count(({ isSigner, isWritable }) => !isSigner && !isWritable),
    },
    staticAccountKeys: sorted.map(({ key }) => key),
    recentBlockhash,
    compiledInstructions: used.map(({ program, keys, data }) => ({
      programIdIndex: program.index,
      accountKeyIndexes: keys.map(({ index }) => index),
      data,
    })),
    addressTableLookups: [],
  })
}

/** Signers come first, and among equals those that are written. */
function rankOf({ isSigner, isWritable }: Account): number {
  return (isSigner ? 0 : 2) + (isWritable ? 0 : 1)
}
