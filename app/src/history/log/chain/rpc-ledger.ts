// Reads the program's transactions from RPC nodes.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Market } from '@prediction-market/sdk'
import {
  decodeFeeVault,
  decodeMarket,
  decodeQuestion,
  findFeeVault,
  findQuestion,
} from '@prediction-market/sdk/accounts'
import { getMint } from '@solana/spl-token'
import { type Connection, PublicKey, type SignatureStatus, SolanaJSONRPCError } from '@solana/web3.js'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import { askNode, NodeError } from '../../../chain/node-connection.ts'
import { askEach, MAX_ACCOUNTS } from '../../../chain/program-accounts.ts'
import type { RpcNodes } from '../../../chain/rpc-nodes.ts'
import { type RawTransaction, traceInstructions } from './instruction-trace.ts'
import type { AccountList, Finality, Ledger, LedgerEntry, LedgerTransaction } from './ledger.ts'
import { listSignatures } from './list-signatures.ts'

/** The most statuses that a node returns in one response. */
const MAX_STATUSES = 256

/** Logs are read from transactions of every version, also of those that cannot be decoded yet. */
const READ_ANY_VERSION = { commitment: 'confirmed', encoding: 'base64', maxSupportedTransactionVersion: 255 }

/** Transactions, or times of blocks, that are read at the same time. */
const CONCURRENCY = 16

/** Reads the program's transactions over RPC. */
export class RpcLedger implements Ledger {
  readonly #times = new LRUCache<number, number>({
    max: 1_000,
    fetchMethod: (slot) => this.#readTime(slot),
    ignoreFetchAbort: true,
  })
  readonly #reads = pLimit(CONCURRENCY)
  readonly #decimals = new LRUCache<string, number>({ max: 100, fetchMethod: (mint) => this.#readMint(mint) })

  constructor(
    private readonly rpc: Pick<RpcNodes, 'connection' | 'each' | 'current' | 'logs' | 'isCurrent'>,
    private readonly programId: PublicKey,
  ) {}

  genesis(): Promise<string> {
    return this.rpc.connection.getGenesisHash()
  }

  get nodes(): number {
    return this.rpc.each.length
  }

  async list(after: string | null, sinceSlot: number): Promise<LedgerEntry[]> {
    const { each, current } = this.rpc
    const inTurn = [current, ...each.filter((node) => node !== current)]
    const list = await firstOf(inTurn, (node) => listSignatures(node, this.programId, after, sinceSlot))
    return list.entries
  }

  listOf(address: string, after: string | null, sinceSlot: number): Promise<AccountList[]> {
    const account = new PublicKey(address)
    return askEach(this.rpc.each, (node) => listSignatures(node, account, after, sinceSlot))
  }

  async read(entries: readonly LedgerEntry[]): Promise<(LedgerTransaction | Error)[]> {
    const limit = pLimit(CONCURRENCY)
    try {
      return await limit.map(entries, (entry) => this.#read(entry))
    } catch (error) {
      limit.clearQueue()
      throw error
    }
  }

  /** What a subscription has reported, or else what a node has. */
  async #read(entry: LedgerEntry): Promise<LedgerTransaction | Error> {
    const reported = this.rpc.logs.get(entry.signature, entry.slot)
    if (!reported) return this.#ask(entry)
    // Reported logs are complete, so that nobody needs the instructions.
    return { logs: reported.logs, trace: () => ({ instructions: [], closed: new Set() }) }
  }

  /**
   * Reads a transaction from the preferred node, or from any other that returns it. One in another slot belongs to a
   * fork, where it may have had other effects.
   */
  async #ask({ signature, slot }: LedgerEntry): Promise<LedgerTransaction | Error> {
    const params = [signature, READ_ANY_VERSION]
    const { connection, each } = this.rpc
    let reason = `no node has it in slot ${slot}`
    for (const node of [connection, ...each]) {
      try {
        const response = await askNode<RawTransaction | null>(node, 'getTransaction', params)
        if (!response?.meta || response.slot !== slot) continue
        const trace = () => traceInstructions(response, this.programId.toBase58())
        return { logs: response.meta.logMessages ?? null, trace }
      } catch (error) {
        reason = (error as Error).message
        // If no node answers at all, nothing is known about the transaction.
        if (node === connection && !(error instanceof NodeError)) await connection.getSlot('confirmed')
      }
    }
    return new Error(reason)
  }

  async market(address: string): Promise<{ market: Market; question: string } | null> {
    const key = new PublicKey(address)
    const addresses = [key, findQuestion(key, this.programId)]
    const [market, question] = await this.rpc.connection.getMultipleAccountsInfo(addresses)
    if (!market || !question) return null
    return { market: decodeMarket(market.data), question: decodeQuestion(question.data).text }
  }

  async numbers(addresses: readonly string[]): Promise<(number | null | undefined)[]> {
    const vault = findFeeVault(this.programId).toBase58()
    const numbers: (number | null | undefined)[] = []
    for (let start = 0; start < addresses.length; start += MAX_ACCOUNTS) {
      const part = addresses.slice(start, start + MAX_ACCOUNTS)
      const keys = part.map((address) => new PublicKey(address))
      const accounts = await this.rpc.connection.getMultipleAccountsInfo(keys, 'confirmed')
      for (const [index, account] of accounts.entries()) {
        const decode = part[index] === vault ? decodeFeeVault : decodeMarket
        numbers.push(account && numberOf(() => decode(account.data)))
      }
    }
    return numbers
  }

  async finalSlot(): Promise<number> {
    const slots = await askEach(this.rpc.each, (node) => node.getSlot('finalized'))
    const slot = slots.sort((a, b) => b - a)[Math.ceil(this.nodes / 2) - 1]
    if (slot === undefined) throw new Error('No RPC node answers: too few final slots')
    return slot
  }

  async finalities(entries: readonly { signature: string; slot: number }[]): Promise<Finality[]> {
    const answers = await askEach(this.rpc.each, (node) => finalitiesOf(node, entries))
    return entries.map((_, index) => {
      const given = answers.map((answer) => answer[index])
      const dropped = given.filter((one) => one?.state === 'dropped').length
      if (2 * dropped > this.nodes) return { state: 'dropped' }
      return given.find((one) => one?.state === 'final') ?? { state: 'unknown' }
    })
  }

  blockTime(slot: number): Promise<number | undefined> {
    return this.#times.fetch(slot)
  }

  decimals(mint: string): Promise<number> {
    return this.#decimals.forceFetch(mint)
  }

  /**
   * Nodes may have a block's time only a moment after its transactions. Until then a list may tell another one, so that
   * this fails for a block of the last seconds, and is tried again.
   */
  async #readTime(slot: number): Promise<number | undefined> {
    try {
      const time = await this.#reads(() => this.rpc.connection.getBlockTime(slot))
      if (time !== null && time > 0) return time
    } catch (error) {
      if (!(error instanceof SolanaJSONRPCError)) throw error
    }
    if (this.rpc.isCurrent(slot)) throw new Error(`No RPC node has the time of block ${slot} yet`)
    return undefined
  }

  async #readMint(mint: string): Promise<number> {
    const key = new PublicKey(mint)
    const account = await this.rpc.connection.getAccountInfo(key)
    if (!account) throw new Error(`Mint ${mint} does not exist`)
    return (await getMint(this.rpc.connection, key, 'confirmed', account.owner)).decimals
  }
}

