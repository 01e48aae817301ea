// Reads and watches over a connection of web3.js.

import { type AccountInfo, type Connection, type LogsCallback, PublicKey } from '@solana/web3.js'
import bs58 from 'bs58'
import { type Finality, READ_CONFIRMED } from '../core/transaction/status.ts'
import type { Account, Chain, ChainTransaction, Memcmp, Unsubscribe } from '../core/wire.ts'
import type { Web3 } from './library.ts'

/** The private parts of web3.js: the websocket, and what reports that a subscription is active, also after a reconnection. */
interface Internals {
  _rpcWebSocket?: { call(method: string, params: unknown[]): Promise<unknown> }
  _onSubscriptionStateChange?(id: number, callback: (state: string) => void): () => void
}

/** Milliseconds before a failed call is reported. */
const RETRY_MS = 250

/** The websockets whose failures are delayed. */
const delayed = new WeakSet<object>()

/**
 * Delays the failures of a connection's websocket; further calls have no effect. web3.js retries a failed call at once;
 * on a websocket that is closing each retry fails at once too, and the loop would starve the close event.
 */
export function delaySocketFailures(connection: Connection): void {
  const { _rpcWebSocket: socket } = connection as unknown as Internals
  if (!socket || delayed.has(socket)) return
  delayed.add(socket)
  const call = socket.call.bind(socket)
  socket.call = (method, params) =>
    call(method, params).catch(async (error) => {
      await new Promise((resolve) => {
        const timer: { unref?(): void } | number = setTimeout(resolve, RETRY_MS)
        // In Node, a process that has nothing else to do must not wait for it.
        if (typeof timer === 'object') timer.unref?.()
      })
      throw error
    })
}

/** Subscribes, and calls `onLive` whenever the subscription becomes active. */
export function watch(
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

/** Reads over a connection. */
export function chainOver(connection: Connection, programId: PublicKey, commitment: Finality): Chain<Web3> {
  return {
    commitment,
    node: connection,
    async account(address, finality = commitment) {
      const account = await connection.getAccountInfo(address, finality)
      return account && toAccount(account)
    },
    async accounts(addresses) {
      const { value, context } = await connection.getMultipleAccountsInfoAndContext([...addresses], {
        commitment,
      })
      return { accounts: value.map((account) => account && toAccount(account)), slot: context.slot }
    },
    async programAccounts(bytes) {
      const options = { commitment, filters: toFilters(bytes) }
      const accounts = await connection.getProgramAccounts(programId, options)
      return accounts.map(({ pubkey, account }) => ({ address: pubkey, data: account.data }))
    },
    rent: async (bytes) => BigInt(await connection.getMinimumBalanceForRentExemption(bytes)),
    slot: () => connection.getSlot(commitment),
    blockhash: () => connection.getLatestBlockhash(commitment),
    async recentFees(addresses) {
      const options = { lockedWritableAccounts: [...addresses] }
      const fees = await connection.getRecentPrioritizationFees(options)
      return fees.map(({ prioritizationFee }) => prioritizationFee)
    },
    async simulate(transaction) {
      const options = { commitment, replaceRecentBlockhash: true, sigVerify: false }
      return (await connection.simulateTransaction(transaction, options)).value
    },
    signatures(address, { limit, before, until }) {
      const options = { limit, ...(before && { before }), ...(until && { until }) }
      return connection.getSignaturesForAddress(address, options, commitment)
    },
    async transaction(signature) {
      const found = await connection.getTransaction(signature, { ...READ_CONFIRMED, commitment })
      if (!found?.meta) return null
      const { err, logMessages } = found.meta
      return { slot: found.slot, err, logs: logMessages ?? [], instructions: () => instructionsOf(found) }
    },
    async accountAt(address) {
      const { value, context } = await connection.getAccountInfoAndContext(address, commitment)
      return { account: value && toAccount(value), slot: context.slot }
    },
    async programAccountsAt(bytes) {
      const options = { commitment, filters: toFilters(bytes), withContext: true } as const
      const { value, context } = await connection.getProgramAccounts(programId, options)
      const accounts = value.map(({ pubkey, account }): [string, Uint8Array] => [
        pubkey.toBase58(),
        account.data,
      ])
      return { accounts, slot: context.slot }
    },
    watchAccount: (address, take, onLive) =>
      watch(connection, onLive, {
        subscribe: () =>
          connection.onAccountChange(address, (account, { slot }) => take(toAccount(account), slot), {
            commitment,
          }),
        unsubscribe: (id) => connection.removeAccountChangeListener(id),
      }),
    watchAccounts: (bytes, take, onLive) =>
      watch(connection, onLive, {
        subscribe: () =>
          connection.onProgramAccountChange(
            programId,
            ({ accountId, accountInfo }, { slot }) =>
              take(accountId.toBase58(), toAccount(accountInfo), slot),
            { commitment, filters: toFilters(bytes) },
          ),
        unsubscribe: (id) => connection.removeProgramAccountChangeListener(id),
      }),
    watchLogs(listener) {
      const take: LogsCallback = ({ err, logs, signature }, { slot }) => {
        if (!err) listener(logs, signature, slot)
      }
      const id = connection.onLogs(programId, take, commitment)
      return () => connection.removeOnLogsListener(id)
    },
  }
}

function toAccount({ owner, lamports, data }: AccountInfo<Uint8Array>): Account<PublicKey> {
  return { owner, lamports: BigInt(lamports), data }
}

function toFilters(bytes: readonly Memcmp[]) {
  return bytes.map((memcmp) => ({ memcmp }))
}

type Found = NonNullable<Awaited<ReturnType<Connection['getTransaction']>>>

/** The instructions of a transaction of any version, inner ones after those that called them. */
function instructionsOf({
  meta,
  transaction,
}: Found): ReturnType<ChainTransaction<PublicKey>['instructions']> {
  const { staticAccountKeys, compiledInstructions } = transaction.message
  const loaded = meta?.loadedAddresses
  const keys = [...staticAccountKeys, ...(loaded?.writable ?? []), ...(loaded?.readonly ?? [])].map(
    (key) => new PublicKey(key),
  )
  const executed = (programIndex: number, accounts: readonly number[], data: Uint8Array) => ({
    program: keys[programIndex] ?? PublicKey.default,
    accounts: accounts.map((index) => keys[index] ?? PublicKey.default),
    data,
  })
  return compiledInstructions.flatMap((outer, position) => {
    const inner = meta?.innerInstructions?.find(({ index }) => index === position)?.instructions ?? []
    return [
      executed(outer.programIdIndex, outer.accountKeyIndexes, outer.data),
      ...inner.map(({ programIdIndex, accounts, data }) =>
        executed(programIdIndex, accounts, bs58.decode(data)),
      ),
    ]
  })
}
