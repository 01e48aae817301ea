import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../../fuzz/random.ts'
import type { PostgresServer } from './server.ts'
import type { Wire } from './wire.ts'

/** A gateway that shares the database. */
export interface Replica {
  name: string
  url: string
  /** Its way to the database. */
  wire: Wire
  /** Of its process now. */
  pid: () => number | undefined
}

/** What is put to the test. */
export interface DatabaseOptions {
  server: PostgresServer
  replicas: readonly [Replica, Replica]
  random: Random
  /** Milliseconds from a fault until a healthy replica must be ready; without it, it must only become ready. */
  readyMs?: number | undefined
  /** Ends it, once each fault was there. */
  signal: AbortSignal
  report: (line: string) => void
}

/** What the database was put through, and what came of it. */
export interface DatabaseResult {
  /** How often, by name. */
  faults: Record<string, number>
  /** The longest time until a healthy replica was ready, in milliseconds. */
  slowestMs: number
  violations: string[]
}

/** Milliseconds after which a replica counts as one that does not become ready. */
const NEVER_MS = 300_000

/** Milliseconds that an answer may take. */
const ANSWER_MS = 10_000

/** Milliseconds of a fault that lasts: longer than every limit of a statement, a lock and a leader. */
const LASTING_MS = [6_000, 14_000] as const

/** Milliseconds between two faults. */
const PAUSE_MS = [2_000, 6_000] as const

/** Faults that are over when they return: all replicas must be ready after them. */
const SERVER_FAULTS: Record<string, (server: PostgresServer, ms: number) => Promise<void>> = {
  restarted: (server) => server.restart(),
  crashed: (server) => server.crash(),
  frozen: (server, ms) => server.freeze(ms),
}

/** Faults of one replica: the other must be ready beside them. Each returns what ends it. */
const REPLICA_FAULTS: Record<string, (replica: Replica) => () => void> = {
  'a replica cut off': ({ wire }) => {
    wire.cut()
    return () => wire.mend()
  },
  'a replica frozen': ({ pid }) => {
    const frozen = pid()
    if (frozen) process.kill(frozen, 'SIGSTOP')
    return () => frozen && process.kill(frozen, 'SIGCONT')
  },
}

/** Puts the database of two replicas through faults, one after the other: each once, and until it is stopped. */
export async function faultDatabase(options: DatabaseOptions): Promise<DatabaseResult> {
  const { server, replicas, random, readyMs = NEVER_MS, signal, report } = options
  const names = [...Object.keys(SERVER_FAULTS), ...Object.keys(REPLICA_FAULTS)]
  const result: DatabaseResult = { faults: {}, slowestMs: 0, violations: [] }
  const require = async (replica: Replica, name: string) => {
    const { ms, reason } = await untilReady(replica)
    result.slowestMs = Math.max(result.slowestMs, ms)
    report(`Postgres: ${replica.name} is ready ${ms} ms after: ${name}`)
    if (ms < readyMs) return
    result.violations.push(`${replica.name} is not ready ${ms} ms after: ${name}, last because of ${reason}`)
  }
  // Each once, in any order, then at random.
  const left: string[] = []
  for (const name of names) left.splice(random.int(0, left.length), 0, name)
  while (!signal.aborted || left.length > 0) {
    const name = left.pop() ?? random.pick(names)
    result.faults[name] = (result.faults[name] ?? 0) + 1
    report(`Postgres: ${name}`)
    const lasts = random.int(...LASTING_MS)
    const onServer = SERVER_FAULTS[name]
    if (onServer) {
      await onServer(server, lasts)
    } else {
      const [victim, healthy] = random.oneIn(2) ? replicas : [replicas[1], replicas[0]]
      const end = (REPLICA_FAULTS[name] as (typeof REPLICA_FAULTS)[string])(victim)
      const until = Date.now() + lasts
      await require(healthy, `${name}: ${victim.name}`)
      await sleep(Math.max(0, until - Date.now()))
      end()
    }
    for (const replica of replicas) await require(replica, name)
    await sleep(random.int(...PAUSE_MS))
  }
  return result
}

/** How long it takes until a gateway is ready and answers from the database, and what it answered last before that. */
async function untilReady({ url }: Replica): Promise<{ ms: number; reason: string }> {
  const start = Date.now()
  let reason = ''
  const answers = async (path: string) => {
    try {
      const answer = await fetch(url + path, { signal: AbortSignal.timeout(ANSWER_MS) })
      const text = await answer.text()
      if (!answer.ok) reason = `${path}: ${text}`
      return answer.ok
    } catch (error) {
      reason = `${path}: ${error}`
      return false
    }
  }
  while (Date.now() - start < NEVER_MS) {
    if ((await answers('/health/ready')) && (await answers('/v1/leaderboard'))) break
    await sleep(100)
  }
  return { ms: Date.now() - start, reason }
}
