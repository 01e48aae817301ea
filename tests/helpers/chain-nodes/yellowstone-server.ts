// A server of Yellowstone gRPC that reports what a node does.

import { Server, ServerCredentials, type ServerDuplexStream, status } from '@grpc/grpc-js'
import { PROGRAM_ID } from '@prediction-market/sdk'
import type { Connection } from '@solana/web3.js'
import { SubscribeRequest, SubscribeUpdate } from '@triton-one/yellowstone-grpc'
import bs58 from 'bs58'

type Stream = ServerDuplexStream<SubscribeRequest, SubscribeUpdate>

/** `Subscribe` of the published service `geyser.Geyser`. */
const SUBSCRIBE = {
  path: '/geyser.Geyser/Subscribe',
  requestStream: true,
  responseStream: true,
  requestSerialize: (request: SubscribeRequest) => Buffer.from(SubscribeRequest.encode(request).finish()),
  requestDeserialize: (bytes: Buffer) => SubscribeRequest.decode(bytes),
  responseSerialize: (update: SubscribeUpdate) => Buffer.from(SubscribeUpdate.encode(update).finish()),
  responseDeserialize: (bytes: Buffer) => SubscribeUpdate.decode(bytes),
} as const

/** A server of Yellowstone gRPC that reports what a node does, as far as each subscription asks for it. */
export class YellowstoneServer {
  readonly #server = new Server()
  readonly #streams = new Map<Stream, SubscribeRequest>()
  readonly #subscriptions: (() => Promise<void>)[] = []
  /** Pings that were answered. */
  pings = 0
  /** Whether it reports nothing, though its streams are open. */
  isSilent = false
  url = ''

  private constructor(
    private readonly connection: Connection,
    private readonly token: string,
  ) {}

  static async open(connection: Connection, token: string): Promise<YellowstoneServer> {
    const opened = new YellowstoneServer(connection, token)
    opened.#server.addService(
      { subscribe: SUBSCRIBE },
      { subscribe: (stream: Stream) => opened.#take(stream) },
    )
    const port = await new Promise<number>((resolve, reject) => {
      const listening = (error: Error | null, bound: number) => (error ? reject(error) : resolve(bound))
      opened.#server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), listening)
    })
    opened.url = `http://127.0.0.1:${port}`
    opened.#listen()
    return opened
  }

  /** Streams that are open. */
  get streams(): number {
    return this.#streams.size
  }

  /** Breaks all streams off. */
  cut(): void {
    for (const stream of this.#streams.keys())
      stream.emit('error', { code: status.UNAVAILABLE, details: 'cut' })
    this.#streams.clear()
  }

  ping(): void {
    this.#report(() => SubscribeUpdate.fromPartial({ ping: {} }))
  }

  async close(): Promise<void> {
    await Promise.all(this.#subscriptions.map((end) => end()))
    this.#server.forceShutdown()
  }

  #take(stream: Stream): void {
    if (stream.metadata.get('x-token')[0] !== this.token) {
      stream.emit('error', { code: status.UNAUTHENTICATED, details: 'wrong token' })
      return
    }
    stream.on('data', (request: SubscribeRequest) => {
      // A ping leaves the subscription as it is.
      if (request.ping) this.pings += 1
      else this.#streams.set(stream, request)
    })
    const end = () => void this.#streams.delete(stream)
    stream.on('end', () => stream.end())
    stream.on('cancelled', end)
    stream.on('error', end)
    stream.on('close', end)
  }

  #listen(): void {
    const { connection } = this
    const account = connection.onProgramAccountChange(
      PROGRAM_ID,
      ({ accountId, accountInfo: { data, owner } }, { slot }) => {
        const reported = { pubkey: accountId.toBytes(), owner: owner.toBytes(), data }
        this.#report((request) => {
          const filters = matching(request, accountId.toBase58(), owner.toBase58(), data)
          return (
            filters.length > 0 &&
            SubscribeUpdate.fromPartial({ filters, account: { slot: String(slot), account: reported } })
          )
        })
      },
      { commitment: 'confirmed' },
    )
    const logs = connection.onLogs(
      PROGRAM_ID,
      ({ signature, err, logs: logMessages }, { slot }) => {
        const isFailed = err !== null || logMessages.some((line) => / failed: /.test(line))
        this.#report(({ transactions }) => {
          const filters = Object.keys(transactions).filter((name) => {
            const filter = transactions[name]
            return filter?.accountInclude.includes(PROGRAM_ID.toBase58()) && filter.failed !== !isFailed
          })
          const transaction = { signature: bs58.decode(signature), meta: { logMessages } }
          return (
            filters.length > 0 &&
            SubscribeUpdate.fromPartial({ filters, transaction: { slot: String(slot), transaction } })
          )
        })
      },
      'confirmed',
    )
    const slots = connection.onSlotChange(({ slot }) => {
      this.#report((request) => {
        const filters = Object.keys(request.slots)
        return (
          filters.length > 0 &&
          SubscribeUpdate.fromPartial({ filters, slot: { slot: String(slot), status: 0 } })
        )
      })
    })
    this.#subscriptions.push(
      () => connection.removeProgramAccountChangeListener(account),
      () => connection.removeOnLogsListener(logs),
      () => connection.removeSlotChangeListener(slots),
    )
  }

  #report(update: (request: SubscribeRequest) => SubscribeUpdate | false): void {
    if (this.isSilent) return
    for (const [stream, request] of this.#streams) {
      const reported = update(request)
      if (reported) stream.write(reported)
    }
  }
}

/** The names of the filters that an account passes, as the protocol defines them. */
function matching({ accounts }: SubscribeRequest, address: string, owner: string, data: Buffer): string[] {
  return Object.keys(accounts).filter((name) => {
    const filter = accounts[name]
    if (!filter || (filter.account.length > 0 && !filter.account.includes(address))) return false
    if (filter.owner.length > 0 && !filter.owner.includes(owner)) return false
    return filter.filters.every(({ datasize, memcmp }) => {
      if (datasize !== undefined) return data.length === Number(datasize)
      const wanted = memcmp?.base64 ? Buffer.from(memcmp.base64, 'base64') : bs58.decode(memcmp?.base58 ?? '')
      const offset = Number(memcmp?.offset)
      return data.subarray(offset, offset + wanted.length).equals(wanted)
    })
  })
}
