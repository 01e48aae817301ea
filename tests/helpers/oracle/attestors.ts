// Attestor sets, and ed25519 instructions of any layout.

import { findAttestorSet } from '@prediction-market/sdk/accounts'
import { createAttestorSet, resolveMarket } from '@prediction-market/sdk/instructions'
import {
  type Attestation,
  attestationMessage,
  signAttestation,
  verifySignatures,
} from '@prediction-market/sdk/oracle'
import {
  Ed25519Program,
  Keypair,
  type PublicKey,
  SYSVAR_INSTRUCTIONS_PUBKEY,
  TransactionInstruction,
} from '@solana/web3.js'
import nacl from 'tweetnacl'
import { readConfig } from '../program/config.ts'
import { type GivenMarket, succeed, type World } from '../program/world.ts'

/** The offset of the threshold in an attestor set, after discriminator, version and index; then come the keys. */
const THRESHOLD_AT = 8 + 1 + 2

/** An attestor set and the keys that sign for it. */
export interface Attestors {
  address: PublicKey
  members: Keypair[]
  threshold: number
}

/** Creates an attestor set, which later markets use. */
export async function givenAttestors(world: World, count = 4): Promise<Attestors> {
  const members = Array.from({ length: count }, () => Keypair.generate())
  const { attestorSets: index } = await readConfig(world)
  const keys = members.map(({ publicKey }) => publicKey)
  const instruction = createAttestorSet({ admin: world.admin.publicKey, index, keys })
  await succeed(world, [instruction], [world.admin])
  return { address: findAttestorSet(index), members, threshold: Math.floor((2 * count) / 3) + 1 }
}

/**
 * A set of one key, which the program would not create: with a single signature, an ed25519 instruction has space for
 * many layouts.
 */
export async function givenSingleAttestor(world: World): Promise<Attestors> {
  const { address, members } = await givenAttestors(world)
  const [member] = members as [Keypair]
  const account = await world.chain.account(address)
  if (!account) throw new Error('There is no attestor set')
  const data = Buffer.from(account.data)
  data.writeUInt8(1, THRESHOLD_AT)
  data.writeUInt32LE(1, THRESHOLD_AT + 1)
  world.chain.setAccount(address, { ...account, data })
  return { address, members: [member], threshold: 1 }
}

/** An attestation without its market. */
export type Statement = Omit<Attestation, 'market'>

/** The instructions that decide a market by a quorum of the set, built by the SDK. */
export function attested(
  market: GivenMarket,
  attestors: Attestors,
  statement: Statement,
  signers = attestors.members.slice(0, attestors.threshold),
): TransactionInstruction[] {
  const attestation = { ...statement, market: market.address }
  const signatures = signers.map((signer) => signAttestation(attestation, signer))
  return [verifySignatures(attestation, signatures), resolutionBy(market, attestors.address)]
}

/** The instruction that decides a market by the attestations in the instruction before it. */
export function resolutionBy(market: GivenMarket, set: PublicKey): TransactionInstruction {
  return resolveMarket({
    keeper: market.keeper,
    market: market.address,
    attestorSet: set,
    evidence: [SYSVAR_INSTRUCTIONS_PUBKEY],
  })
}

/** The message that attestors sign about a market. */
export function messageFor({ address: market }: GivenMarket, statement: Statement): Uint8Array {
  return attestationMessage({ ...statement, market })
}

/** The offsets of a signature in an ed25519 instruction, in their order. */
export interface Offsets {
  signatureAt: number
  signatureIndex: number
  keyAt: number
  keyIndex: number
  messageAt: number
  messageLength: number
  messageIndex: number
}

/** A key, its signature and message, and the offsets to write instead of the right ones. */
export interface Signed {
  key: Uint8Array
  signature: Uint8Array
  message: Uint8Array
  offsets?: Partial<Offsets>
}

/** Signs any message. */
export function signed(signer: Keypair, message: Uint8Array, offsets: Partial<Offsets> = {}): Signed {
  const signature = nacl.sign.detached(message, signer.secretKey)
  return { key: signer.publicKey.toBytes(), signature, message, offsets }
}

/** The length of the header of an ed25519 instruction, in bytes. */
export function headerLength(count: number): number {
  return 2 + 14 * count
}

/**
 * An ed25519 instruction without any checks: key, signature and message of each part, one after the other,
 * with the right offsets unless a part has its own.
 */
export function verifying(parts: readonly Signed[], count = parts.length): TransactionInstruction {
  let at = headerLength(parts.length)
  const header = Buffer.alloc(at)
  header.writeUInt8(count, 0)
  parts.forEach(({ message, offsets }, index) => {
    const fields: Offsets = {
      signatureAt: at + 32,
      signatureIndex: 0xffff,
      keyAt: at,
      keyIndex: 0xffff,
      messageAt: at + 96,
      messageLength: message.length,
      messageIndex: 0xffff,
      ...offsets,
    }
    Object.values(fields).forEach((field, position) => {
      header.writeUInt16LE(field, 2 + 14 * index + 2 * position)
    })
    at += 96 + message.length
  })
  const data = Buffer.concat([header, ...parts.flatMap((part) => [part.key, part.signature, part.message])])
  return new TransactionInstruction({ programId: Ed25519Program.programId, keys: [], data })
}
