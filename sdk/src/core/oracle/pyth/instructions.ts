// Builds seven instructions of Pyth's programs, after the IDLs in the npm package `@pythnetwork/pyth-solana-receiver`
// 0.14.0, whose client needs another version of Anchor. Four belong to Pyth's deployment of the Wormhole core bridge.

import { type AccountMeta, PublicKey, SystemProgram, TransactionInstruction } from '@solana/web3.js'
import { Buffer } from 'buffer'
import type { MerkleUpdate } from './accumulator.ts'
import {
  atomicData,
  discriminator,
  instructionData,
  postingAccounts,
  postingArguments,
  u32,
} from './atomic.ts'
import type { PriceUpdate } from './price-update.ts'

/** Bytes before the message in an account that holds a VAA. */
const VAA_HEADER = 46

/** An account for a VAA, and the signer who may write it. */
export interface VaaAccount {
  /** The Wormhole core bridge that verifies it. */
  wormhole: PublicKey
  authority: PublicKey
  account: PublicKey
}

/** The size of an account that holds a VAA. */
export function vaaAccountSize(vaa: Uint8Array): number {
  return VAA_HEADER + vaa.length
}

/** Initialises an account of the bridge for a VAA. */
export function initEncodedVaa({ wormhole, authority, account }: VaaAccount): TransactionInstruction {
  return build(wormhole, 'init_encoded_vaa', [signer(authority), writable(account)])
}

/** Writes a part of a VAA at an offset. */
export function writeEncodedVaa(
  { wormhole, authority, account }: VaaAccount,
  index: number,
  part: Uint8Array,
): TransactionInstruction {
  const keys = [signer(authority), writable(account)]
  return build(wormhole, 'write_encoded_vaa', keys, [u32(index), u32(part.length), part])
}

/** Verifies the guardians' signatures of a VAA that is written in full. */
export function verifyEncodedVaa(
  { wormhole, authority, account }: VaaAccount,
  vaa: Buffer,
): TransactionInstruction {
  const keys = [signer(authority), writable(account), readOnly(guardianSet(wormhole, vaa))]
  return build(wormhole, 'verify_encoded_vaa_v1', keys)
}

/** Closes the account of a VAA; its rent goes to the authority. */
export function closeEncodedVaa({ wormhole, authority, account }: VaaAccount): TransactionInstruction {
  return build(wormhole, 'close_encoded_vaa', [payer(authority), writable(account)])
}

/** A price to post. */
interface PostedUpdate {
  /** The Pyth receiver that posts it. */
  receiver: PublicKey
  /** Pays, and may close the account. */
  payer: PublicKey
  /** A new account, which must sign. */
  priceUpdate: PublicKey
  update: MerkleUpdate
  /** Which of the receiver's 256 treasuries takes the fee. A random one avoids write locks. */
  treasuryId: number
}

/** A price to post by a VAA that is on the chain and verified. */
export interface PostUpdateInput extends PostedUpdate {
  encodedVaa: PublicKey
}

/** A price to post together with its VAA. */
export interface PostUpdateAtomicInput extends PostedUpdate {
  /** The Wormhole core bridge whose guardians signed it. */
  wormhole: PublicKey
  vaa: Uint8Array
}

/** Posts a price that a verified VAA proves. */
export function postUpdate(input: PostUpdateInput): TransactionInstruction {
  const args = postingArguments(input.update, input.treasuryId)
  return build(input.receiver, 'post_update', postKeys(input, input.encodedVaa), args)
}

/** Posts a price and verifies the signatures of its VAA, as many as it has. */
export function postUpdateAtomic(input: PostUpdateAtomicInput): TransactionInstruction {
  const { receiver, wormhole, vaa, update, treasuryId } = input
  const keys = postKeys(input, guardianSet(wormhole, vaa))
  const data = Buffer.from(atomicData(vaa, update, treasuryId))
  return new TransactionInstruction({ programId: receiver, keys, data })
}

/** @param proof - the account by which the VAA is verified */
function postKeys(input: PostedUpdate, proof: PublicKey): AccountMeta[] {
  const { payer, priceUpdate, receiver, treasuryId } = input
  return postingAccounts({
    payer,
    proof,
    config: find(['config'], receiver),
    treasury: find(['treasury', Uint8Array.of(treasuryId)], receiver),
    priceUpdate,
    systemProgram: SystemProgram.programId,
  }).map(({ key, ...flags }) => ({ pubkey: key, ...flags }))
}

/** The price that an instruction posts to an account, by either instruction; `null` if it does something else. */
export function readPostedPrice(
  instruction: { programId: PublicKey; accounts: readonly PublicKey[]; data: Uint8Array },
  { receiver, priceUpdate }: { receiver: PublicKey; priceUpdate: PublicKey },
): Omit<PriceUpdate, 'signed'> | null {
  const { programId, accounts } = instruction
  if (!programId.equals(receiver) || accounts[4]?.equals(priceUpdate) !== true) return null
  const data = Buffer.from(instruction.data)
  const isA = (name: string) => data.subarray(0, 8).equals(discriminator(name))
  if (isA('post_update')) return readMessage(data.subarray(12))
  // In this instruction the VAA and its length come first.
  return isA('post_update_atomic') ? readMessage(data.subarray(16 + data.readUInt32LE(8))) : null
}

/** Reads a price message, whose numbers are big-endian. */
function readMessage(message: Buffer): Omit<PriceUpdate, 'signed'> {
  return {
    feedId: message.toString('hex', 1, 33),
    price: message.readBigInt64BE(33),
    conf: message.readBigUInt64BE(41),
    exponent: message.readInt32BE(49),
    publishTime: Number(message.readBigInt64BE(53)),
    prevPublishTime: Number(message.readBigInt64BE(61)),
    emaPrice: message.readBigInt64BE(69),
    emaConf: message.readBigUInt64BE(77),
  }
}

/** Closes the account of a posted price; its rent goes to the poster. */
export function reclaimRent(
  receiver: PublicKey,
  poster: PublicKey,
  priceUpdate: PublicKey,
): TransactionInstruction {
  return build(receiver, 'reclaim_rent', [payer(poster), writable(priceUpdate)])
}

/** The account of the guardian set that signed a VAA, which names the set itself. */
function guardianSet(wormhole: PublicKey, vaa: Uint8Array): PublicKey {
  return find(['GuardianSet', vaa.subarray(1, 5)], wormhole)
}

function build(programId: PublicKey, name: string, keys: AccountMeta[], args: readonly Uint8Array[] = []) {
  const data = Buffer.from(instructionData(name, args))
  return new TransactionInstruction({ programId, keys, data })
}

function find(seeds: (string | Uint8Array)[], programId: PublicKey): PublicKey {
  return PublicKey.findProgramAddressSync(
    seeds.map((seed) => Buffer.from(seed)),
    programId,
  )[0]
}

const payer = (pubkey: PublicKey): AccountMeta => ({ pubkey, isSigner: true, isWritable: true })
const signer = (pubkey: PublicKey): AccountMeta => ({ pubkey, isSigner: true, isWritable: false })
const writable = (pubkey: PublicKey): AccountMeta => ({ pubkey, isSigner: false, isWritable: true })
const readOnly = (pubkey: PublicKey): AccountMeta => ({ pubkey, isSigner: false, isWritable: false })
