// Keeps a stream of Yellowstone gRPC open, on one URL of several.

import { addAbortSignal } from 'node:stream'
import type { SubscribeRequest, SubscribeUpdate } from '@triton-one/yellowstone-grpc'

export interface YellowstoneAddress {
  /** The preferred one first. */
  urls: readonly string[]
  /** Sent as `x-token`. */
  token?: string | undefined
}

export interface YellowstoneStreamOptions {
  address: YellowstoneAddress
  request: SubscribeRequest
  /** Milliseconds without a new slot after which the next URL is used. */
  silenceMs: number
  /** Called with the first report of each connection: what happened before it was missed. */
  onOpen: () => void
  /** Called with each report; returns whether it is a slot. */
  onUpdate: (update: SubscribeUpdate) => boolean
  onError: (error: Error, what: string) => void
}

/** Milliseconds between two checks of the connection, and before a new one after a failure. */
const CHECK_MS = 1_000

const CHANNEL = {
  // An account has at most 10 MB.
  'grpc.max_receive_message_length': 16_000_000,
  'grpc.keepalive_time_ms': 10_000,
  'grpc.keepalive_timeout_ms': 5_000,
}

export const EMPTY_REQUEST: SubscribeRequest = {
  accounts: {},
  slots: {},
  transactions: {},
  transactionsStatus: {},
  blocks: {},
  blocksMeta: {},
  entry: {},
  accountsDataSlice: [],
}

/** Answers the server's pings, so that proxies do not close the connection as idle. */
const PING: SubscribeRequest = { ...EMPTY_REQUEST, ping: { id: 1 } }

/** Follows one URL of several: the next one after a failure, or when slots stop. */
export class YellowstoneStream {
  /** Aborted when the connection is of no use any more. */
  #connection = new AbortController()
  #connections = 0
  #lastSlotAt = 0
  #timer: NodeJS.Timeout | undefined

  constructor(private readonly options: YellowstoneStreamOptions) {}

  start(): void {
    this.#connect()
    this.#timer = setInterval(() => this.#check(), CHECK_MS).unref()
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#connection.abort()
  }

  #connect(): void {
    const { urls } = this.options.address
    const url = urls[this.#connections % urls.length] as string
    const connection = new AbortController()
    this.#connection = connection
    this.#connections += 1
    this.#lastSlotAt = Date.now()
    this.#follow(url, connection.signal).catch((error) => this.#fail(connection, error))
  }

  /** Passes on what is reported until it fails or ends. */
  async #follow(url: string, signal: AbortSignal): Promise<never> {
    const { address, request, onOpen, onUpdate } = this.options
    // Loaded when it is needed: most services have no stream.
    const { default: imported } = await import('@triton-one/yellowstone-grpc')
    // Its types are those of CommonJS, its code is not.
    const Client = imported as unknown as typeof imported.default
    const client = new Client(url, address.token, CHANNEL)
    try {
      const stream = addAbortSignal(signal, await client.subscribe())
      stream.write(request)
      let isOpen = false
      for await (const update of stream as AsyncIterable<SubscribeUpdate>) {
        if (!isOpen) onOpen()
        isOpen = true
        if (update.ping) stream.write(PING)
        if (onUpdate(update)) this.#lastSlotAt = Date.now()
      }
      throw new Error('the server ended it')
    } finally {
      client._client.close()
    }
  }

  #fail(connection: AbortController, error: Error): void {
    if (connection.signal.aborted) return
    connection.abort()
    this.options.onError(error, 'stream of accounts failed')
  }

  #check(): void {
    const silence = Date.now() - this.#lastSlotAt
    if (silence >= this.options.silenceMs) {
      this.#fail(this.#connection, new Error(`no slot for ${Math.round(silence / 1_000)} s`))
    }
    if (this.#connection.signal.aborted) this.#connect()
  }
}
