// The interface between the client and a library for Solana: web3/ implements it on Anchor, kit/ on Codama's codecs.

import type { Finality, Node } from './node.ts'
import type { AccountName, InstructionName } from './program.ts'
import type { Raw } from './raw.ts'
import type { AnyKey } from './shapes.ts'

/** The types of a library, all that the client is generic in. Each wire declares one interface of this form. */
export interface Library {
  /** What reads return: `PublicKey`, or `Address`. */
  Address: AnyKey
  Instruction: object
  /** Signs and pays: a keypair or a wallet. */
  Wallet: object
  /** Signs beside the payer, such as the key of a new account. */
  Signer: object
  /** A compiled transaction. */
  Transaction: object
  LookupTable: object
}

/** What methods accept as an address: the library's own, or base58. */
export type AddressInput<L extends Library> = L['Address'] | string

/** Bytes, in base58, that an account must have at an offset. */
export interface Memcmp {
  offset: number
  bytes: string
}

/** Ends a subscription. */
export type Unsubscribe = () => Promise<void>

/** The budget that a transaction requests. */
export interface Budget {
  /** The most compute units it may take. */
  computeUnits?: number | undefined
  /** Micro-lamports offered for each compute unit, on top of the base fee. */
  priorityFee?: bigint | undefined
  /** The most bytes of accounts that it may load. */
  loadedBytes?: number | undefined
}

/** A signed transaction, as `VersionedTransaction` of web3.js has it. */
export interface SignedBytes {
  signatures: readonly Uint8Array[]
  serialize(): Uint8Array
}

/** An account of an instruction. */
export interface Meta<Address> {
  address: Address
  isSigner: boolean
  isWritable: boolean
}

/** The parts of an instruction, whatever the library. */
export interface InstructionData<Address> {
  program: Address
  accounts: readonly Meta<Address>[]
  data: Uint8Array
}

/** Addresses and the program's data, without a node. */
export interface Codec<L extends Library> {
  /** The address of the program. */
  readonly program: L['Address']
  /** Reads an address. @throws InvalidInputError if it is not one, or the default pubkey */
  address(field: string, input: AddressInput<L>): L['Address']
  /** An address from base58 that is known to be one. */
  constant(text: string): L['Address']
  /** In base58. */
  text(address: L['Address']): string
  bytes(address: L['Address']): Uint8Array
  fromBytes(bytes: Uint8Array): L['Address']
  isSame(one: L['Address'], other: L['Address']): boolean
  /** The canonical address of a program for these seeds, and its bump. */
  derive(seeds: readonly Uint8Array[], program: L['Address']): [address: L['Address'], bump: number]
  instruction(parts: InstructionData<L['Address']>): L['Instruction']
  parts(instruction: L['Instruction']): InstructionData<L['Address']>
  /** Discriminator and arguments of an instruction of the program. */
  encode(name: InstructionName, args: object): Uint8Array
  /** The fields of an account, whose discriminator has been checked. */
  decode<Name extends AccountName>(name: Name, data: Uint8Array): Raw<Name, L['Address']>
  /** An event of the program from base64, by its name in the IDL; `null` if it is not one. */
  decodeEvent(text: string): { name: string; data: object } | null
  /** The bytes of an account whose fields all have a fixed length. */
  size(name: AccountName): number
}

/** Version 1 allows longer transactions and no lookup tables; not every cluster accepts it yet. */
export type TransactionVersion = 0 | 1

/** A transaction to compile. */
export interface CompileInput<L extends Library> extends Budget {
  payer: L['Address']
  instructions: readonly L['Instruction'][]
  /** A recent one; a placeholder by default, for a transaction that is only measured or simulated. */
  blockhash?: string | undefined
  /** The last block that can include it, if it is known. */
  lastValidBlockHeight?: number | undefined
  /** 0 by default. */
  version?: TransactionVersion | undefined
  /** Tables that hold some of the addresses, so that more of them fit. */
  lookupTables?: readonly L['LookupTable'][] | undefined
}

