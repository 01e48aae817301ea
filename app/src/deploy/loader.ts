import {
  PublicKey,
  SYSVAR_CLOCK_PUBKEY,
  SYSVAR_RENT_PUBKEY,
  SystemProgram,
  TransactionInstruction,
} from '@solana/web3.js'

// The upgradeable loader, as far as a first deployment needs it. Layouts after the crate
// `solana-loader-v3-interface` 6.1.1: bincode, little-endian, an enum's variant as a u32.

/** The loader that owns upgradeable programs, their code and the buffers they are written to. */
export const UPGRADEABLE_LOADER = new PublicKey('BPFLoaderUpgradeab1e11111111111111111111111')

/** Bytes before the code in a buffer: what it is, and an optional authority. */
export const BUFFER_HEADER = 37
/** Bytes before the code of a deployed program: what it is, the slot, and an optional authority. */
export const PROGRAM_DATA_HEADER = 45
/** Bytes of the account at a program's address. */
export const PROGRAM_SIZE = 36

const STATE = { buffer: 1, program: 2, programData: 3 } as const
const INSTRUCTION = { initializeBuffer: 0, write: 1, deployWithMaxDataLen: 2 } as const

/** Where the loader keeps a program's code and its upgrade authority. */
export function programDataAddress(programId: PublicKey): PublicKey {
  return PublicKey.findProgramAddressSync([programId.toBytes()], UPGRADEABLE_LOADER)[0]
}

/** What the loader keeps of a program. */
export interface ProgramData {
  /** When it was last deployed; it runs from the next slot on. */
  slot: bigint
  /** Who may upgrade it; `null` if nobody can. */
  upgradeAuthority: PublicKey | null
  /** The code, and zeros up to the length that was set aside for it. */
  code: Buffer
}

/**
 * Reads the account at {@link programDataAddress}.
 *
 * @throws Error if it is something else
 */
export function decodeProgramData(data: Buffer): ProgramData {
  if (data.length < PROGRAM_DATA_HEADER || data.readUInt32LE(0) !== STATE.programData) {
    throw new Error('program data: the account holds no program')
  }
  return {
    slot: data.readBigUInt64LE(4),
    upgradeAuthority: data.readUInt8(12) === 1 ? new PublicKey(data.subarray(13, 45)) : null,
    code: data.subarray(PROGRAM_DATA_HEADER),
  }
}

/**
 * The code in a buffer account, as far as it has been written.
 *
 * @throws Error if it is something else
 */
export function decodeBuffer(data: Buffer): Buffer {
  if (data.length < BUFFER_HEADER || data.readUInt32LE(0) !== STATE.buffer) {
    throw new Error('buffer: the account is no buffer of the upgradeable loader')
  }
  return data.subarray(BUFFER_HEADER)
}

/** Creates a buffer for so many bytes of code. The buffer signs. */
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

/** Writes a part of the code. The authority signs. */
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

/** Creates a program of the code in a buffer, which is emptied. The payer, the program and the authority sign. */
export function deployBuffer(input: {
  payer: PublicKey
  program: PublicKey
  buffer: PublicKey
  upgradeAuthority: PublicKey
  /** The rent of the account at the program's address. */
  lamports: number
  /** Room for the code, now and after upgrades. */
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
