// The time by the server's clock.

import { signal } from '@preact/signals'
import { serverTime } from '../api/server-time.ts'

/** The current time in unix seconds, by the server's clock; it changes every second. */
export const now = signal(serverTime() / 1_000)

/** Starts the clock. */
export function startClock(): void {
  setInterval(() => {
    now.value = serverTime() / 1_000
  }, 1_000)
}