/** Compiles and signs. */
export interface Compiler<L extends Library> {
  compile(input: CompileInput<L>): L['Transaction']
  /** Whether the network would accept a transaction, by its bytes and the accounts that it locks. */
  fits(transaction: L['Transaction']): boolean
  /** The signers that an instruction carries, besides those of the call; none in web3.js. */
  signersOf(instruction: L['Instruction']): L['Signer'][]
  /** A new key pair. */
  generate(): Promise<NewSigner<L>>
  /** @throws InvalidInputError if it is missing, not connected, or cannot sign */
  requireWallet(wallet: L['Wallet'] | undefined): L['Address']
  /** Signs transactions, all at once if the wallet can. @throws SigningError if the wallet refuses */
  sign(transactions: readonly L['Transaction'][], signing: Signing<L>): Promise<SignedBytes[]>
  /** Whether the wallet signs and sends in one step, and never returns the signed transaction. */
  isSending(wallet: L['Wallet']): boolean
  /** Lets such a wallet sign and send. @throws SigningError if the wallet refuses */
  sendByWallet(transaction: L['Transaction'], signing: Signing<L>): Promise<string>
}

/** Who signs. */
export interface Signing<L extends Library> {
  wallet: L['Wallet']
  /** Additional signers. */
  signers: readonly L['Signer'][]
}

/** A new key pair, as a signer. */
export interface NewSigner<L extends Library> {
  address: L['Address']
  signer: L['Signer']
}

/** An account as the node returns it. */
export interface Account<Address> {
  owner: Address
  lamports: bigint
  data: Uint8Array
}

/** An executed transaction as the node returns it. */
export interface ChainTransaction<Address> {
  slot: number
  err: unknown
  logs: readonly string[]
  /** Top-level and inner ones, in the order in which they ran. */
  instructions(): { program: Address; accounts: Address[]; data: Uint8Array }[]
}

/** Reads from a node. Each method makes one call. */
export interface Chain<L extends Library> {
  /** The commitment of reads and transactions. */
  readonly commitment: Finality
  /** Sends and confirms. */
  readonly node: Node
  account(address: L['Address'], commitment?: Finality): Promise<Account<L['Address']> | null>
  /** At most 100. */
  accounts(
    addresses: readonly L['Address'][],
  ): Promise<{ accounts: (Account<L['Address']> | null)[]; slot: number }>
  /** The program's accounts that have these bytes. */
  programAccounts(bytes: readonly Memcmp[]): Promise<{ address: L['Address']; data: Uint8Array }[]>
  /** The rent-exempt minimum of an account of that size, in lamports. */
  rent(bytes: number): Promise<bigint>
  slot(): Promise<number>
  blockhash(): Promise<{ blockhash: string; lastValidBlockHeight: number }>
  /** What recent transactions that wrote these accounts paid, in micro-lamports for a compute unit. */
  recentFees(addresses: readonly L['Address'][]): Promise<number[]>
  simulate(
    transaction: L['Transaction'],
  ): Promise<{ err: unknown; logs?: readonly string[] | null; unitsConsumed?: number | undefined }>
  /** Signatures of the transactions of an address, the newest first. */
  signatures(
    address: L['Address'],
    range: { before?: string | undefined; until?: string | undefined; limit: number },
  ): Promise<readonly { signature: string; err: unknown }[]>
  transaction(signature: string): Promise<ChainTransaction<L['Address']> | null>
  /** An account, and the slot at which the node read it. */
  accountAt(address: L['Address']): Promise<{ account: Account<L['Address']> | null; slot: number }>
  /** The program's accounts that have these bytes, and the slot at which the node read them. */
  programAccountsAt(
    bytes: readonly Memcmp[],
  ): Promise<{ accounts: [address: string, data: Uint8Array][]; slot: number }>
  /** @param onLive - called whenever the subscription becomes active, also after a lost connection */
  watchAccount(
    address: L['Address'],
    take: (account: Account<L['Address']>, slot: number) => void,
    onLive: () => void,
  ): Unsubscribe
  /** Watches the program's accounts that have these bytes. */
  watchAccounts(
    bytes: readonly Memcmp[],
    take: (address: string, account: Account<L['Address']>, slot: number) => void,
    onLive: () => void,
  ): Unsubscribe
  /** Calls the listener with the logs of every successful transaction that calls the program. */
  watchLogs(listener: (logs: readonly string[], signature: string, slot: number) => void): Unsubscribe
}

/** Reads the program's accounts and transactions. */
export interface ChainReader<L extends Library>
  extends Codec<L>,
    Pick<Chain<L>, 'account' | 'signatures' | 'transaction'> {}

/** A library's part of the client. */
export interface Wire<L extends Library> extends Codec<L>, Compiler<L>, Chain<L> {}

/** An account and its address. */
export type Fetched<T, Address> = T & { address: Address }
