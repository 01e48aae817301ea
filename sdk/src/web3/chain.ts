// Reads over a connection of web3.js.

import { type AccountInfo, type Connection, PublicKey } from '@solana/web3.js'
import bs58 from 'bs58'
import { type Finality, READ_CONFIRMED } from '../core/transaction/status.ts'
import type { Account, Chain, ChainTransaction } from '../core/wire.ts'
import { connectionFeed, watchLogs } from './feed.ts'
import type { Web3 } from './library.ts'

/** Reads over a connection. */
export function chainOver(connection: Connection, programId: PublicKey, commitment: Finality): Chain<Web3> {
  return {
    commitment,
    node: connection,
    async account(address, finality = commitment) {
      return toAccount(await connection.getAccountInfo(address, finality))
    },
    async accounts(addresses) {
      const { value, context } = await connection.getMultipleAccountsInfoAndContext([...addresses], {
        commitment,
      })
      return { accounts: value.map(toAccount), slot: context.slot }
    },
    async programAccounts(bytes) {
      const filters = bytes.map((memcmp) => ({ memcmp }))
      const accounts = await connection.getProgramAccounts(programId, { commitment, filters })
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
    feed: () => connectionFeed({ connection, programId, commitment }),
    watchLogs: (listener) => watchLogs({ connection, programId, commitment }, listener),
  }
}

function toAccount(account: AccountInfo<Uint8Array> | null): Account<PublicKey> | null {
  return account && { owner: account.owner, lamports: BigInt(account.lamports), data: account.data }
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
