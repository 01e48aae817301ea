import { signal } from '@preact/signals'

/** The current time in unix seconds, by the browser's clock; it changes every second. */
export const now = signal(Date.now() / 1_000)

/** Starts the clock. */
export function startClock(): void {
  setInterval(() => {
    now.value = Date.now() / 1_000
  }, 1_000)
}
