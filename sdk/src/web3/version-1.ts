// Transactions of version 1: web3.js 1.99 reads their messages, this file also writes them.

import * as web3 from '@solana/web3.js'
import { type MessageV1, VersionedTransaction } from '@solana/web3.js'
import bs58 from 'bs58'
import { InvalidInputError } from '../core/errors.ts'

/** First byte of a message of version 1. */
const PREFIX = 0x81

/** The bits of a message's configuration, in the order of its values; the priority fee is a u64 and takes two. */
const FEE_BITS = 0b11
const UNITS_BIT = 0b100
const DATA_SIZE_BIT = 0b1000
const HEAP_BIT = 0b1_0000

/** A message of version 1. @throws InvalidInputError if web3.js is older than 1.99 */
export function messageV1(parts: ConstructorParameters<typeof MessageV1>[0]): MessageV1 {
  // Looked up by name, since older versions have no such export.
  const Message = web3.MessageV1 as typeof MessageV1 | undefined
  if (!Message) throw new InvalidInputError('version', 'must be 0: version 1 needs @solana/web3.js 1.99')
  return new Message(parts)
}

/** The bytes of a message of version 1; web3.js only reads them. */
function serializeV1(message: MessageV1): Uint8Array {
  const { header, staticAccountKeys, compiledInstructions, recentBlockhash } = message
  const { priorityFee, computeUnitLimit, loadedAccountsDataSizeLimit, heapSize } = message.transactionConfig
  const { numRequiredSignatures, numReadonlySignedAccounts, numReadonlyUnsignedAccounts } = header
  const mask =
    (priorityFee === null ? 0 : FEE_BITS) |
    (computeUnitLimit === null ? 0 : UNITS_BIT) |
    (loadedAccountsDataSizeLimit === null ? 0 : DATA_SIZE_BIT) |
    (heapSize === null ? 0 : HEAP_BIT)
  const limits = [computeUnitLimit, loadedAccountsDataSizeLimit, heapSize]
  return Uint8Array.from([
    ...[PREFIX, numRequiredSignatures, numReadonlySignedAccounts, numReadonlyUnsignedAccounts],
    ...integer(4, mask),
    ...bs58.decode(recentBlockhash),
    ...integer(1, compiledInstructions.length),
    ...integer(1, staticAccountKeys.length),
    ...staticAccountKeys.flatMap((key) => [...key.toBytes()]),
    ...(priorityFee === null ? [] : integer(8, priorityFee)),
    ...limits.flatMap((value) => (value === null ? [] : integer(4, value))),
    ...compiledInstructions.flatMap(({ programIdIndex, accountKeyIndexes, data }) => [
      ...integer(1, programIdIndex),
      ...integer(1, accountKeyIndexes.length),
      ...integer(2, data.length),
    ]),
    ...compiledInstructions.flatMap(({ accountKeyIndexes, data }) => [...accountKeyIndexes, ...data]),
  ])
}

/** A transaction of version 1, whose signatures follow its message. */
class TransactionV1 extends VersionedTransaction {
  override serialize(): Uint8Array {
    return Uint8Array.from([this.message.serialize(), ...this.signatures].flatMap((part) => [...part]))
  }
}

/** Makes a transaction of version 1 that can be signed and written. */
export function writableV1(message: MessageV1, signatures?: Uint8Array[]): VersionedTransaction {
  const writable = messageV1(message)
  writable.serialize = () => serializeV1(writable)
  return new TransactionV1(writable, signatures)
}

/** Decodes a transaction of any version, so that it can be written again. @throws Error if it is not a transaction */
export function decodeTransaction(bytes: Uint8Array): VersionedTransaction {
  const transaction = VersionedTransaction.deserialize(bytes)
  const { message, signatures } = transaction
  return message.version === 1 ? writableV1(message, signatures) : transaction
}

/** The bytes of an unsigned integer, the lowest first. @throws RangeError if it needs more */
function integer(size: number, value: number): number[] {
  if (value >= 256 ** size) throw new RangeError(`${value} does not fit into ${size} bytes`)
  return Array.from({ length: size }, (_, index) => Math.floor(value / 256 ** index) % 256)
}
