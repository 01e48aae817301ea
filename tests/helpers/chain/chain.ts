// The interface of the runtimes that the program tests run on.

import type {
  AddressLookupTableAccount,
  Keypair,
  PublicKey,
  Signer,
  TransactionInstruction,
} from '@solana/web3.js'
import type { Capabilities, RuntimeName } from './capabilities.ts'

/** An account as the runtime holds it. */
export interface ChainAccount {
  lamports: bigint
  data: Uint8Array
  owner: PublicKey
  executable: boolean
}

/** The result of a transaction; `error` is null if it succeeded. */
export interface TransactionResult {
  error: string | null
  logs: string[]
  computeUnits: bigint
}

export interface ExecuteOptions {
  lookupTables?: AddressLookupTableAccount[]
}

/** A runtime with our program on it. The program tests use nothing else, so they run on any of them. */
export interface Chain {
  readonly name: RuntimeName
  readonly shows: Capabilities
  /** Pays all transaction fees, so that only the program changes the balances of the wallets under test. */
  readonly payer: Keypair
  /** Runs a transaction; does not throw if it fails. */
  execute(
    instructions: TransactionInstruction[],
    signers?: Signer[],
    options?: ExecuteOptions,
  ): Promise<TransactionResult>
  /** Runs a signed transaction, as a client serializes it; does not throw if it fails. */
  submit(transaction: Uint8Array): Promise<TransactionResult>
  /** A recent one. */
  blockhash(): Promise<string>
  account(address: PublicKey): Promise<ChainAccount | null>
  /** Overwrites an account, without any checks. */
  setAccount(address: PublicKey, account: ChainAccount): void
  /** The chain's clock, in unix seconds. */
  now(): Promise<bigint>
  warpTo(seconds: bigint): Promise<void>
  /** The slot that programs see. */
  slot(): Promise<bigint>
  warpToSlot(slot: bigint): Promise<void>
  /** The rent-exempt minimum of an account with `bytes` bytes of data. */
  rent(bytes: number): Promise<bigint>
  /** Multiplies the network's rent for programs and, if the runtime uses it there, for transactions. */
  changeRent(factor: number): Promise<void>
  /** Releases the runtime; the chain must not be used afterwards. */
  release(): Promise<void>
}

/** The start of every chain's clock, in unix seconds: far enough from the epoch for any duration. */
export const GENESIS_TIME = 1_800_000_000n

/** A rate of the rent, multiplied. */
export function scale(rate: bigint, factor: number): bigint {
  return (rate * BigInt(Math.round(factor * 1_000))) / 1_000n
}
