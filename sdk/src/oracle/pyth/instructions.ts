import { sha256 } from '@noble/hashes/sha2.js'
import { type AccountMeta, PublicKey, SystemProgram, TransactionInstruction } from '@solana/web3.js'
import { Buffer } from 'buffer'
import type { MerkleUpdate } from './accumulator.ts'

// Six instructions after the IDLs in the npm package `@pythnetwork/pyth-solana-receiver` 0.14.0, whose client needs
// an Anchor of its own. Four of them belong to Pyth's deployment of the Wormhole core bridge.

/** The Pyth receiver, which owns `PriceUpdateV2` accounts; the same on mainnet and devnet. */
export const PYTH_RECEIVER = /* @__PURE__ */ new PublicKey('rec5EKMGg6MxZYaMdyBfgwp4d5rB9T1VQH5pJv5LtFJ')

/** The Wormhole core bridge, which verifies the signatures of Wormhole messages (VAAs). */
export const WORMHOLE = /* @__PURE__ */ new PublicKey('HDwcJBJXjL9FpJ7UBsYBtaDjsBUhuLCUYoz3zr8SWWaQ')

/** Bytes before the message in an account that holds a VAA. */
const VAA_HEADER = 46

/** An account for a VAA, and the signer who may write it. */
export interface VaaAccount {
  authority: PublicKey
  account: PublicKey
}

/** The size of an account that holds a VAA. */
export function vaaAccountSize(vaa: Uint8Array): number {
  return VAA_HEADER + vaa.length
}

/** Initialises an account of the bridge for a VAA. */
export function initEncodedVaa({ authority, account }: VaaAccount): TransactionInstruction {
  return build(WORMHOLE, 'init_encoded_vaa', [signer(authority), writable(account)])
}

/** Writes a part of a VAA at an offset. */
export function writeEncodedVaa(
  { authority, account }: VaaAccount,
  index: number,
  part: Uint8Array,
): TransactionInstruction {
  const keys = [signer(authority), writable(account)]
  return build(WORMHOLE, 'write_encoded_vaa', keys, [u32(index), u32(part.length), part])
}

/** Verifies the guardians' signatures of a VAA that is written in full. */
export function verifyEncodedVaa({ authority, account }: VaaAccount, vaa: Buffer): TransactionInstruction {
  const keys = [signer(authority), writable(account), readOnly(guardianSet(vaa))]
  return build(WORMHOLE, 'verify_encoded_vaa_v1', keys)
}

/** Closes the account of a VAA; its rent goes to the authority. */
export function closeEncodedVaa({ authority, account }: VaaAccount): TransactionInstruction {
  return build(WORMHOLE, 'close_encoded_vaa', [payer(authority), writable(account)])
}

/** A price to post. */
export interface PostUpdateInput {
  /** Pays, and may close the account. */
  payer: PublicKey
  encodedVaa: PublicKey
  /** A new account, which must sign. */
  priceUpdate: PublicKey
  update: MerkleUpdate
  /** Which of the receiver's 256 treasuries takes the fee. A random one avoids write locks. */
  treasuryId: number
}

/** Posts a price that a verified VAA proves. */
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
  return build(PYTH_RECEIVER, 'post_update', keys, [...merkle, Uint8Array.of(input.treasuryId)])
}

/** Closes the account of a posted price; its rent goes to the poster. */
export function reclaimRent(poster: PublicKey, priceUpdate: PublicKey): TransactionInstruction {
  return build(PYTH_RECEIVER, 'reclaim_rent', [payer(poster), writable(priceUpdate)])
}

/** The account of the guardian set that signed a VAA, which names the set itself. */
function guardianSet(vaa: Buffer): PublicKey {
  return find(['GuardianSet', vaa.subarray(1, 5)], WORMHOLE)
}

function build(programId: PublicKey, name: string, keys: AccountMeta[], args: readonly Uint8Array[] = []) {
  const discriminator = sha256(new TextEncoder().encode(`global:${name}`)).subarray(0, 8)
  return new TransactionInstruction({ programId, keys, data: Buffer.concat([discriminator, ...args]) })
}

function find(seeds: (string | Uint8Array)[], programId = PYTH_RECEIVER): PublicKey {
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
