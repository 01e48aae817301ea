import type { Connection, PublicKey } from '@solana/web3.js'
import { NodeListener } from '../../chain/node-listener.ts'
import type { Nodes } from '../../chain/socket.ts'
import type { Database } from '../../store/database.ts'
import { openCheckpoint } from './checkpoint.ts'
import { type Projection, pull } from './pull.ts'
import { RpcLedger } from './rpc-ledger.ts'

/** How a history is kept. */
export interface ProjectorOptions {
  db: Database
  connection: Connection
  programId: PublicKey
  nodes: Nodes
  /** Whether the history of another chain gives way to this one's: where chains come and go. */
  replaceOther?: boolean | undefined
  /** How often everything that is not final is looked at again. */
  everyMs?: number | undefined
  /** How long a node may report no slot before the next one is listened to. */
  silenceMs?: number | undefined
  onError: (error: Error, what: string) => void
}

/** What is known of the past, for those that read it. */
export interface History {
  readonly db: Database
  /** The latest event that is there. */
  readonly lastEvent: number
  /**
   * Calls back after events have been added, by this process or another one.
   *
   * @returns a function that ends it
   */
  onAdvance(listener: (lastEvent: number) => void): () => void
}

/** Pause between two looks at what is new: news that come meanwhile are looked at together. */
const PAUSE_MS = 100

/** Small enough for readers of an embedded database, which wait for it, not to notice. */
const BATCH = 500

/**
 * Keeps the history current. News from a node only say that it is time to look; what there is, is always
 * found by listing the program's transactions from where the store is. Any number of processes may do so on
 * one database: they take turns, and what one has written the others leave alone.
 */
export class Projector implements History {
  readonly #listeners = new Set<(lastEvent: number) => void>()
  #projection: Projection | undefined
  #listener: NodeListener | undefined
  #timer: NodeJS.Timeout | undefined
  #pulling: Promise<void> | undefined
  #wanted: 'head' | 'final' | undefined
  #lastEvent = 0
  readonly #stopping = new AbortController()

  constructor(private readonly options: ProjectorOptions) {}

  get db(): Database {
    return this.options.db
  }

  get lastEvent(): number {
    return this.#lastEvent
  }

  onAdvance(listener: (lastEvent: number) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /**
   * Begins; catching up goes on after it returns.
   *
   * @throws Error if the store holds the history of another chain, or no node answers
   */
  async start(): Promise<void> {
    const { db, connection, programId, nodes, replaceOther = false } = this.options
    const { everyMs = 5_000, silenceMs = 15_000, onError } = this.options
    const ledger = new RpcLedger(connection, programId)
    const program = programId.toBase58()
    const origin = { program, genesis: await ledger.genesis() }
    this.#advance((await openCheckpoint(db, origin, replaceOther)).lastEvent)
    const onProgress = ({ lastEvent }: { lastEvent: number }) => this.#advance(lastEvent)
    const { signal } = this.#stopping
    this.#projection = { db, ledger, program, batch: BATCH, signal, onProgress }
    const onNews = () => this.#want('head')
    this.#listener = new NodeListener({
      ...{ nodes, silenceMs, onError, onOpen: onNews },
      subscribe: (socket) => socket.onLogs(programId, onNews, 'confirmed'),
    })
    this.#listener.start()
    this.#timer = setInterval(() => this.#want('final'), everyMs).unref()
    this.#want('final')
  }

  /** Ends, after the batch that is being written. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    clearInterval(this.#timer)
    this.#listener?.stop()
    await this.#pulling
  }

  #advance(lastEvent: number): void {
    if (lastEvent === this.#lastEvent) return
    this.#lastEvent = lastEvent
    for (const listener of this.#listeners) listener(lastEvent)
  }

  /** One pull at a time; what is asked for meanwhile is done afterwards, in one. */
  #want(from: 'head' | 'final'): void {
    if (this.#stopping.signal.aborted) return
    if (this.#wanted !== 'final') this.#wanted = from
    this.#pulling ??= this.#pullAll().finally(() => {
      this.#pulling = undefined
    })
  }

  async #pullAll(): Promise<void> {
    while (this.#wanted && !this.#stopping.signal.aborted) {
      const from = this.#wanted
      this.#wanted = undefined
      await pull(this.#projection as Projection, from).catch((error) => {
        this.options.onError(error, 'the history was not brought up to date')
      })
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  }
}
