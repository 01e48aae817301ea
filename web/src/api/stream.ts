// Follows the gateway's event stream, also after a lost connection.

import { signal } from '@preact/signals'
import type { StreamEvent } from '../model/types.ts'
import { parseExactly } from './http.ts'

/** Whether events arrive. */
export const isLive = signal(true)

/** Counts up when the stream had to start over, so that views load again what they may have missed. */
export const streamEpoch = signal(0)

const TYPES = ['market', 'bet', 'reference', 'resolution', 'payout', 'burn', 'dropped'] as const

const RETRY_MS = 3_000

/** How long a reconnection may take before the page says so. */
const PATIENCE_MS = 2_000

const listeners = new Set<(event: StreamEvent) => void>()

let source: EventSource | undefined

/** Follows the events of the gateway, also after the connection was lost. */
export function startStream(): void {
  openStream()
  addEventListener('offline', () => {
    isLive.value = false
  })
  // A connection from before may look open and never report anything again.
  addEventListener('online', openStream)
  // A page that the browser keeps for "back" must not keep its connection.
  addEventListener('pagehide', () => source?.close())
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) openStream()
  })
}

function openStream(): void {
  source?.close()
  source = listenTo(new EventSource('/v1/events'))
}

function listenTo(source: EventSource): EventSource {
  let warning: ReturnType<typeof setTimeout> | undefined
  source.onopen = () => {
    clearTimeout(warning)
    warning = undefined
    if (!isLive.value) streamEpoch.value += 1
    isLive.value = true
  }
  source.onerror = () => {
    warning ??= setTimeout(() => {
      isLive.value = false
    }, PATIENCE_MS)
    // The browser reconnects with the id of the last event, unless the answer was an error.
    if (source.readyState !== EventSource.CLOSED) return
    source.close()
    isLive.value = false
    clearTimeout(warning)
    setTimeout(openStream, RETRY_MS)
  }
  for (const type of TYPES) {
    source.addEventListener(type, ({ data }: MessageEvent<string>) => {
      const event = parseExactly<StreamEvent>(data)
      for (const listener of listeners) listener(event)
    })
  }
  return source
}

/** Listens to all events; returns a function that stops it. */
export function onEvent(listener: (event: StreamEvent) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
