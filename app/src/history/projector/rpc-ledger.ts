import { decodeMarket, decodeQuestion, findQuestion, type Market } from '@prediction-market/sdk'
import { getMint } from '@solana/spl-token'
import { type Connection, PublicKey } from '@solana/web3.js'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import { askNode } from '../../chain/ask-node.ts'
import { type RawTransaction, traceInstructions } from './instruction-trace.ts'
import type { Finality, Ledger, LedgerEntry, LedgerTransaction } from './ledger.ts'

/** The most signatures that a node lists in one response. */
const MAX_SIGNATURES = 1_000

/** The most statuses that a node returns in one response. */
const MAX_STATUSES = 256

/** Logs are read from transactions of every version, also of those that cannot be decoded yet. */
const READ_ANY_VERSION = { commitment: 'confirmed', encoding: 'base64', maxSupportedTransactionVersion: 255 }

/** Transactions that are read at the same time. */
const CONCURRENCY = 16

/** The fields that are read of a `getSignaturesForAddress` response. */
interface ListedSignature {
  signature: string
  slot: number
  blockTime?: number | null
  err: unknown
  confirmationStatus?: 'processed' | 'confirmed' | 'finalized' | null
}

/** Reads the program's transactions over RPC. */
export class RpcLedger implements Ledger {
  readonly #decimals = new LRUCache<string, number>({ max: 100, fetchMethod: (mint) => this.#readMint(mint) })

  constructor(
    private readonly connection: Connection,
    private readonly programId: PublicKey,
  ) {}

  genesis(): Promise<string> {
    return this.connection.getGenesisHash()
  }

  async list(after: string | null, sinceSlot: number): Promise<LedgerEntry[]> {
    const listed: ListedSignature[] = []
    for (;;) {
      const before = listed.at(-1)?.signature
      const options = {
        commitment: 'confirmed',
        limit: MAX_SIGNATURES,
        ...(after !== null && { until: after }),
        ...(before !== undefined && { before }),
      }
      const params = [this.programId.toBase58(), options]
      const page = await askNode<ListedSignature[]>(this.connection, 'getSignaturesForAddress', params)
      listed.push(...page)
      const oldest = page.at(-1)
      if (page.length < MAX_SIGNATURES || !oldest || oldest.slot < sinceSlot) break
    }
    const entries = listed.reverse().filter(({ slot }) => slot >= sinceSlot)
    // Transactions after an unconfirmed one wait for it, which keeps the order of the chain.
    const first = entries.findIndex(({ confirmationStatus }) => confirmationStatus === 'processed')
    const confirmed = first < 0 ? entries : entries.slice(0, first)
    return Promise.all(confirmed.map((one) => this.#toEntry(one)))
  }

  async #toEntry(listed: ListedSignature): Promise<LedgerEntry> {
    const { signature, slot, blockTime, err, confirmationStatus } = listed
    // `getTransaction` of the embedded node returns another block time than the list.
    const time = blockTime ?? (await this.connection.getBlockTime(slot))
    if (time === null) throw new Error(`The node has no block time for slot ${slot}`)
    return { signature, slot, time, isFailed: err !== null, isFinal: confirmationStatus === 'finalized' }
  }

  async read(entries: readonly LedgerEntry[]): Promise<LedgerTransaction[]> {
    const limit = pLimit(CONCURRENCY)
    try {
      return await limit.map(entries, ({ signature }) => this.#read(signature))
    } catch (error) {
      limit.clearQueue()
      throw error
    }
  }

  async #read(signature: string): Promise<LedgerTransaction> {
    const params = [signature, READ_ANY_VERSION]
    const response = await askNode<RawTransaction | null>(this.connection, 'getTransaction', params)
    const logs = response?.meta?.logMessages
    // The node lags or stores no logs: the next pull may reach another one.
    if (!response || !logs) throw new Error(`The node has no logs of transaction ${signature}`)
    return { logs, trace: () => traceInstructions(response, this.programId.toBase58()) }
  }

  async market(address: string): Promise<{ market: Market; question: string } | null> {
    const key = new PublicKey(address)
    const addresses = [key, findQuestion(key, this.programId)]
    const [market, question] = await this.connection.getMultipleAccountsInfo(addresses)
    if (!market || !question) return null
    return { market: decodeMarket(market.data), question: decodeQuestion(question.data).text }
  }

  finalSlot(): Promise<number> {
    return this.connection.getSlot('finalized')
  }

  async finalities(entries: readonly { signature: string; slot: number }[]): Promise<Finality[]> {
    // A node without the block cannot tell whether the transaction was dropped.
    const firstSlot = await this.connection.getFirstAvailableBlock()
    const finalities: Finality[] = []
    for (let start = 0; start < entries.length; start += MAX_STATUSES) {
      const part = entries.slice(start, start + MAX_STATUSES)
      const { value } = await this.connection.getSignatureStatuses(
        part.map(({ signature }) => signature),
        { searchTransactionHistory: true },
      )
      for (const [index, { slot }] of part.entries()) {
        const status = value[index]
        if (status) finalities.push(status.confirmationStatus === 'finalized' ? 'final' : 'unknown')
        else finalities.push(slot >= firstSlot ? 'dropped' : 'unknown')
      }
    }
    return finalities
  }

  decimals(mint: string): Promise<number> {
    return this.#decimals.forceFetch(mint)
  }

  async #readMint(mint: string): Promise<number> {
    const key = new PublicKey(mint)
    const account = await this.connection.getAccountInfo(key)
    if (!account) throw new Error(`Mint ${mint} does not exist`)
    return (await getMint(this.connection, key, 'confirmed', account.owner)).decimals
  }
}
