// Reads and watches the program's accounts over a web3.js connection.

import type { AccountInfo, Commitment, Connection, PublicKey } from '@solana/web3.js'
import type { Memcmp } from '../core/accounts/memcmp.ts'
import type { Feed, Unsubscribe } from '../core/follow/accounts.ts'
import { delaySocketFailures } from './websocket.ts'

/** The connection and program to listen to. */
export interface SubscriptionInput {
  connection: Connection
  programId: PublicKey
  commitment: Commitment
}

/** The private part of web3.js that reports when a subscription is active, also after a reconnection. */
interface Internals {
  _onSubscriptionStateChange?(id: number, callback: (state: string) => void): () => void
}

/** Accounts of a program, read and watched over a connection of web3.js. */
export function connectionFeed({ connection, programId, commitment }: SubscriptionInput): Feed<PublicKey> {
  const own = (account: AccountInfo<Uint8Array> | null) =>
    account?.owner.equals(programId) && account.data.length > 0 ? account.data : null
  const toFilters = (filters: readonly Memcmp[]) => filters.map((memcmp) => ({ memcmp }))
  return {
    async readAccount(address) {
      const { value, context } = await connection.getAccountInfoAndContext(address, commitment)
      return { data: own(value), slot: context.slot }
    },
    async readAccounts(filters) {
      const options = { commitment, filters: toFilters(filters), withContext: true } as const
      const { value, context } = await connection.getProgramAccounts(programId, options)
      const accounts = value.map(
        ({ pubkey, account }) => [pubkey.toBase58(), account.data] as [string, Uint8Array],
      )
      return { accounts, slot: context.slot }
    },
    watchAccount(address, take, onLive) {
      return watch(connection, onLive, {
        subscribe: () =>
          connection.onAccountChange(address, (account, { slot }) => take(own(account), slot), {
            commitment,
          }),
        unsubscribe: (id) => connection.removeAccountChangeListener(id),
      })
    },
    watchAccounts(filters, take, onLive) {
      return watch(connection, onLive, {
        subscribe: () =>
          connection.onProgramAccountChange(
            programId,
            ({ accountId, accountInfo }, { slot }) => take(accountId.toBase58(), own(accountInfo), slot),
            { commitment, filters: toFilters(filters) },
          ),
        unsubscribe: (id) => connection.removeProgramAccountChangeListener(id),
      })
    },
  }
}

/** Subscribes, and calls `onLive` whenever the subscription becomes active. */
function watch(
  connection: Connection,
  onLive: () => void,
  { subscribe, unsubscribe }: { subscribe(): number; unsubscribe(id: number): Promise<void> },
): Unsubscribe {
  delaySocketFailures(connection)
  const id = subscribe()
  const internals = connection as unknown as Internals
  const ignoreState = internals._onSubscriptionStateChange?.(id, (state) => {
    if (state === 'subscribed') onLive()
  })
  return async () => {
    ignoreState?.()
    await unsubscribe(id)
  }
}

/** Calls the listener with the logs of every successful transaction that calls the program. */
export function watchLogs(
  { connection, programId, commitment }: SubscriptionInput,
  listener: (logs: readonly string[], signature: string, slot: number) => void,
): Unsubscribe {
  const id = connection.onLogs(
    programId,
    ({ err, logs, signature }, { slot }) => {
      if (!err) listener(logs, signature, slot)
    },
    commitment,
  )
  return () => connection.removeOnLogsListener(id)
}
