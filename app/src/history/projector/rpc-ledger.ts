import {
  decodeMarket,
  decodePosition,
  decodeQuestion,
  findQuestion,
  type Market,
  marketFilters,
  positionFilters,
} from '@prediction-market/sdk'
import { getMint } from '@solana/spl-token'
import { type Connection, PublicKey } from '@solana/web3.js'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import { askNode, NodeError } from '../../chain/ask-node.ts'
import { goneAccounts } from '../../chain/gone-accounts.ts'
import { askEach } from '../../chain/majority.ts'
import { programAccounts } from '../../chain/program-accounts.ts'
import { type RawTransaction, traceInstructions } from './instruction-trace.ts'
import type {
  Finality,
  FinalMarkets,
  FinalPosition,
  Ledger,
  LedgerEntry,
  LedgerTransaction,
} from './ledger.ts'
import { mergeLists } from './merge-lists.ts'

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

  /** @param nodes - connections to each node alone */
  constructor(
    private readonly connection: Connection,
    private readonly programId: PublicKey,
    private readonly nodes: readonly Connection[] = [connection],
  ) {}

  genesis(): Promise<string> {
    return this.connection.getGenesisHash()
  }

  async list(after: string | null, sinceSlot: number, everyNode: boolean): Promise<LedgerEntry[]> {
    const list = (node: Connection) => this.#list(node, after, sinceSlot)
    if (!everyNode || this.nodes.length === 1) return list(this.connection)
    const lists = await askEach(this.nodes, list)
    if (lists.length === 0) throw new Error('No RPC node lists the transactions of the program')
    return mergeLists(lists)
  }

  async #list(node: Connection, after: string | null, sinceSlot: number): Promise<LedgerEntry[]> {
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
      const page = await askNode<ListedSignature[]>(node, 'getSignaturesForAddress', params)
      listed.push(...page)
      const oldest = page.at(-1)
      if (page.length < MAX_SIGNATURES || !oldest || oldest.slot < sinceSlot) break
    }
    const listedSince = listed.reverse().filter(({ slot }) => slot >= sinceSlot)
    // Transactions after an unconfirmed one wait for it, which keeps the order of the chain.
    const first = listedSince.findIndex(({ confirmationStatus }) => confirmationStatus === 'processed')
    const confirmed = first < 0 ? listedSince : listedSince.slice(0, first)
    const entries: LedgerEntry[] = []
    for (const one of confirmed) entries.push(await toEntry(node, one, entries.at(-1)))
    return entries
  }

  async read(entries: readonly LedgerEntry[]): Promise<(LedgerTransaction | Error)[]> {
    const limit = pLimit(CONCURRENCY)
    try {
      return await limit.map(entries, ({ signature }) => this.#read(signature))
    } catch (error) {
      limit.clearQueue()
      throw error
    }
  }

  /** Reads a transaction from the preferred node, or from any other that can show it. */
  async #read(signature: string): Promise<LedgerTransaction | Error> {
    const params = [signature, READ_ANY_VERSION]
    let reason = 'no node has it'
    for (const node of [this.connection, ...this.nodes]) {
      try {
        const response = await askNode<RawTransaction | null>(node, 'getTransaction', params)
        if (!response?.meta) continue
        const trace = () => traceInstructions(response, this.programId.toBase58())
        return { logs: response.meta.logMessages ?? null, trace }
      } catch (error) {
        reason = (error as Error).message
        // If no node answers anything, that says nothing about the transaction.
        if (node === this.connection && !(error instanceof NodeError)) await this.confirmedSlot()
      }
    }
    return new Error(reason)
  }

  async market(address: string): Promise<{ market: Market; question: string } | null> {
    const key = new PublicKey(address)
    const addresses = [key, findQuestion(key, this.programId)]
    const [market, question] = await this.connection.getMultipleAccountsInfo(addresses)
    if (!market || !question) return null
    return { market: decodeMarket(market.data), question: decodeQuestion(question.data).text }
  }

  confirmedSlot(): Promise<number> {
    return this.connection.getSlot('confirmed')
  }

  finalSlot(): Promise<number> {
    return this.connection.getSlot('finalized')
  }

  async finalities(entries: readonly { signature: string; slot: number }[]): Promise<Finality[]> {
    const answers = await askEach(this.nodes, (node) => finalitiesOf(node, entries))
    return entries.map((_, index) => {
      const dropped = answers.filter((answer) => answer[index] === 'dropped').length
      if (2 * dropped > this.nodes.length) return 'dropped'
      return answers.some((answer) => answer[index] === 'final') ? 'final' : 'unknown'
    })
  }

  async finalMarkets(): Promise<FinalMarkets> {
    const options = { filters: marketFilters(), commitment: 'finalized' } as const
    const { slot, accounts } = await programAccounts(this.connection, this.programId, options)
    const markets = new Map<string, Market>()
    for (const { address, data } of accounts) {
      try {
        markets.set(address, decodeMarket(data))
      } catch {
        // The book reports accounts that cannot be decoded.
      }
    }
    return { slot, markets }
  }

  async finalPositions(market: string): Promise<FinalPosition[]> {
    const filters = positionFilters({ market: new PublicKey(market) })
    const options = { filters, commitment: 'finalized' } as const
    const { accounts } = await programAccounts(this.connection, this.programId, options)
    return accounts.map(({ data }) => {
      const { owner, stakes } = decodePosition(data)
      return { owner: owner.toBase58(), stakes }
    })
  }

  goneAccounts(addresses: readonly string[], slot: number): Promise<string[]> {
    const { programId } = this
    return goneAccounts(this.nodes, { programId, addresses, seenAt: () => slot, commitment: 'finalized' })
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

/** @param previous - the entry before it, whose time stands in for one that the node has lost */
async function toEntry(
  node: Connection,
  { signature, slot, blockTime, err, confirmationStatus }: ListedSignature,
  previous: LedgerEntry | undefined,
): Promise<LedgerEntry> {
  // `getTransaction` of the embedded node returns another block time than the list.
  const known = blockTime ?? (await node.getBlockTime(slot).catch(() => null))
  const time = known ?? previous?.time ?? Math.floor(Date.now() / 1_000)
  return { signature, slot, time, isFailed: err !== null, isFinal: confirmationStatus === 'finalized' }
}

/** What one node says about transactions. */
async function finalitiesOf(
  node: Connection,
  entries: readonly { signature: string; slot: number }[],
): Promise<Finality[]> {
  // A node cannot tell that a transaction was dropped without its block, or before a final one after it.
  const [firstSlot, finalSlot] = await Promise.all([node.getFirstAvailableBlock(), node.getSlot('finalized')])
  const finalities: Finality[] = []
  for (let start = 0; start < entries.length; start += MAX_STATUSES) {
    const part = entries.slice(start, start + MAX_STATUSES)
    const signatures = part.map(({ signature }) => signature)
    const { value } = await node.getSignatureStatuses(signatures, { searchTransactionHistory: true })
    for (const [index, { slot }] of part.entries()) {
      const status = value[index]
      if (status) finalities.push(status.confirmationStatus === 'finalized' ? 'final' : 'unknown')
      else finalities.push(slot >= firstSlot && slot <= finalSlot ? 'dropped' : 'unknown')
    }
  }
  return finalities
}
