// Waits for states and times, and for what must fail.

import { setTimeout as sleep } from 'node:timers/promises'
import { type Connection, SYSVAR_CLOCK_PUBKEY } from '@solana/web3.js'
import { expect } from 'chai'

const POLL_MS = 50

/**
 * Polls until `probe` finds something, and returns it.
 *
 * @param what - the name of what is waited for, for the error
 * @param probe - returns `undefined`, `null` or `false` while there is nothing
 * @throws Error after `timeoutMs`, with `what`
 */
export async function until<Found>(
  what: string,
  probe: () => Promise<Found | undefined | null | false> | Found | undefined | null | false,
  timeoutMs = 180_000,
): Promise<Found> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const found = await probe()
    if (found !== undefined && found !== null && found !== false) return found
    if (Date.now() >= deadline) throw new Error(`Waited ${timeoutMs / 1000} s for ${what}, without success`)
    await sleep(POLL_MS)
  }
}

/** The time that programs see. */
export async function chainTime(connection: Connection): Promise<number> {
  const account = await connection.getAccountInfo(SYSVAR_CLOCK_PUBKEY, 'processed')
  if (!account) throw new Error('The node has no clock')
  return Number(account.data.readBigInt64LE(32))
}

/** Waits until the chain has reached a slot. */
export async function waitForSlot(connection: Connection, slot: number, timeoutMs = 180_000): Promise<void> {
  await until(`slot ${slot}`, async () => (await connection.getSlot('processed')) >= slot, timeoutMs)
}

/** Waits until programs see a unix second. */
export async function waitForTime(
  connection: Connection,
  second: number,
  timeoutMs = 180_000,
): Promise<void> {
  const what = `the chain's clock to reach ${second}, ${new Date(second * 1000).toISOString()}`
  await until(what, async () => (await chainTime(connection)) >= second, timeoutMs)
}

/** The error of a promise that must fail. */
export async function failure(attempt: Promise<unknown>): Promise<Error> {
  return attempt.then(
    () => expect.fail('It did not fail'),
    (error: Error) => error,
  )
}
