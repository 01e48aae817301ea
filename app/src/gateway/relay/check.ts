// Decides which signed transactions the gateway relays.

import { decodeTransaction, MAX_TRANSACTION_SIZE } from '@prediction-market/sdk/transaction'
import { ASSOCIATED_TOKEN_PROGRAM_ID } from '@solana/spl-token'
import {
  ComputeBudgetProgram,
  type PublicKey,
  V1_TRANSACTION_SIZE_LIMIT,
  type VersionedTransaction,
} from '@solana/web3.js'
import bs58 from 'bs58'
import { verifySignature } from '../../chain/ed25519.ts'
import { ApiError } from '../http/errors/api-error.ts'

export interface CheckedTransaction {
  transaction: VersionedTransaction
  /** Its first signature in base58, its id on the chain. */
  signature: string
}

/** Base64 of the longest transaction. */
const MAX_TEXT = 4 * Math.ceil(V1_TRANSACTION_SIZE_LIMIT / 3)
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/** Programs that only write logs. */
const MEMO_PROGRAMS = [
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVddwQDwFMNo',
]

/** The program whose assertions wallets append, so that a transaction cannot do more than in their simulation. */
const LIGHTHOUSE = 'L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95'

/** Its first assertion; the instructions before it write and close accounts. */
const FIRST_ASSERTION = 2

/** Instructions of the associated token program that are relayed: `Create` and `CreateIdempotent`. */
const CREATIONS = [0, 1]

const FIELD = 'signedTransaction'

/**
 * Decodes a transaction and refuses instructions of other programs, address lookup tables, and missing or wrong
 * signatures.
 *
 * @throws ApiError 400 with the reason
 */
export function checkTransaction(base64: string, programId: PublicKey): CheckedTransaction {
  const transaction = decode(base64)
  checkInstructions(transaction, programId)
  checkSignatures(transaction)
  return { transaction, signature: bs58.encode(transaction.signatures[0] as Uint8Array) }
}

function decode(base64: string): VersionedTransaction {
  if (base64.length > MAX_TEXT)
    refuse(`is longer than the ${V1_TRANSACTION_SIZE_LIMIT} bytes of a transaction`)
  if (base64 === '' || !BASE64.test(base64)) refuse('must be base64')
  const bytes = Buffer.from(base64, 'base64')
  let transaction: VersionedTransaction
  try {
    transaction = decodeTransaction(bytes)
    // Another encoding of the same message would have another signature.
    if (!bytes.equals(transaction.serialize())) refuse('is not a transaction in canonical form')
  } catch (error) {
    if (error instanceof ApiError) throw error
    return refuse('is not a transaction')
  }
  const most = transaction.version === 1 ? V1_TRANSACTION_SIZE_LIMIT : MAX_TRANSACTION_SIZE
  if (bytes.length > most) refuse(`is longer than the ${most} bytes of a transaction`)
  return transaction
}

function checkInstructions({ message }: VersionedTransaction, programId: PublicKey): void {
  if (message.addressTableLookups.length > 0) refuse('uses address lookup tables, which are not relayed')
  let isOurs = false
  for (const { programIdIndex, data } of message.compiledInstructions) {
    const program = message.staticAccountKeys[programIdIndex]
    if (!program) refuse('is not a transaction')
    if (program.equals(programId)) isOurs = true
    else if (program.equals(ASSOCIATED_TOKEN_PROGRAM_ID)) {
      if (data.length > 1 || !CREATIONS.includes(data[0] ?? 0)) {
        refuse('has an instruction of the associated token program other than Create or CreateIdempotent')
      }
    } else if (program.toBase58() === LIGHTHOUSE) {
      if ((data[0] ?? 0) < FIRST_ASSERTION)
        refuse('has an instruction of Lighthouse that is not an assertion')
    } else if (
      !program.equals(ComputeBudgetProgram.programId) &&
      !MEMO_PROGRAMS.includes(program.toBase58())
    ) {
      refuse(`has an instruction for ${program.toBase58()}, which is not relayed`)
    }
  }
  if (!isOurs) refuse(`has no instruction for the program ${programId.toBase58()}`)
}

function checkSignatures({ message, signatures }: VersionedTransaction): void {
  const { numRequiredSignatures } = message.header
  if (numRequiredSignatures < 1 || signatures.length !== numRequiredSignatures) refuse('is not a transaction')
  const signed = message.serialize()
  signatures.forEach((signature, index) => {
    const signer = message.staticAccountKeys[index]
    if (!signer) refuse('is not a transaction')
    if (signature.every((byte) => byte === 0)) refuse(`is not signed by ${signer.toBase58()}`)
    if (!verifySignature(signed, signature, signer.toBytes())) {
      refuse(`has a signature of ${signer.toBase58()} that does not match the transaction`)
    }
  })
}

function refuse(reason: string): never {
  throw new ApiError(400, `${FIELD}: ${reason}`)
}
