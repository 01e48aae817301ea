import type { Entry, Fate, Ledger, Transcript } from '../../../app/src/history/projector/ledger.ts'
import { logsOf, signatureOf } from './encode.ts'

/** A transaction on record. */
interface Recorded extends Entry {
  /** As the program wrote them. */
  events: readonly string[]
}

/** Slots until a block is final. */
const UNTIL_FINAL = 32

/** A record of a chain: as many transactions as it is told, listed and read as a node would. */
export class RecordedLedger implements Ledger {
  readonly transactions: Recorded[] = []
  /** Only the first so many have happened yet; all by default. */
  visible = Number.POSITIVE_INFINITY
  /** The latest slot of the chain. */
  slot = 0
  /** How often it was asked for transactions. */
  reads = 0

  #index = new Map<string, number>()

  /**
   * @param name - signatures follow from it
   * @param chain - the hash of its genesis
   */
  constructor(
    readonly name = 'recorded',
    readonly chain = name,
  ) {}

  /** Adds a transaction with such events, in a slot of its own unless it is told which. */
  add(time: number, events: readonly string[], slot = this.slot + 1): Recorded {
    const signature = signatureOf(`${this.name} ${this.transactions.length}`)
    const transaction = { signature, slot, time, isFailed: false, isFinal: false, events }
    this.transactions.push(transaction)
    this.slot = slot
    return transaction
  }

  async genesis(): Promise<string> {
    return this.chain
  }

  async list(after: string | null, sinceSlot: number): Promise<Entry[]> {
    const happened = this.#happened()
    const start = after === null ? 0 : happened.findIndex(({ signature }) => signature === after) + 1
    const final = this.slot - UNTIL_FINAL
    return happened
      .slice(start)
      .filter(({ slot }) => slot >= sinceSlot)
      .map(({ events: _, ...entry }) => ({ ...entry, isFinal: entry.slot <= final }))
  }

  async read(entries: readonly Entry[]): Promise<Transcript[]> {
    this.reads += entries.length
    return entries.map(({ signature }) => {
      const found = this.#find(signature)
      if (!found) throw new Error(`No transaction ${signature}`)
      return { logs: logsOf(found.events), deeds: () => ({ calls: [], closed: new Set() }) }
    })
  }

  async finalSlot(): Promise<number> {
    return this.slot - UNTIL_FINAL
  }

  async fates(entries: readonly { signature: string }[]): Promise<Fate[]> {
    return entries.map(({ signature }) => (this.#find(signature) ? 'final' : 'gone'))
  }

  async market(): Promise<null> {
    return null
  }

  async decimals(): Promise<number> {
    return 6
  }

  #happened(): Recorded[] {
    return this.transactions.slice(0, this.visible)
  }

  #find(signature: string): Recorded | undefined {
    const at = () => this.#index.get(signature) ?? Number.POSITIVE_INFINITY
    if (this.transactions[at()]?.signature !== signature) {
      this.#index = new Map(this.transactions.map((one, index) => [one.signature, index]))
    }
    return at() < this.visible ? this.transactions[at()] : undefined
  }
}
