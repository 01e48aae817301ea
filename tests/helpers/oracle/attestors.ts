import {
  type Attestation,
  attestationMessage,
  createAttestorSet,
  findAttestorSet,
  resolveMarket,
  signAttestation,
  verifySignatures,
} from '@prediction-market/sdk'
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

/** An attestor set and the keys that sign for it. */
export interface Attestors {
  address: PublicKey
  members: Keypair[]
  threshold: number
}

/** Creates the next attestor set, which markets take from now on. */
export async function givenAttestors(world: World, count: number, threshold: number): Promise<Attestors> {
  const members = Array.from({ length: count }, () => Keypair.generate())
  const { attestorSets: index } = await readConfig(world)
  const keys = members.map(({ publicKey }) => publicKey)
  const instruction = createAttestorSet({ admin: world.admin.publicKey, index, keys, threshold })
  await succeed(world, [instruction], [world.admin])
  return { address: findAttestorSet(index), members, threshold }
}

/** What is attested of a market. */
export type Statement = Omit<Attestation, 'market'>

/** The decision of a market by a quorum of the set, as the SDK puts it together. */
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

/** The decision alone, which looks at the instruction before it. */
export function resolutionBy(market: GivenMarket, set: PublicKey): TransactionInstruction {
  return resolveMarket({ market: market.address, evidence: [set, SYSVAR_INSTRUCTIONS_PUBKEY] })
}

/** The message that attestors sign about a market. */
export function messageFor({ address: market }: GivenMarket, statement: Statement): Uint8Array {
  return attestationMessage({ ...statement, market })
}

/** Where the ed25519 program finds the parts of a signature, in the order of its fields. */
export interface Offsets {
  signatureAt: number
  signatureIndex: number
  keyAt: number
  keyIndex: number
  messageAt: number
  messageLength: number
  messageIndex: number
}

/** A key, what it has signed, and where the instruction should say that they are. */
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

/** The length of what comes before the first signature's parts. */
export function headerLength(count: number): number {
  return 2 + 14 * count
}

/**
 * An ed25519 instruction as a stranger could write it: every part of every signature for itself, one after the
 * other as key, signature and message, with the offsets that are true unless a signature brings others.
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

/**
 * Whether the chain verifies signatures at all. Validators of bankrun's time did so before they ran a
 * transaction, and its server leaves that step out: there everything counts as signed, and only the program's
 * own checks stand. Current runtimes verify when the instruction runs.
 */
export function verifiesSignatures({ chain }: Pick<World, 'chain'>): boolean {
  return chain.name !== 'bankrun'
}
