import { type Address, PUMP, PUMP_AMM, SYSTEM, TOKEN, TOKEN_2022 } from './address.ts'
import { Bytes } from './bytes.ts'
import type { Runtime } from './runtime.ts'

// Accounts of other programs, as those write them.

/** Extensions of a Token-2022 mint: type, and bytes of its data, all 9 or, where nobody is named, all 0. */
const EXTENSIONS = {
  closeAuthority: [3, 32, 9],
  noCloseAuthority: [3, 32, 0],
  permanentDelegate: [12, 32, 9],
  noPermanentDelegate: [12, 32, 0],
  confidentialTransfers: [4, 65, 9],
  confidentialMint: [24, 196, 9],
  scaledAmount: [25, 56, 9],
  interest: [10, 52, 9],
  metadataPointer: [18, 64, 9],
} as const

export type Extension = keyof typeof EXTENSIONS
export const EXTENSION_NAMES = Object.keys(EXTENSIONS) as Extension[]

/** A mint, with an extension of Token-2022 if asked for. */
export function mintData(
  supply: bigint,
  decimals: number,
  hasAuthority: boolean,
  extension: Extension | null = null,
): Uint8Array {
  const base = new Bytes()
    .u32(hasAuthority ? 1 : 0)
    .raw(new Uint8Array(32).fill(hasAuthority ? 9 : 0))
    .u64(supply)
    .u8(decimals)
    .u8(1)
    .raw(new Uint8Array(36))
    .done()
  if (!extension) return base
  const [type, length, content] = EXTENSIONS[extension]
  const part = new Bytes().u16(type).u16(length).raw(new Uint8Array(length).fill(content)).done()
  return Buffer.concat([base, new Uint8Array(165 - base.length), Uint8Array.of(1), part])
}

/** A token account; the delegate may take nothing, but is one. */
export function tokenData(mint: Address, owner: Address, amount: bigint, state = 'open'): Uint8Array {
  const someone = (isThere: boolean) =>
    new Bytes()
      .u32(isThere ? 1 : 0)
      .raw(new Uint8Array(32).fill(isThere ? 9 : 0))
      .done()
  return new Bytes()
    .key(mint)
    .key(owner)
    .u64(amount)
    .raw(someone(state === 'delegated'))
    .u8(state === 'frozen' ? 2 : 1)
    .raw(new Uint8Array(20))
    .raw(someone(state === 'closable'))
    .done()
}

/** The amount in a token account. */
export function tokenAmount(data: Uint8Array): bigint {
  return Buffer.from(data.buffer, data.byteOffset, data.length).readBigUInt64LE(64)
}

const CURVE = Uint8Array.of(23, 183, 248, 55, 96, 216, 172, 96)
const POOL = Uint8Array.of(241, 154, 109, 4, 17, 177, 109, 188)

/** Writes a bonding curve in one of the states of `Subject`. */
export function writeCurve(runtime: Runtime, curve: Address, state: string, isComplete: boolean): void {
  const data = Buffer.alloc(state === 'short' ? 48 : 151)
  if (state !== 'malformed') data.set(CURVE)
  if (state !== 'short') data.writeUInt8(isComplete ? 1 : 0, 48)
  write(runtime, curve, state, data, PUMP)
}

/** Writes a pool in one of the states of `Subject`. */
export function writePool(runtime: Runtime, pool: Address, state: string): void {
  const data = Buffer.alloc(300)
  if (state !== 'malformed') data.set(POOL)
  write(runtime, pool, state, data, PUMP_AMM)
}

function write(runtime: Runtime, address: Address, state: string, data: Uint8Array, owner: Address): void {
  if (state === 'missing') runtime.write(address, 5_000_000n)
  else runtime.write(address, 5_000_000n, data, state === 'foreign' ? TOKEN : owner)
}

/** Writes the mint of a token that markets are about, or something else in its place. */
export function writeMint(
  runtime: Runtime,
  mint: Address,
  state: {
    supply: bigint
    decimals: number
    hasAuthority: boolean
    extension: Extension | null
    isMint: boolean
  },
): void {
  const data = mintData(state.supply, state.decimals, state.hasAuthority, state.extension)
  const owner = state.extension ? TOKEN_2022 : TOKEN
  runtime.write(mint, 10_000_000n, data, state.isMint ? owner : SYSTEM)
}
