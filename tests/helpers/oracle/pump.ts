// Writes accounts of pump.fun and PumpSwap.

import { NATIVE_MINT } from '@solana/spl-token'
import { PublicKey } from '@solana/web3.js'
import type { Chain } from '../chain/index.ts'

export const PUMP = new PublicKey('6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P')
export const PUMP_AMM = new PublicKey('pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA')
export const USDC = new PublicKey('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v')

/** The first 8 bytes of sha256("account:BondingCurve") and of sha256("account:Pool"). */
const CURVE_DISCRIMINATOR = [23, 183, 248, 55, 96, 216, 172, 96]
const POOL_DISCRIMINATOR = [241, 154, 109, 4, 17, 177, 109, 188]

const CURVE_COMPLETE = 48
const CURVE_QUOTE_MINT = 83

export interface CurveOptions {
  /** The byte `complete`: 1 once everything has been sold; 0, the default, before. */
  complete?: number
  /** The mint that it trades against; by default the default pubkey, which means SOL. */
  quoteMint?: PublicKey
  /** The curve's own address by default. */
  address?: PublicKey
  owner?: PublicKey
  discriminator?: number[]
  /** Bytes of data; 151 by default, as current curves have. */
  length?: number
}

/** Writes the bonding curve of a token, as pump.fun does, and returns its address. */
export function setCurve(chain: Chain, token: PublicKey, options: CurveOptions = {}): PublicKey {
  const address = options.address ?? curveAddress(token)
  const data = Buffer.alloc(151)
  data.set(options.discriminator ?? CURVE_DISCRIMINATOR)
  // Reserves and supply, which only pump.fun reads.
  for (const at of [8, 16, 24, 32, 40]) data.writeBigUInt64LE(1_000_000_000_000n, at)
  data.writeUInt8(options.complete ?? 0, CURVE_COMPLETE)
  data.set((options.quoteMint ?? PublicKey.default).toBytes(), CURVE_QUOTE_MINT)
  const owner = options.owner ?? PUMP
  const shown = Buffer.concat([data], options.length ?? data.length)
  chain.setAccount(address, { lamports: 10_000_000n, data: shown, owner, executable: false })
  return address
}

export interface PoolOptions {
  /** 0 by default, the index of the pool that a migration creates. */
  index?: number
  /** The migration's authority for the token by default. */
  creator?: PublicKey
  /** Wrapped SOL by default. */
  quoteMint?: PublicKey
  address?: PublicKey
  owner?: PublicKey
  discriminator?: number[]
  length?: number
}

/** Writes a PumpSwap pool of a token, as PumpSwap does, and returns its address. */
export function setPool(chain: Chain, token: PublicKey, options: PoolOptions = {}): PublicKey {
  const { index = 0, creator = poolAuthority(token), quoteMint = NATIVE_MINT } = options
  const address = options.address ?? poolAddress(token, options)
  const data = Buffer.alloc(300)
  data.set(options.discriminator ?? POOL_DISCRIMINATOR)
  data.writeUInt8(255, 8) // bump
  data.writeUInt16LE(index, 9)
  data.set(creator.toBytes(), 11)
  data.set(token.toBytes(), 43)
  data.set(quoteMint.toBytes(), 75)
  const owner = options.owner ?? PUMP_AMM
  const shown = data.subarray(0, options.length ?? data.length)
  chain.setAccount(address, { lamports: 10_000_000n, data: shown, owner, executable: false })
  return address
}

/** Writes the accounts of a migrated token: a complete curve and its pool. */
export function migrate(chain: Chain, token: PublicKey): void {
  setCurve(chain, token, { complete: 1 })
  setPool(chain, token)
}

/** The address of a token's curve. */
export function curveAddress(token: PublicKey): PublicKey {
  return find([Buffer.from('bonding-curve'), token.toBytes()], PUMP)
}

/** The address of a token's pool. */
export function poolAddress(token: PublicKey, options: PoolOptions = {}): PublicKey {
  const { creator = poolAuthority(token), quoteMint = NATIVE_MINT } = options
  const index = Buffer.alloc(2)
  index.writeUInt16LE(options.index ?? 0)
  const mints = [token.toBytes(), quoteMint.toBytes()]
  return find([Buffer.from('pool'), index, creator.toBytes(), ...mints], PUMP_AMM)
}

function poolAuthority(token: PublicKey): PublicKey {
  return find([Buffer.from('pool-authority'), token.toBytes()], PUMP)
}

function find(seeds: Uint8Array[], programId: PublicKey): PublicKey {
  return PublicKey.findProgramAddressSync(seeds, programId)[0]
}
