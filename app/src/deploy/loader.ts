// The parts of the upgradeable loader that a first deployment needs. Layouts are those of the crate
// `solana-loader-v3-interface` 6.1.1: bincode, little-endian, enum variants as u32.

import {
  PublicKey,
  SYSVAR_CLOCK_PUBKEY,
  SYSVAR_RENT_PUBKEY,
  SystemProgram,
  TransactionInstruction,
} from '@solana/web3.js'

/** The loader, which owns upgradeable programs, their code and buffers. */
export const UPGRADEABLE_LOADER = new PublicKey('BPFLoaderUpgradeab1e11111111111111111111111')

/** Bytes before the code of a buffer: account type and optional authority. */
export const BUFFER_HEADER = 37
/** Bytes before the code of a deployed program: account type, slot and optional authority. */
export const PROGRAM_DATA_HEADER = 45
/** Bytes of the account at a program's address. */
export const PROGRAM_SIZE = 36

const STATE = { buffer: 1, program: 2, programData: 3 } as const
const INSTRUCTION = { initializeBuffer: 0, write: 1, deployWithMaxDataLen: 2 } as const

/** The account with a program's code and upgrade authority. */
export function programDataAddress(programId: PublicKey): PublicKey {
  return PublicKey.findProgramAddressSync([programId.toBytes()], UPGRADEABLE_LOADER)[0]
}

/** A deployed program. */
export interface ProgramData {
  /** The slot of its last deployment; it runs from the next slot on. */
  slot: bigint
  /** `null` if the program is final. */
  upgradeAuthority: PublicKey | null
  /** The code, padded with zeros to the allocated length. */
  code: Buffer
}

/**
 * Decodes the account at {@link programDataAddress}.
 *
 * @throws Error if it is another account
 */
export function decodeProgramData(data: Buffer): ProgramData {
  if (data.length < PROGRAM_DATA_HEADER || data.readUInt32LE(0) !== STATE.programData) {
    throw new Error('program data: the account is not program data of the upgradeable loader')
  }
  return {
    slot: data.readBigUInt64LE(4),
    upgradeAuthority: data.readUInt8(12) === 1 ? new PublicKey(data.subarray(13, 45)) : null,
    code: data.subarray(PROGRAM_DATA_HEADER),
  }
}

/**
 * Decodes the code that has been written to a buffer.
 *
 * @throws Error if it is another account
 */
export function decodeBuffer(data: Buffer): Buffer {
  if (data.length < BUFFER_HEADER || data.readUInt32LE(0) !== STATE.buffer) {
    throw new Error('buffer: the account is not a buffer of the upgradeable loader')
  }
  return data.subarray(BUFFER_HEADER)
}

/** Creates a buffer for `length` bytes of code. The buffer signs. */
export function createBuffer(input: {
  payer: PublicKey
  buffer: PublicKey
  authority: PublicKey
  /** Its rent. */
  lamports: number
  length: number
}): TransactionInstruction[] {
  const { payer, buffer, authority, lamports, length } = input
  return [
    SystemProgram.createAccount({
      fromPubkey: payer,
      newAccountPubkey: buffer,
      lamports,
      space: BUFFER_HEADER + length,
      programId: UPGRADEABLE_LOADER,
    }),
    instruction(u32(INSTRUCTION.initializeBuffer), [writable(buffer), readOnly(authority)]),
  ]
}

/** Writes a part of the code to a buffer. The authority signs. */
export function writeBuffer(input: {
  buffer: PublicKey
  authority: PublicKey
  offset: number
  bytes: Uint8Array
}): TransactionInstruction {
  const { buffer, authority, offset, bytes } = input
  const data = Buffer.concat([u32(INSTRUCTION.write), u32(offset), u64(bytes.length), bytes])
  return instruction(data, [writable(buffer), signer(authority)])
}

/** Deploys the code of a buffer and closes the buffer. The payer, the program and the authority sign. */
export function deployBuffer(input: {
  payer: PublicKey
  program: PublicKey
  buffer: PublicKey
  upgradeAuthority: PublicKey
  /** The rent of the program account. */
  lamports: number
  /** Bytes to allocate for the code, now and after upgrades. */
  maxLength: number
}): TransactionInstruction[] {
  const { payer, program, buffer, upgradeAuthority, lamports, maxLength } = input
  return [
    SystemProgram.createAccount({
      fromPubkey: payer,
      newAccountPubkey: program,
      lamports,
      space: PROGRAM_SIZE,
      programId: UPGRADEABLE_LOADER,
    }),
    instruction(Buffer.concat([u32(INSTRUCTION.deployWithMaxDataLen), u64(maxLength)]), [
      { pubkey: payer, isSigner: true, isWritable: true },
      writable(programDataAddress(program)),
      writable(program),
      writable(buffer),
      readOnly(SYSVAR_RENT_PUBKEY),
      readOnly(SYSVAR_CLOCK_PUBKEY),
      readOnly(SystemProgram.programId),
      signer(upgradeAuthority),
    ]),
  ]
}

function instruction(data: Buffer, keys: TransactionInstruction['keys']): TransactionInstruction {
  return new TransactionInstruction({ programId: UPGRADEABLE_LOADER, keys, data })
}

const readOnly = (pubkey: PublicKey) => ({ pubkey, isSigner: false, isWritable: false })
const writable = (pubkey: PublicKey) => ({ pubkey, isSigner: false, isWritable: true })
const signer = (pubkey: PublicKey) => ({ pubkey, isSigner: true, isWritable: false })

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(BigInt(value))
  return bytes
}
