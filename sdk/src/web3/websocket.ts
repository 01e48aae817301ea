// Works around a busy loop of web3.js on a websocket that is closing.

import type { Connection } from '@solana/web3.js'

/** The private websocket of a connection of web3.js. */
interface Internals {
  _rpcWebSocket?: { call(method: string, params: unknown[]): Promise<unknown> }
}

/** Milliseconds before a failed call is reported. */
const RETRY_MS = 250

/** The websockets whose failures are delayed. */
const delayed = new WeakSet<object>()

/**
 * Delays the failures of a connection's websocket; further calls have no effect. web3.js retries a failed call at once;
 * on a websocket that is closing each retry fails at once too, and the loop would starve the close event.
 */
export function delaySocketFailures(connection: Connection): void {
  const { _rpcWebSocket: socket } = connection as unknown as Internals
  if (!socket || delayed.has(socket)) return
  delayed.add(socket)
  const call = socket.call.bind(socket)
  socket.call = (method, params) =>
    call(method, params).catch(async (error) => {
      await new Promise((resolve) => {
        const timer: { unref?(): void } | number = setTimeout(resolve, RETRY_MS)
        // In Node, a process that has nothing else to do must not wait for it.
        if (typeof timer === 'object') timer.unref?.()
      })
      throw error
    })
}
