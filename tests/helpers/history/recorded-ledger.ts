// A ledger in memory, in place of a node.

import { PROGRAM_ID } from '@prediction-market/sdk'
import { findFeeVault } from '@prediction-market/sdk/accounts'
import { parseEvents } from '@prediction-market/sdk/events'
import type {
  AccountList,
  Finality,
  Ledger,
  LedgerEntry,
  LedgerTransaction,
} from '../../../app/src/history/log/chain/ledger.ts'
import { logsOf, signatureOf } from './encode.ts'

/** A recorded transaction. */
interface RecordedTransaction extends LedgerEntry {
  /** In base64, as the program logs them. */
  events: readonly string[]
}

/** Slots until a block is final. */
const UNTIL_FINAL = 32

/** A recorded chain: lists and reads the transactions that were added to it. */
export class RecordedLedger implements Ledger {
  readonly transactions: RecordedTransaction[] = []
  /** How many of the transactions are on the chain; all by default. */
  visible = Number.POSITIVE_INFINITY
  /** The latest slot of the chain. */
  slot = 0
  /** Signatures of transactions that are listed and cannot be read. */
  readonly unreadable = new Set<string>()
  /** Signatures that lists lack, except that of one node if it is named. */
  readonly unlisted = new Set<string>()
  listedBy: number | undefined
  nodes = 1
  /** The numbers of the accounts that are there. */
  readonly accounts = new Map<string, number>()
  /** The first slot whose transactions each node lists of an account; it has pruned those before. */
  readonly firstSlots: number[] = []
  /** Slots of blocks whose time no node has. */
  readonly untimed = new Set<number>()
  /** How many transactions were read. */
  reads = 0

  #index = new Map<string, number>()

  /**
   * @param name - the seed of the signatures
   * @param chain - the genesis hash
   */
  constructor(
    readonly name = 'recorded',
    readonly chain = name,
  ) {}

  /** Adds a transaction with these events, by default in a new slot. */
  add(time: number, events: readonly string[], slot = this.slot + 1): RecordedTransaction {
    const signature = signatureOf(`${this.name} ${this.transactions.length}`)
    const transaction = { signature, slot, time, isFailed: false, isFinal: false, events }
    this.transactions.push(transaction)
    this.slot = slot
    return transaction
  }

  async genesis(): Promise<string> {
    return this.chain
  }

  async list(after: string | null, sinceSlot: number): Promise<LedgerEntry[]> {
    return this.#listed(after, sinceSlot).filter(({ signature }) => !this.unlisted.has(signature))
  }

  async listOf(address: string, after: string | null, sinceSlot: number): Promise<AccountList[]> {
    const of = this.#listed(after, sinceSlot).filter((entry) => this.#accounts(entry.signature).has(address))
    const first = after === null ? 0 : (this.#find(after)?.slot ?? -1)
    return Array.from({ length: this.nodes }, (_, node) => {
      const firstSlot = this.firstSlots[node] ?? 0
      const isListed = ({ signature, slot }: LedgerEntry) =>
        slot >= firstSlot && (!this.unlisted.has(signature) || this.listedBy === node)
      return { entries: of.filter(isListed), isWhole: first >= firstSlot }
    })
  }

  #listed(after: string | null, sinceSlot: number): LedgerEntry[] {
    const happened = this.transactions.slice(0, this.visible)
    const start = after === null ? 0 : happened.findIndex(({ signature }) => signature === after) + 1
    const final = this.slot - UNTIL_FINAL
    return happened
      .slice(start)
      .filter(({ slot }) => slot >= sinceSlot)
      .map(({ events: _, ...entry }) => ({ ...entry, isFinal: entry.slot <= final }))
  }

  /** The markets of a transaction, and the fee vault if it buys. */
  #accounts(signature: string): Set<string> {
    const { events } = parseEvents(logsOf(this.#find(signature)?.events ?? []))
    return new Set(
      events.map(({ data }) => ('market' in data ? data.market : findFeeVault(PROGRAM_ID)).toBase58()),
    )
  }

  async read(entries: readonly LedgerEntry[]): Promise<(LedgerTransaction | Error)[]> {
    this.reads += entries.length
    return entries.map(({ signature }) => {
      const found = this.#find(signature)
      if (!found || this.unreadable.has(signature)) return new Error(`No transaction ${signature}`)
      return { logs: logsOf(found.events), trace: () => ({ instructions: [], closed: new Set() }) }
    })
  }

  async finalSlot(): Promise<number> {
    return this.slot - UNTIL_FINAL
  }

  async finalities(entries: readonly { signature: string }[]): Promise<Finality[]> {
    const final = await this.finalSlot()
    return entries.map(({ signature }) => {
      const found = this.#find(signature)
      if (!found || (found.isFailed && found.slot <= final)) return { state: 'dropped' }
      return found.slot <= final ? { state: 'final', slot: found.slot } : { state: 'unknown' }
    })
  }

  async blockTime(slot: number): Promise<number | undefined> {
    if (this.untimed.has(slot)) return undefined
    return this.transactions.find((one) => one.slot === slot)?.time ?? 0
  }

  async market(): Promise<null> {
    return null
  }

  async numbers(addresses: readonly string[]): Promise<(number | null)[]> {
    return addresses.map((address) => this.accounts.get(address) ?? null)
  }

  async decimals(): Promise<number> {
    return 6
  }

  #find(signature: string): RecordedTransaction | undefined {
    const at = () => this.#index.get(signature) ?? Number.POSITIVE_INFINITY
    if (this.transactions[at()]?.signature !== signature) {
      this.#index = new Map(this.transactions.map((one, index) => [one.signature, index]))
    }
    return at() < this.visible ? this.transactions[at()] : undefined
  }
}
