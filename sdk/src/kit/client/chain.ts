// Reads the program's accounts over an RPC of Kit.

import {
  type Address,
  address,
  type Commitment,
  type GetAccountInfoApi,
  type GetBlockHeightApi,
  type GetEpochInfoApi,
  type GetLatestBlockhashApi,
  type GetMinimumBalanceForRentExemptionApi,
  type GetMultipleAccountsApi,
  type GetProgramAccountsApi,
  type GetSignatureStatusesApi,
  type GetSignaturesForAddressApi,
  type GetTransactionApi,
  getAddressDecoder,
  getBase64Encoder,
  type Rpc,
  type SendTransactionApi,
  type SimulateTransactionApi,
} from '@solana/kit'
import { AccountNotFoundError } from '../../core/accounts/data.ts'
import { accountDecoders } from '../../core/accounts/decoders.ts'
import { type Memcmp, positionBytes, questionBytes } from '../../core/accounts/memcmp.ts'
import type { MarketOf } from '../../core/accounts/shapes.ts'
import { MARKET_ID_PREFIX } from '../../core/market-prefix.ts'
import { remember } from '../../core/remember.ts'
import {
  findAttestorSetPda,
  findConfigPda,
  findFeeVaultPda,
  findQuestionPda,
  PREDICTION_MARKET_PROGRAM_ADDRESS,
} from '../generated/index.ts'

/** The RPC methods that the client needs; `createSolanaRpc` returns them. */
export type ClientRpc = Rpc<
  GetAccountInfoApi &
    GetBlockHeightApi &
    GetEpochInfoApi &
    GetLatestBlockhashApi &
    GetMinimumBalanceForRentExemptionApi &
    GetMultipleAccountsApi &
    GetProgramAccountsApi &
    GetSignatureStatusesApi &
    GetSignaturesForAddressApi &
    GetTransactionApi &
    SendTransactionApi &
    SimulateTransactionApi
>

/** An account and its address. */
export type Fetched<T> = T & { address: Address }

/** A market, decoded: statuses and outcomes as strings, `null` for none. `Market` is the raw account. */
export type FetchedMarket = Fetched<MarketOf<Address>>

/** A market by address, by id (`market_…`), or as it was fetched before, which saves a call. */
export type MarketRef = Address | string | FetchedMarket

/** An account as the node returns it. */
export interface RawAccount {
  owner: Address
  data: Uint8Array
}

const CLOCK = /* @__PURE__ */ address('SysvarC1ock11111111111111111111111111111111')

/** The most accounts that one call can ask for. */
const MAX_ACCOUNTS = 100

/** Decoders of all accounts of the program. */
export const decoders = /* @__PURE__ */ accountDecoders(toKey)

/** An address from its bytes. */
export function toKey(bytes: Uint8Array): Address {
  return getAddressDecoder().decode(bytes)
}

/** The address of a market. */
export function marketAddress(market: MarketRef): Address {
  if (typeof market !== 'string') return market.address
  return address(market.startsWith(MARKET_ID_PREFIX) ? market.slice(MARKET_ID_PREFIX.length) : market)
}

/** Reads accounts over an RPC. Each method makes one call unless it says otherwise. */
export class Chain {
  readonly #rents = new Map<number, Promise<bigint>>()

  constructor(
    readonly rpc: ClientRpc,
    readonly commitment: Extract<Commitment, 'confirmed' | 'finalized'>,
  ) {}

  async account(key: Address): Promise<RawAccount | null> {
    const options = { commitment: this.commitment, encoding: 'base64' } as const
    const { value } = await this.rpc.getAccountInfo(key, options).send()
    return value && { owner: value.owner, data: fromBase64(value.data[0]) }
  }

  /** Accounts by address, 100 to a call; `null` for those that do not exist. */
  async accounts(keys: readonly Address[]): Promise<(RawAccount | null)[]> {
    const found: (RawAccount | null)[] = []
    for (let start = 0; start < keys.length; start += MAX_ACCOUNTS) {
      const batch = keys.slice(start, start + MAX_ACCOUNTS)
      const options = { commitment: this.commitment, encoding: 'base64' } as const
      const { value } = await this.rpc.getMultipleAccounts(batch, options).send()
      found.push(...value.map((one) => one && { owner: one.owner, data: fromBase64(one.data[0]) }))
    }
    return found
  }

