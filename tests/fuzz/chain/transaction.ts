import type { Address } from './address.ts'

/** An account of an instruction. */
export interface Meta {
  address: Address
  isSigner: boolean
  isWritable: boolean
}

export interface Instruction {
  program: Address
  accounts: Meta[]
  data: Uint8Array
}

/** The bytes of a legacy transaction whose signatures are empty: the runtime does not verify them. */
export function encodeTransaction(payer: Address, instructions: readonly Instruction[]): Uint8Array {
  const flags = new Map<Address, { isSigner: boolean; isWritable: boolean }>()
  flags.set(payer, { isSigner: true, isWritable: true })
  for (const { accounts } of instructions) {
    for (const { address, isSigner, isWritable } of accounts) {
      const before = flags.get(address)
      flags.set(address, {
        isSigner: isSigner || (before?.isSigner ?? false),
        isWritable: isWritable || (before?.isWritable ?? false),
      })
    }
  }
  for (const { program } of instructions) {
    if (!flags.has(program)) flags.set(program, { isSigner: false, isWritable: false })
  }
  const select = (isSigner: boolean, isWritable: boolean) =>
    [...flags]
      .filter(([, flag]) => flag.isSigner === isSigner && flag.isWritable === isWritable)
      .map(([key]) => key)
  const [writableSigners, readonlySigners] = [select(true, true), select(true, false)]
  const [writable, readonly] = [select(false, true), select(false, false)]
  const keys = [...writableSigners, ...readonlySigners, ...writable, ...readonly]
  const index = new Map(keys.map((key, position) => [key, position]))
  const indexOf = (key: Address) => index.get(key) as number

  const signatures = writableSigners.length + readonlySigners.length
  const parts: Uint8Array[] = [
    Uint8Array.of(signatures),
    new Uint8Array(64 * signatures),
    Uint8Array.of(signatures, readonlySigners.length, readonly.length),
    compactLength(keys.length),
    ...keys.map(({ bytes }) => bytes),
    new Uint8Array(32),
    compactLength(instructions.length),
  ]
  for (const { program, accounts, data } of instructions) {
    parts.push(Uint8Array.of(indexOf(program)), compactLength(accounts.length))
    parts.push(Uint8Array.from(accounts, (meta) => indexOf(meta.address)))
    parts.push(compactLength(data.length), data)
  }
  return Buffer.concat(parts)
}

/** A length below 16,384 in the compact form of transactions. */
function compactLength(length: number): Uint8Array {
  return length < 0x80 ? Uint8Array.of(length) : Uint8Array.of((length & 0x7f) | 0x80, length >> 7)
}
