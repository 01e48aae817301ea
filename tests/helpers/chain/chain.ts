import type {
  AddressLookupTableAccount,
  Keypair,
  PublicKey,
  Signer,
  TransactionInstruction,
} from '@solana/web3.js'

/** An account as the runtime holds it. */
export interface ChainAccount {
  lamports: bigint
  data: Uint8Array
  owner: PublicKey
  executable: boolean
}

/** What became of a transaction; `error` is null when it succeeded. */
export interface Outcome {
  error: string | null
  logs: string[]
  computeUnits: bigint
}

export interface ExecuteOptions {
  lookupTables?: AddressLookupTableAccount[]
}

/** One runtime with our program on it; the tests know nothing else of where they run. */
export interface Chain {
  readonly name: string
  /** Pays all fees, so that the balances of the wallets under test move by the program alone. */
  readonly payer: Keypair
  /** Runs a transaction and reports; never throws for a transaction that fails. */
  execute(
    instructions: TransactionInstruction[],
    signers?: Signer[],
    options?: ExecuteOptions,
  ): Promise<Outcome>
  account(address: PublicKey): Promise<ChainAccount | null>
  /** Overwrites an account, whatever the rules of the runtime. */
  setAccount(address: PublicKey, account: ChainAccount): void
  /** The chain's clock in unix seconds. */
  now(): Promise<bigint>
  warpTo(seconds: bigint): Promise<void>
  /** What an account of so many bytes must hold. */
  rent(bytes: number): Promise<bigint>
  /** Gives the runtime back: the chain is not used any more. */
  release(): Promise<void>
}

/** Where the clock of every chain starts: long enough after the epoch for any duration. */
export const GENESIS_TIME = 1_800_000_000n
