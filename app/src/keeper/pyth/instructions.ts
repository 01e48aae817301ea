import { createHash } from 'node:crypto'
import { type AccountMeta, PublicKey, SystemProgram, TransactionInstruction } from '@solana/web3.js'
import { PYTH } from '../../prices/pyth.ts'
import type { MerkleUpdate } from './accumulator.ts'

// After the IDLs in the npm package `@pythnetwork/pyth-solana-receiver` 0.14.0, whose client needs an Anchor
// of its own: six instructions, of which four belong to Pyth's deployment of the Wormhole core bridge.

/** Checks the signatures of Wormhole messages. */
export const WORMHOLE = new PublicKey('HDwcJBJXjL9FpJ7UBsYBtaDjsBUhuLCUYoz3zr8SWWaQ')

/** Bytes of an account for a Wormhole message before the message itself. */
const VAA_HEADER = 46

/** An account for a Wormhole message, and who may write it. */
export interface VaaAccount {
  authority: PublicKey
  account: PublicKey
}

/** The size of an account that holds a Wormhole message. */
export function vaaAccountSize(vaa: Uint8Array): number {
  return VAA_HEADER + vaa.length
}

/** Makes an account of the bridge's ready for a message. */
export function initEncodedVaa({ authority, account }: VaaAccount): TransactionInstruction {
  return build(WORMHOLE, 'init_encoded_vaa', [signer(authority), writable(account)])
}

/** Writes a part of a message. */
export function writeEncodedVaa(
  { authority, account }: VaaAccount,
  index: number,
  part: Uint8Array,
): TransactionInstruction {
  const keys = [signer(authority), writable(account)]
  return build(WORMHOLE, 'write_encoded_vaa', keys, [u32(index), u32(part.length), part])
}

/** Checks the signatures of a message that is written in full: all that the guardians' rules ask for. */
export function verifyEncodedVaa({ authority, account }: VaaAccount, vaa: Buffer): TransactionInstruction {
  const keys = [signer(authority), writable(account), readOnly(guardianSet(vaa))]
  return build(WORMHOLE, 'verify_encoded_vaa_v1', keys)
}

/** Clears a message away; its rent goes to who wrote it. */
export function closeEncodedVaa({ authority, account }: VaaAccount): TransactionInstruction {
  return build(WORMHOLE, 'close_encoded_vaa', [payer(authority), writable(account)])
}

/** A price to post. */
export interface PostUpdateInput {
  /** Pays, and may clear the account away. */
  payer: PublicKey
  encodedVaa: PublicKey
  /** A new account, which must sign. */
  priceUpdate: PublicKey
  update: MerkleUpdate
  /** Which of the receiver's 256 treasuries takes the fee, so that not everybody locks the same one. */
  treasuryId: number
}

/** Posts a price that a verified message proves. */
export function postUpdate(input: PostUpdateInput): TransactionInstruction {
  const { message, proof } = input.update
  const keys = [
    payer(input.payer),
    readOnly(input.encodedVaa),
    readOnly(find(['config'])),
    writable(find(['treasury', Uint8Array.of(input.treasuryId)])),
    payer(input.priceUpdate),
    readOnly(SystemProgram.programId),
    signer(input.payer),
  ]
  const merkle = [u32(message.length), message, u32(proof.length), ...proof]
  return build(PYTH.receiver, 'post_update', keys, [...merkle, Uint8Array.of(input.treasuryId)])
}

/** Clears a posted price away; its rent goes to who posted it. */
export function reclaimRent(poster: PublicKey, priceUpdate: PublicKey): TransactionInstruction {
  return build(PYTH.receiver, 'reclaim_rent', [payer(poster), writable(priceUpdate)])
}

/** The guardians that signed a message: which set they are, it says itself. */
function guardianSet(vaa: Buffer): PublicKey {
  return find(['GuardianSet', vaa.subarray(1, 5)], WORMHOLE)
}

function build(programId: PublicKey, name: string, keys: AccountMeta[], args: readonly Uint8Array[] = []) {
  const discriminator = createHash('sha256').update(`global:${name}`).digest().subarray(0, 8)
  return new TransactionInstruction({ programId, keys, data: Buffer.concat([discriminator, ...args]) })
}

function find(seeds: (string | Uint8Array)[], programId = PYTH.receiver): PublicKey {
  return PublicKey.findProgramAddressSync(
    seeds.map((seed) => Buffer.from(seed)),
    programId,
  )[0]
}

function u32(value: number): Uint8Array {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

const payer = (pubkey: PublicKey): AccountMeta => ({ pubkey, isSigner: true, isWritable: true })
const signer = (pubkey: PublicKey): AccountMeta => ({ pubkey, isSigner: true, isWritable: false })
const writable = (pubkey: PublicKey): AccountMeta => ({ pubkey, isSigner: false, isWritable: true })
const readOnly = (pubkey: PublicKey): AccountMeta => ({ pubkey, isSigner: false, isWritable: false })
