// Reads and watches the program's accounts over an RPC of Kit.

import type {
  AccountNotificationsApi,
  Address,
  Commitment,
  LogsNotificationsApi,
  ProgramNotificationsApi,
  RpcSubscriptions,
} from '@solana/kit'
import type { Feed, Unsubscribe } from '../core/follow/accounts.ts'
import { fromBase64 } from './coder.ts'
import { type ClientRpc, toFilters } from './rpc.ts'

/** The subscriptions that following needs; `createSolanaRpcSubscriptions` returns them. */
export type ClientSubscriptions = RpcSubscriptions<
  AccountNotificationsApi & ProgramNotificationsApi & LogsNotificationsApi
>

/** Milliseconds before a lost subscription is renewed. */
const RETRY_MS = 500

/** Accounts of the program, read and watched over an RPC of Kit. */
export function rpcFeed(
  { rpc, program, commitment }: { rpc: ClientRpc; program: Address; commitment: Commitment },
  subscriptions: () => ClientSubscriptions,
): Feed<Address> {
  /** The data of an account if the program owns it: anyone can send lamports to the address before. */
  const own = (account: { owner: Address; data: Uint8Array } | null) =>
    account?.owner === program && account.data.length > 0 ? account.data : null
  const options = { commitment, encoding: 'base64' } as const
  return {
    async readAccount(address) {
      const { context, value } = await rpc.getAccountInfo(address, options).send()
      const account = value && { owner: value.owner, data: fromBase64(value.data[0]) }
      return { data: own(account), slot: Number(context.slot) }
    },
    async readAccounts(bytes) {
      const filters = toFilters(bytes)
      const { context, value } = await rpc
        .getProgramAccounts(program, { ...options, filters, withContext: true })
        .send()
      const accounts = value.map(
        ({ pubkey, account }) => [pubkey, fromBase64(account.data[0])] as [string, Uint8Array],
      )
      return { accounts, slot: Number(context.slot) }
    },
    watchAccount(address, take, onLive) {
      const request = subscriptions().accountNotifications(address, options)
      return listen(
        request,
        ({ context, value }) => {
          const data = own({ owner: value.owner, data: fromBase64(value.data[0]) })
          take(data, Number(context.slot))
        },
        onLive,
      )
    },
    watchAccounts(bytes, take, onLive) {
      const filters = toFilters(bytes)
      const request = subscriptions().programNotifications(program, {
        ...options,
        filters,
      })
      return listen(
        request,
        ({ context, value: { pubkey, account } }) => {
          const data = own({ owner: account.owner, data: fromBase64(account.data[0]) })
          take(pubkey, data, Number(context.slot))
        },
        onLive,
      )
    },
  }
}

/** Calls the listener with the logs of every successful transaction that calls the program. */
export function listenToLogs(
  subscriptions: ClientSubscriptions,
  program: Address,
  commitment: Commitment,
  listener: (logs: readonly string[], signature: string, slot: number) => void,
): Unsubscribe {
  const filter = { mentions: [program] as [Address] }
  return listen(subscriptions.logsNotifications(filter, { commitment }), ({ context, value }) => {
    if (!value.err) listener(value.logs ?? [], value.signature, Number(context.slot))
  })
}

/** Handles the notifications of a subscription, which is renewed whenever it is lost. */
function listen<T>(
  request: { subscribe(options: { abortSignal: AbortSignal }): Promise<AsyncIterable<T>> },
  take: (notification: T) => void,
  onLive: () => void = () => {},
): Unsubscribe {
  const end = new AbortController()
  const run = async () => {
    while (!end.signal.aborted) {
      try {
        const notifications = await request.subscribe({ abortSignal: end.signal })
        onLive()
        for await (const notification of notifications) take(notification)
      } catch {
        // The connection was lost; what was missed is read once it is back.
      }
      if (!end.signal.aborted) await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
  }
  run()
  return async () => end.abort()
}
