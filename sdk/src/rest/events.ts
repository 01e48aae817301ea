// Follows the event stream of the gateway.

import type { RestClient } from './client.ts'
import { RestError, unwrap } from './error.ts'
import type { components, operations } from './schema.ts'

/** An event of the stream. */
export type RestEvent = components['schemas']['Event']

/** Filters of {@link followEvents}, and the event after which it starts: 0 for all, from now on by default. */
export type EventsQuery = NonNullable<operations['streamEvents']['parameters']['query']>

/** How long to wait before a reconnection. */
const RETRY_MS = 1_000

/**
 * Follows the event stream, each event once, in the order of their ids. After a lost connection it resumes after the
 * last event.
 *
 * @example
 * for await (const event of followEvents(client, { market: [id] })) console.log(event.type)
 * @throws RestError if the gateway refuses the query, and the reason of the signal once it is aborted
 */
export async function* followEvents(
  client: RestClient,
  { lastEventId, ...filter }: EventsQuery = {},
  { signal }: { signal?: AbortSignal } = {},
): AsyncGenerator<RestEvent, never, undefined> {
  let last = lastEventId
  for (;;) {
    try {
      const query = last === undefined ? filter : { ...filter, lastEventId: last }
      const init = signal ? { signal } : {}
      const call = await client.GET('/v1/events', { params: { query }, parseAs: 'stream', ...init })
      for await (const data of readMessages(unwrap(call) as ReadableStream<Uint8Array>, signal)) {
        const event = JSON.parse(data) as RestEvent
        last = String(event.id)
        yield event
      }
    } catch (error) {
      signal?.throwIfAborted()
      // A request that arrived too slowly, or one of too many, may succeed when it is made again.
      if (error instanceof RestError && error.status < 500 && ![408, 429].includes(error.status)) throw error
    }
    signal?.throwIfAborted()
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
  }
}

/** The data of each server-sent event. Comments, names and ids are left out: the data has them, too. */
async function* readMessages(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal | undefined,
): AsyncGenerator<string> {
  const reader = body.getReader()
  // The fetch of Node 20 may forget its signal while a body is read, which would then never end.
  const cancel = () => reader.cancel().catch(() => {})
  signal?.addEventListener('abort', cancel)
  const decoder = new TextDecoder()
  let buffer = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      buffer += decoder.decode(value, { stream: true })
      const messages = buffer.split('\n\n')
      buffer = messages.pop() ?? ''
      for (const message of messages) {
        const data = message.split('\n').find((line) => line.startsWith('data: '))
        if (data !== undefined) yield data.slice('data: '.length)
      }
    }
  } finally {
    signal?.removeEventListener('abort', cancel)
    await cancel()
  }
}
