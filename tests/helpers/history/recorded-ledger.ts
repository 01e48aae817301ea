// A ledger in memory, in place of a node.

import type {
  Finality,
  FinalMarkets,
  Ledger,
  LedgerEntry,
  LedgerList,
  LedgerTransaction,
} from '../../../app/src/history/projector/read/ledger.ts'
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

  async list(after: string | null, sinceSlot: number): Promise<LedgerList> {
    const happened = this.transactions.slice(0, this.visible)
    const start = after === null ? 0 : happened.findIndex(({ signature }) => signature === after) + 1
    const final = this.slot - UNTIL_FINAL
    const entries = happened
      .slice(start)
      .filter(({ slot }) => slot >= sinceSlot)
      .map(({ events: _, ...entry }) => ({ ...entry, isFinal: entry.slot <= final }))
    return { slot: this.slot, entries }
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
    return entries.map(({ signature }) => (this.#find(signature) ? 'final' : 'dropped'))
  }

  async finalMarkets(): Promise<FinalMarkets> {
    return { slot: 0, markets: new Map() }
  }

  async finalPositions(): Promise<never[]> {
    return []
  }

  async goneAccounts(): Promise<string[]> {
    return []
  }

  async market(): Promise<null> {
    return null
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
