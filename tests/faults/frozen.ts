// Measures how long after its event a gateway has it in its history while the other one is frozen.

import { setTimeout as sleep } from 'node:timers/promises'
import { PROGRAM_ID } from '@prediction-market/sdk'
import { createRestClient, followEvents } from '@prediction-market/sdk/rest'
import type { Connection } from '@solana/web3.js'
import type { Replica } from './postgres/faults.ts'

/** Milliseconds for which each gateway is frozen. */
const FROZEN_MS = 10_000

/** Freezes each of two gateways in turn. @returns milliseconds from a node's report to the other gateway's stream */
export async function measureFrozen(
  connection: Connection,
  [first, second]: readonly [Replica, Replica],
): Promise<number[]> {
  return [...(await measure(connection, first, second)), ...(await measure(connection, second, first))]
}

async function measure(connection: Connection, healthy: Replica, frozen: Replica): Promise<number[]> {
  const [happened, seen] = [new Map<string, number>(), new Map<string, number>()]
  const ending = new AbortController()
  const stream = follow(healthy.url, ending.signal, (signature) => {
    if (!seen.has(signature)) seen.set(signature, performance.now())
  })
  const pid = frozen.pid()
  if (pid) process.kill(pid, 'SIGSTOP')
  const subscription = connection.onLogs(
    PROGRAM_ID,
    ({ signature }) => happened.set(signature, performance.now()),
    'confirmed',
  )
  await sleep(FROZEN_MS)
  await connection.removeOnLogsListener(subscription)
  // The last events are on their way.
  await sleep(FROZEN_MS / 2)
  if (pid) process.kill(pid, 'SIGCONT')
  ending.abort()
  await stream
  return [...happened].flatMap(([signature, at]) => {
    const shown = seen.get(signature)
    return shown === undefined ? [] : [Math.max(0, Math.round(shown - at))]
  })
}

async function follow(baseUrl: string, signal: AbortSignal, onEvent: (signature: string) => void) {
  while (!signal.aborted) {
    try {
      for await (const event of followEvents(createRestClient({ baseUrl }), {}, { signal })) {
        if ('transactionId' in event) onEvent(event.transactionId)
      }
    } catch {
      await sleep(100)
    }
  }
}