  /** All accounts of the program that have these bytes. */
  async all<T>(bytes: readonly Memcmp[], decode: (data: Uint8Array) => T): Promise<Fetched<T>[]> {
    const accounts = await this.rpc
      .getProgramAccounts(PREDICTION_MARKET_PROGRAM_ADDRESS, {
        commitment: this.commitment,
        encoding: 'base64',
        filters: toFilters(bytes),
      })
      .send()
    return accounts.map(({ pubkey, account }) => ({
      ...decode(fromBase64(account.data[0])),
      address: pubkey,
    }))
  }

  /** An account of the program; `null` if there is none. */
  async optional<T>(key: Address, decode: (data: Uint8Array) => T): Promise<Fetched<T> | null> {
    const data = own(await this.account(key))
    return data && { ...decode(data), address: key }
  }

  /** @throws AccountNotFoundError if there is no such account of the program */
  async required<T>(what: string, key: Address, decode: (data: Uint8Array) => T): Promise<Fetched<T>> {
    const found = await this.optional(key, decode)
    if (!found) throw new AccountNotFoundError(what, key)
    return found
  }

  async config() {
    const [key] = await findConfigPda()
    return this.required('configuration', key, decoders.config)
  }

  async feeVault() {
    const [key] = await findFeeVaultPda()
    return this.required('fee vault', key, decoders.feeVault)
  }

  async attestorSet(index: number) {
    const [key] = await findAttestorSetPda({ index })
    return this.required('attestor set', key, decoders.attestorSet)
  }

  /** The time that the program sees, in unix seconds. */
  async time(): Promise<bigint> {
    const clock = await this.account(CLOCK)
    if (!clock) throw new AccountNotFoundError('clock', CLOCK)
    const { buffer, byteOffset, byteLength } = clock.data
    return new DataView(buffer, byteOffset, byteLength).getBigInt64(32, true)
  }

  /** A market; fetched unless a fetched one is given. */
  async market(market: MarketRef): Promise<FetchedMarket> {
    return typeof market === 'string' ? this.currentMarket(market) : market
  }

  /** A market as it is now. */
  currentMarket(market: MarketRef): Promise<FetchedMarket> {
    return this.required('market', marketAddress(market), decoders.market)
  }

  /** The positions of an owner, in a market, or both. */
  positions(filter: { market?: Address | undefined; owner?: Address | undefined }) {
    return this.all(positionBytes(filter), decoders.position)
  }

  /** The questions of markets, by their address: 100 to a call, or all in one. */
  async questions(markets?: readonly Address[]): Promise<Map<Address, string>> {
    if (!markets) {
      const all = await this.all(questionBytes(), decoders.question)
      return new Map(all.map(({ market, text }) => [market, text]))
    }
    const keys = await Promise.all(markets.map(async (market) => (await findQuestionPda({ market }))[0]))
    const found = (await this.accounts(keys)).map(own)
    const read = found.flatMap((data) => (data ? [decoders.question(data)] : []))
    return new Map(read.map(({ market, text }) => [market, text]))
  }

  /** The rent-exempt minimum of an account of that size, in lamports; cached. */
  rent(bytes: number): Promise<bigint> {
    return remember(this.#rents, bytes, () =>
      this.rpc.getMinimumBalanceForRentExemption(BigInt(bytes)).send(),
    )
  }
}

/** The data of an account if the program owns it: anyone can send lamports to the address before. */
export function own(account: RawAccount | null): Uint8Array | null {
  return account?.owner === PREDICTION_MARKET_PROGRAM_ADDRESS && account.data.length > 0 ? account.data : null
}

/** Filters in the form of the RPC. */
export function toFilters(bytes: readonly Memcmp[]) {
  return bytes.map(({ offset, bytes: text }) => ({
    memcmp: { offset: BigInt(offset), bytes: text as never, encoding: 'base58' as const },
  }))
}

export function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(getBase64Encoder().encode(text))
}
