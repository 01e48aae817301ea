// A connection whose callers share what they read at the same time.

import {
  type AccountInfo,
  type BlockhashWithExpiryBlockHeight,
  type Commitment,
  type Connection,
  type GetAccountInfoConfig,
  PublicKey,
  type RecentPrioritizationFees,
  type RpcResponseAndContext,
  type SimulateTransactionConfig,
  type VersionedTransaction,
} from '@solana/web3.js'
import { LRUCache } from 'lru-cache'
import { askNode } from './node-connection.ts'
import { MAX_ACCOUNTS } from './program-accounts.ts'
import type { ChainState } from './state.ts'

/** Slots for which a blockhash is reused: a small part of the 150 blocks in which it is valid. */
const MAX_AGE_SLOTS = 12

/** Milliseconds for which it is reused before slots are measured. */
const FIRST_AGE_MS = 1_000

export class RecentBlockhash {
  #fetched: Promise<BlockhashWithExpiryBlockHeight> | undefined
  #fetchedAt = 0
  #fetchedSlot = 0

  constructor(
    private readonly connection: Connection,
    private readonly state: Pick<ChainState, 'slot' | 'slotMs'>,
  ) {}

  get(): Promise<BlockhashWithExpiryBlockHeight> {
    const { slot, slotMs } = this.state
    const maxAge = slotMs === null ? FIRST_AGE_MS : MAX_AGE_SLOTS * slotMs
    // Slots may stop being reported, and a localnet's can jump.
    const isRecent = Date.now() - this.#fetchedAt < maxAge && slot - this.#fetchedSlot <= MAX_AGE_SLOTS
    if (this.#fetched && isRecent) return this.#fetched
    const fetched = this.connection.getLatestBlockhash('confirmed')
    this.#fetched = fetched
    this.#fetchedAt = Date.now()
    this.#fetchedSlot = slot
    fetched.catch(() => {
      if (this.#fetched === fetched) this.#fetched = undefined
    })
    return fetched
  }
}

/** Milliseconds that prices of priority are kept: each is about the last minute. */
const FEES_MS = 20_000

interface Waiting {
  address: PublicKey
  resolve: (account: RpcResponseAndContext<Account>) => void
  reject: (error: unknown) => void
}

/** Reads accounts that are asked for at the same time with one call. */
class AccountReads {
  #waiting: Waiting[] = []

  constructor(private readonly connection: Connection) {}

  get(address: PublicKey): Promise<RpcResponseAndContext<Account>> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.length === 0) setImmediate(() => void this.#read())
      this.#waiting.push({ address, resolve, reject })
    })
  }

  async #read(): Promise<void> {
    const all = this.#waiting
    this.#waiting = []
    for (let start = 0; start < all.length; start += MAX_ACCOUNTS) {
      const some = all.slice(start, start + MAX_ACCOUNTS)
      const addresses = some.map(({ address }) => address)
      await readAccounts(this.connection, addresses).then(
        ({ context, value }) => {
          for (const [index, { resolve }] of some.entries()) resolve({ context, value: value[index] ?? null })
        },
        (error: unknown) => {
          for (const { reject } of some) reject(error)
        },
      )
    }
  }
}

/**
 * A connection whose callers share what they read: confirmed accounts that are asked for at the same time, the latest
 * blockhash, and what priority costs. All else is as with the connection itself.
 *
 * @param isShared - whether many transactions write an account, so that priority may cost something there
 */
export function withSharedReads(
  connection: Connection,
  isShared: (key: PublicKey) => boolean,
  state: Pick<ChainState, 'slot' | 'slotMs'>,
): Connection {
  const shared: Connection = Object.create(connection)
  const accounts = new AccountReads(connection)
  const blockhash = new RecentBlockhash(connection, state)
  const fees = new LRUCache<string, RecentPrioritizationFees[]>({ max: 1_000, ttl: FEES_MS })

  shared.getMultipleAccountsInfoAndContext = async (addresses, config) => {
    if (!isPlain(config)) return connection.getMultipleAccountsInfoAndContext(addresses, config)
    const read = await Promise.all(addresses.map((address) => accounts.get(address)))
    const slot = Math.min(...read.map(({ context }) => context.slot))
    return { context: { slot }, value: read.map(({ value }) => value) }
  }
  shared.getMultipleAccountsInfo = async (addresses, config) =>
    (await shared.getMultipleAccountsInfoAndContext(addresses, config)).value
  shared.getAccountInfoAndContext = (address, config) =>
    isPlain(config) ? accounts.get(address) : connection.getAccountInfoAndContext(address, config)
  shared.getAccountInfo = async (address, config) =>
    (await shared.getAccountInfoAndContext(address, config)).value
  shared.getLatestBlockhash = (config) =>
    isPlain(config) ? blockhash.get() : connection.getLatestBlockhash(config)
  shared.simulateTransaction = (async (
    transaction: VersionedTransaction,
    config?: SimulateTransactionConfig,
  ) => {
    const encoded = Buffer.from(transaction.serialize()).toString('base64')
    return askNode(connection, 'simulateTransaction', [encoded, { ...config, encoding: 'base64' }])
  }) as Connection['simulateTransaction']
  shared.getRecentPrioritizationFees = async ({ lockedWritableAccounts: written = [] } = {}) => {
    const lockedWritableAccounts = written.filter(isShared)
    const key = lockedWritableAccounts.map(String).sort().join()
    const known = fees.get(key)
    if (known) return known
    const read = await connection.getRecentPrioritizationFees({ lockedWritableAccounts })
    fees.set(key, read)
    return read
  }
  return shared
}

/** Whether a call asks for nothing but confirmed data. */
function isPlain(config: Commitment | GetAccountInfoConfig | undefined): boolean {
  if (config === undefined || config === 'confirmed') return true
  if (typeof config === 'string') return false
  return Object.entries(config).every(
    ([name, value]) => value === undefined || (name === 'commitment' && value === 'confirmed'),
  )
}

type Account = AccountInfo<Buffer> | null

interface RawAccount {
  data: [base64: string, encoding: string]
  executable: boolean
  lamports: number
  owner: string
}

/** `getMultipleAccounts`, confirmed, without the validation of web3.js, which takes longer than all else about it. */
export async function readAccounts(
  connection: Connection,
  addresses: readonly PublicKey[],
): Promise<RpcResponseAndContext<Account[]>> {
  const options = { commitment: 'confirmed', encoding: 'base64' }
  const params = [addresses.map((address) => address.toBase58()), options]
  const { context, value } = await askNode<RpcResponseAndContext<(RawAccount | null)[]>>(
    connection,
    'getMultipleAccounts',
    params,
  )
  return {
    context,
    value: value.map((raw) => {
      if (!raw) return null
      const { executable, lamports } = raw
      return {
        executable,
        lamports,
        owner: new PublicKey(raw.owner),
        data: Buffer.from(raw.data[0], 'base64'),
      }
    }),
  }
}
