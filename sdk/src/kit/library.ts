// The types of Kit that the client is made of, and the RPC that it needs.

import type * as kit from '@solana/kit'
import type { Library, Memcmp } from '../core/wire.ts'

/** The types of Kit. */
export interface Kit extends Library {
  Address: kit.Address
  Instruction: kit.Instruction
  Wallet: kit.TransactionSigner
  Signer: kit.TransactionSigner
  Transaction: kit.Transaction & kit.TransactionWithLifetime
  LookupTable: kit.AddressesByLookupTableAddress
}

/** The RPC methods that the client needs; `createSolanaRpc` returns them. */
export type ClientRpc = kit.Rpc<
  kit.GetAccountInfoApi &
    kit.GetBlockHeightApi &
    kit.GetEpochInfoApi &
    kit.GetLatestBlockhashApi &
    kit.GetMinimumBalanceForRentExemptionApi &
    kit.GetMultipleAccountsApi &
    kit.GetProgramAccountsApi &
    kit.GetRecentPrioritizationFeesApi &
    kit.GetSignatureStatusesApi &
    kit.GetSignaturesForAddressApi &
    kit.GetSlotApi &
    kit.GetTransactionApi &
    kit.SendTransactionApi &
    kit.SimulateTransactionApi
>

/** The subscriptions that following needs; `createSolanaRpcSubscriptions` returns them. */
export type ClientSubscriptions = kit.RpcSubscriptions<
  kit.AccountNotificationsApi & kit.ProgramNotificationsApi & kit.LogsNotificationsApi
>

/** Filters in the form of the RPC. */
export function toFilters(bytes: readonly Memcmp[]) {
  return bytes.map(({ offset, bytes: text }) => ({
    memcmp: { offset: BigInt(offset), bytes: text as never, encoding: 'base58' as const },
  }))
}
