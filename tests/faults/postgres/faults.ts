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
  /** Kills it; it is started again. */
  kill: () => void
}

/** What is put to the test. */
export interface DatabaseOptions {
  server: PostgresServer
  replicas: readonly [Replica, Replica]
  random: Random
  /** Milliseconds from a fault until a healthy replica must be ready; without it, it must only become ready. */
  readyMs?: number | undefined
  /** Asks the node behind the faulty ones, to tell a slow replica from a machine that is slow itself. */
  askNode: () => Promise<unknown>
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

const KILLED = 'a replica killed'

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
  [KILLED]: ({ kill }) => {
    kill()
    return () => {}
  },
}

/** Puts the database of two replicas through faults, one after the other: each once, and until it is stopped. */
export async function faultDatabase(options: DatabaseOptions): Promise<DatabaseResult> {
  const { server, replicas, random, readyMs = NEVER_MS, askNode, signal, report } = options
  const names = [...Object.keys(SERVER_FAULTS), ...Object.keys(REPLICA_FAULTS)]
  const result: DatabaseResult = { faults: {}, slowestMs: 0, violations: [] }
  const require = async (replica: Replica, name: string, limitMs = readyMs) => {
    const { ms, nodeMs, reason } = await untilReady(replica, askNode)
    result.slowestMs = Math.max(result.slowestMs, ms)
    const node = `the node itself took up to ${nodeMs} ms`
    report(`Postgres: ${replica.name} is ready ${ms} ms after: ${name} (${node})`)
    if (ms < limitMs) return
    const when = `${ms} ms after: ${name}`
    result.violations.push(`${replica.name} is not ready ${when}, last because of ${reason} (${node})`)
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
    // One that was killed has to start.
    for (const replica of replicas) await require(replica, name, name === KILLED ? NEVER_MS : readyMs)
    await sleep(random.int(...PAUSE_MS))
  }
  return result
}

/** How long it takes until a gateway is ready and answers from the database, what it answered last, and the node's time. */
async function untilReady(
  { url }: Replica,
  askNode: DatabaseOptions['askNode'],
): Promise<{ ms: number; nodeMs: number; reason: string }> {
  const start = Date.now()
  let reason = ''
  let nodeMs = 0
  let asked: Promise<void> | undefined
  const probe = async () => {
    const at = Date.now()
    await askNode().catch(() => {})
    nodeMs = Math.max(nodeMs, Date.now() - at)
    asked = undefined
  }
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
    asked ??= probe()
    if ((await answers('/health/ready')) && (await answers('/v1/leaderboard'))) break
    await sleep(100)
  }
  const ms = Date.now() - start
  await asked
  return { ms, nodeMs, reason }
}
