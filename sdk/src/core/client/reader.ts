// Reads the program's accounts over a web3.js connection.

import {
  type AccountInfo,
  type Connection,
  type GetProgramAccountsFilter,
  type PublicKey,
  SYSVAR_CLOCK_PUBKEY,
} from '@solana/web3.js'
import { type AddressInput, requireAddress } from '../../web3/input.ts'
import { findAttestorSet, findConfig } from '../../web3/pda.ts'
import { PROGRAM_ID } from '../../web3/program-id.ts'
import { AccountNotFoundError } from '../accounts/data.ts'
import {
  type AttestorSet,
  type Config,
  decodeAttestorSet,
  decodeConfig,
  decodeMarket,
  type Market,
} from '../accounts/decode.ts'
import { accountSize } from '../coder.ts'
import type { AccountName } from '../program.ts'
import { remember } from '../remember.ts'
import type { Finality } from '../transaction/status.ts'
import { type Fetched, isFetched, type MarketRef, marketAddress } from './market-ref.ts'

/** Options of the client's reads. */
export interface ReaderOptions {
  /** The program's address, for a deployment of your own. */
  programId?: AddressInput | undefined
  /** The commitment of reads and transactions; `confirmed` by default. */
  commitment?: Finality | undefined
}

/** The most accounts that one call can ask for. */
const MAX_ACCOUNTS = 100

/** Reads the program's accounts over a connection. Each method makes one call unless it says otherwise. */
export class ProgramReader {
  readonly programId: PublicKey
  readonly commitment: Finality
  private readonly rents = new Map<number, Promise<number>>()

  constructor(
    readonly connection: Connection,
    options: ReaderOptions = {},
  ) {
    this.programId = requireAddress('programId', options.programId ?? PROGRAM_ID)
    this.commitment = options.commitment ?? 'confirmed'
  }

  /** The configuration of the program. */
  config(): Promise<Fetched<Config>> {
    return this.required('configuration', findConfig(this.programId), decodeConfig)
  }

  /** An attestor set by number. */
  attestorSet(index: number): Promise<Fetched<AttestorSet>> {
    return this.required('attestor set', findAttestorSet(index, this.programId), decodeAttestorSet)
  }

  /** The time that the program sees, in unix seconds. */
  async chainTime(): Promise<bigint> {
    const account = await this.connection.getAccountInfo(SYSVAR_CLOCK_PUBKEY, this.commitment)
    if (!account) throw new AccountNotFoundError('clock', SYSVAR_CLOCK_PUBKEY)
    const { buffer, byteOffset, byteLength } = account.data
    return new DataView(buffer, byteOffset, byteLength).getBigInt64(32, true)
  }

  /** A market; fetched unless a fetched one is given. */
  async market(market: MarketRef): Promise<Fetched<Market>> {
    return isFetched(market) ? market : this.currentMarket(market)
  }

  /** A market as it is now; always fetched. */
  currentMarket(market: MarketRef): Promise<Fetched<Market>> {
    return this.required('market', marketAddress(market), decodeMarket)
  }

  /** The rent-exempt minimum of an account of that type, in lamports; cached. */
  rent(name: AccountName): Promise<number> {
    return this.rentOf(accountSize(name))
  }

  /** The rent-exempt minimum of an account of that size, in lamports; cached. */
  rentOf(bytes: number): Promise<number> {
    return remember(this.rents, bytes, () => this.connection.getMinimumBalanceForRentExemption(bytes))
  }

  /** @throws AccountNotFoundError if there is no such account */
  async required<T>(what: string, address: PublicKey, decode: (data: Uint8Array) => T): Promise<Fetched<T>> {
    const account = await this.optional(address, decode)
    if (!account) throw new AccountNotFoundError(what, address)
    return account
  }

  /** An account by address; `null` if it does not exist. */
  async optional<T>(address: PublicKey, decode: (data: Uint8Array) => T): Promise<Fetched<T> | null> {
    const account = await this.connection.getAccountInfo(address, this.commitment)
    // Anyone can send lamports to an address of the program before its account exists.
    if (!account || !isOwned(account, this.programId)) return null
    return { ...decode(account.data), address }
  }

  /** Accounts by address, 100 to a call; those that do not exist are left out. */
  async some<T>(addresses: readonly PublicKey[], decode: (data: Uint8Array) => T): Promise<Fetched<T>[]> {
    const found: Fetched<T>[] = []
    for (let start = 0; start < addresses.length; start += MAX_ACCOUNTS) {
      const batch = addresses.slice(start, start + MAX_ACCOUNTS)
      const accounts = await this.connection.getMultipleAccountsInfo(batch, this.commitment)
      accounts.forEach((account, index) => {
        const address = batch[index]
        if (!account || !address || !isOwned(account, this.programId)) return
        found.push({ ...decode(account.data), address })
      })
    }
    return found
  }

  /** All accounts of the program that match. */
  async all<T>(filters: GetProgramAccountsFilter[], decode: (data: Uint8Array) => T): Promise<Fetched<T>[]> {
    const options = { commitment: this.commitment, filters }
    const accounts = await this.connection.getProgramAccounts(this.programId, options)
    return accounts.map(({ pubkey, account }) => ({ ...decode(account.data), address: pubkey }))
  }
}

function isOwned(account: AccountInfo<unknown>, programId: PublicKey): boolean {
  return account.owner.equals(programId)
}
