// Accounts of the upgradeable loader. Layouts are those of the crate `solana-loader-v3-interface` 6.1.1: bincode,
// little-endian, enum variants as u32.

import { PublicKey } from '@solana/web3.js'

/** The loader, which owns upgradeable programs, their code and buffers. */
export const UPGRADEABLE_LOADER = new PublicKey('BPFLoaderUpgradeab1e11111111111111111111111')

/** Bytes before the code of a buffer: account type and optional authority. */
export const BUFFER_HEADER = 37
/** Bytes before the code of a deployed program: account type, slot and optional authority. */
export const PROGRAM_DATA_HEADER = 45
/** Bytes of the account at a program's address. */
export const PROGRAM_SIZE = 36

const STATE = { buffer: 1, program: 2, programData: 3 } as const

/** The account with a program's code and upgrade authority. */
export function programDataAddress(programId: PublicKey): PublicKey {
  return PublicKey.findProgramAddressSync([programId.toBytes()], UPGRADEABLE_LOADER)[0]
}

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

export interface ProgramBuffer {
  /** Who may write to it and deploy it; `null` if nobody may. */
  authority: PublicKey | null
  /** The code, as far as it has been written. */
  code: Buffer
}

/**
 * Decodes a buffer.
 *
 * @throws Error if it is another account
 */
export function decodeBuffer(data: Buffer): ProgramBuffer {
  if (data.length < BUFFER_HEADER || data.readUInt32LE(0) !== STATE.buffer) {
    throw new Error('buffer: the account is not a buffer of the upgradeable loader')
  }
  return {
    authority: data.readUInt8(4) === 1 ? new PublicKey(data.subarray(5, 37)) : null,
    code: data.subarray(BUFFER_HEADER),
  }
}
