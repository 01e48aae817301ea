// The RPC of Kit that the client needs.

import type {
  GetAccountInfoApi,
  GetBlockHeightApi,
  GetEpochInfoApi,
  GetLatestBlockhashApi,
  GetMinimumBalanceForRentExemptionApi,
  GetMultipleAccountsApi,
  GetProgramAccountsApi,
  GetRecentPrioritizationFeesApi,
  GetSignatureStatusesApi,
  GetSignaturesForAddressApi,
  GetSlotApi,
  GetTransactionApi,
  Rpc,
  SendTransactionApi,
  SimulateTransactionApi,
} from '@solana/kit'
import type { Memcmp } from '../core/wire.ts'

/** The RPC methods that the client needs; `createSolanaRpc` returns them. */
export type ClientRpc = Rpc<
  GetAccountInfoApi &
    GetBlockHeightApi &
    GetEpochInfoApi &
    GetLatestBlockhashApi &
    GetMinimumBalanceForRentExemptionApi &
    GetMultipleAccountsApi &
    GetProgramAccountsApi &
    GetRecentPrioritizationFeesApi &
    GetSignatureStatusesApi &
    GetSignaturesForAddressApi &
    GetSlotApi &
    GetTransactionApi &
    SendTransactionApi &
    SimulateTransactionApi
>

/** Filters in the form of the RPC. */
export function toFilters(bytes: readonly Memcmp[]) {
  return bytes.map(({ offset, bytes: text }) => ({
    memcmp: { offset: BigInt(offset), bytes: text as never, encoding: 'base58' as const },
  }))
}
