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

type Keys<Name extends string> = Record<Name, PublicKey>

/**
 * Creates a buffer for `length` bytes of code, with the payer as its authority. The buffer signs.
 *
 * @param lamports - its rent
 */
export function createBuffer(
  { payer, buffer }: Keys<'payer' | 'buffer'>,
  lamports: number,
  length: number,
): TransactionInstruction[] {
  return [
    createAccount(payer, buffer, lamports, BUFFER_HEADER + length),
    instruction(u32(INSTRUCTION.initializeBuffer), [writable(buffer), readOnly(payer)]),
  ]
}

/** Writes a part of the code to a buffer. The authority signs. */
export function writeBuffer(
  { buffer, authority }: Keys<'buffer' | 'authority'>,
  offset: number,
  bytes: Uint8Array,
): TransactionInstruction {
  const data = Buffer.concat([u32(INSTRUCTION.write), u32(offset), u64(bytes.length), bytes])
  return instruction(data, [writable(buffer), signer(authority)])
}

/**
 * Deploys the code of a buffer, with the payer as upgrade authority, and closes the buffer. The payer and the program sign.
 *
 * @param lamports - the rent of the program account
 * @param maxLength - bytes to allocate for the code, now and after upgrades
 */
export function deployBuffer(
  { payer, program, buffer }: Keys<'payer' | 'program' | 'buffer'>,
  lamports: number,
  maxLength: number,
): TransactionInstruction[] {
  return [
    createAccount(payer, program, lamports, PROGRAM_SIZE),
    instruction(Buffer.concat([u32(INSTRUCTION.deployWithMaxDataLen), u64(maxLength)]), [
      payerOf(payer),
      writable(programDataAddress(program)),
      writable(program),
      writable(buffer),
      readOnly(SYSVAR_RENT_PUBKEY),
      readOnly(SYSVAR_CLOCK_PUBKEY),
      readOnly(SystemProgram.programId),
      signer(payer),
    ]),
  ]
}

/** Names another authority of a buffer. The present one signs. */
export function setBufferAuthority({
  buffer,
  authority,
  newAuthority,
}: Keys<'buffer' | 'authority' | 'newAuthority'>): TransactionInstruction {
  const keys = [writable(buffer), signer(authority), readOnly(newAuthority)]
  return instruction(u32(INSTRUCTION.setAuthority), keys)
}

/** Allocates more bytes for a program's code. Anyone can; the payer signs and pays the rent. */
export function extendProgram(
  { payer, program }: Keys<'payer' | 'program'>,
  bytes: number,
): TransactionInstruction {
  return instruction(Buffer.concat([u32(INSTRUCTION.extendProgram), u32(bytes)]), [
    writable(programDataAddress(program)),
    writable(program),
    readOnly(SystemProgram.programId),
    payerOf(payer),
  ])
}

/**
 * Replaces a program by the code of a buffer and closes the buffer. The upgrade authority signs; it must be the
 * buffer's authority too, and gets the buffer's rent.
 */
export function upgradeProgram({
  program,
  buffer,
  upgradeAuthority,
}: Keys<'program' | 'buffer' | 'upgradeAuthority'>): TransactionInstruction {
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
}: TransactionInstruction): Keys<'program' | 'buffer'> | null {
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
const payerOf = (pubkey: PublicKey) => ({ pubkey, isSigner: true, isWritable: true })

function createAccount(fromPubkey: PublicKey, newAccountPubkey: PublicKey, lamports: number, space: number) {
  const account = { fromPubkey, newAccountPubkey, lamports, space, programId: UPGRADEABLE_LOADER }
  return SystemProgram.createAccount(account)
}

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