function numberOf(decode: () => { sequence: number }): number | undefined {
  try {
    return decode().sequence
  } catch {
    return undefined
  }
}

/** Milliseconds that a node may take for a list before the next one is asked as well. */
const PATIENCE_MS = 1_000

/** The answer of the first node that gives one. Each is asked once the one before it has failed, or takes long. */
async function firstOf<Answer>(
  [node, ...others]: readonly Connection[],
  ask: (node: Connection) => Promise<Answer>,
): Promise<Answer> {
  if (!node) throw new Error('No RPC node answers')
  const answer = ask(node)
  if (others.length === 0) return answer
  const isAnswered = answer.then(
    () => true,
    () => false,
  )
  if (await Promise.race([isAnswered, sleep(PATIENCE_MS, false, { ref: false })])) return answer
  return Promise.any([answer, firstOf(others, ask)]).catch(({ errors }: AggregateError) => {
    throw errors.at(-1)
  })
}

/** The finality of transactions according to one node. */
async function finalitiesOf(
  node: Connection,
  entries: readonly { signature: string; slot: number }[],
): Promise<Finality[]> {
  // A node cannot know that a transaction was dropped without its block, or before a final one after it.
  const [firstSlot, finalSlot] = await Promise.all([node.getFirstAvailableBlock(), node.getSlot('finalized')])
  const finalities: Finality[] = []
  for (let start = 0; start < entries.length; start += MAX_STATUSES) {
    const part = entries.slice(start, start + MAX_STATUSES)
    const signatures = part.map(({ signature }) => signature)
    const { value } = await node.getSignatureStatuses(signatures, { searchTransactionHistory: true })
    for (const [index, { slot }] of part.entries()) {
      const status = value[index]
      if (status) finalities.push(finalityOf(status))
      else finalities.push({ state: slot >= firstSlot && slot <= finalSlot ? 'dropped' : 'unknown' })
    }
  }
  return finalities
}

function finalityOf({ slot, err, confirmationStatus }: SignatureStatus): Finality {
  if (confirmationStatus !== 'finalized') return { state: 'unknown' }
  return err === null ? { state: 'final', slot } : { state: 'dropped' }
}
