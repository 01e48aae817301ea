// Instructions of the upgradeable loader: buffers, deployments and upgrades. Layouts as in `loader.ts`.

import {
  type PublicKey,
  SYSVAR_CLOCK_PUBKEY,
  SYSVAR_RENT_PUBKEY,
  SystemProgram,
  TransactionInstruction,
} from '@solana/web3.js'
import { BUFFER_HEADER, PROGRAM_SIZE, programDataAddress, UPGRADEABLE_LOADER } from './loader.ts'

const INSTRUCTION = {
  initializeBuffer: 0,
  write: 1,
  deployWithMaxDataLen: 2,
  upgrade: 3,
  setAuthority: 4,
  extendProgram: 6,
} as const

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

/** Names another authority of a buffer. The present one signs. */
export function setBufferAuthority(input: {
  buffer: PublicKey
  authority: PublicKey
  newAuthority: PublicKey
}): TransactionInstruction {
  const { buffer, authority, newAuthority } = input
  return instruction(u32(INSTRUCTION.setAuthority), [
    writable(buffer),
    signer(authority),
    readOnly(newAuthority),
  ])
}

/** Allocates more bytes for a program's code. Anyone can; the payer signs and pays the rent. */
export function extendProgram(input: {
  payer: PublicKey
  program: PublicKey
  bytes: number
}): TransactionInstruction {
  const { payer, program, bytes } = input
  return instruction(Buffer.concat([u32(INSTRUCTION.extendProgram), u32(bytes)]), [
    writable(programDataAddress(program)),
    writable(program),
    readOnly(SystemProgram.programId),
    { pubkey: payer, isSigner: true, isWritable: true },
  ])
}

/**
 * Replaces a program by the code of a buffer and closes the buffer. The upgrade authority signs; it must be the
 * buffer's authority too, and gets the buffer's rent.
 */
export function upgradeProgram(input: {
  program: PublicKey
  buffer: PublicKey
  upgradeAuthority: PublicKey
}): TransactionInstruction {
  const { program, buffer, upgradeAuthority } = input
  return instruction(u32(INSTRUCTION.upgrade), [
    writable(programDataAddress(program)),
    writable(program),
    writable(buffer),
    writable(upgradeAuthority),
    readOnly(SYSVAR_RENT_PUBKEY),
    readOnly(SYSVAR_CLOCK_PUBKEY),
    signer(upgradeAuthority),
  ])
}

/** The program and the buffer of an instruction, if it is an upgrade. */
export function upgradeOf({
  programId,
  keys,
  data,
}: TransactionInstruction): { program: PublicKey; buffer: PublicKey } | null {
  if (!programId.equals(UPGRADEABLE_LOADER) || !data.equals(u32(INSTRUCTION.upgrade))) return null
  const [, program, buffer] = keys
  return program && buffer ? { program: program.pubkey, buffer: buffer.pubkey } : null
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
