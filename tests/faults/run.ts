import { setTimeout as sleep } from 'node:timers/promises'
import type { EventData, ProgramEvent } from '@prediction-market/sdk/events'
import type { Connection } from '@solana/web3.js'
import { eventsOfLog } from '../../app/src/history/log/read.ts'
import { type Localnet, startLocalnet } from '../../app/src/localnet/localnet.ts'
import { openStore, type StoreOptions } from '../../app/src/store/store.ts'
import { Random } from '../fuzz/random.ts'
import { closeConnection, openConnection } from '../helpers/localnet/index.ts'
import { bundleApp } from '../helpers/run/bundle.ts'
import { auditAnswers } from './audit/answers.ts'
import { type ChainTransaction, readChain } from './audit/chain.ts'
import {
  auditHistory,
  auditNumbers,
  type Completeness,
  readLeftHistory,
  rebuildHistory,
} from './audit/history.ts'
import { auditMoney } from './audit/money.ts'
import { auditStream } from './audit/streams.ts'
import { betBySdk, betByWallet, betInOneCall, betInTwo, comeBack, repeat } from './clients/bettors.ts'
import { Journal } from './clients/journal.ts'
import { follow, openMarkets, read } from './clients/others.ts'
import { fundedWallets, givenApiKey } from './clients/set-up.ts'
import type { World } from './clients/world.ts'
import { serveEvents } from './events.ts'
import { measureFrozen } from './frozen.ts'
import { type DatabaseResult, faultDatabase, type Replica } from './postgres/faults.ts'
import { PostgresServer } from './postgres/server.ts'
import { Wire } from './postgres/wire.ts'
import { kill, Processes } from './processes.ts'
import { FaultCounts } from './proxy/faults.ts'
import { FaultyNodes } from './proxy/nodes.ts'
import { auditStatuses, settle, untilFinal } from './settle.ts'

/** How a run goes. */
export interface RunOptions {
  seed: number
  seconds: number
  /** The most markets. */
  markets: number
  /** Whether two gateways share a Postgres that has faults too. */
  postgres?: boolean | undefined
  /** Milliseconds after a fault of Postgres until gateways must be ready; without it, they must only become ready. */
  readyMs?: number | undefined
  /** Called with a line about the progress. */
  report: (line: string) => void
}

/** What a run did, and what it found. */
export interface RunResult {
  faults: FaultCounts
  /** Of the database. */
  database?: DatabaseResult | undefined
  /** Milliseconds until an event was in the history of one gateway while the other was frozen and the nodes were well. */
  delays?: readonly number[] | undefined
  /** By process: kills, and starts that it took. */
  processes: readonly { name: string; kills: number; starts: number }[]
  requests: number
  markets: number
  bets: number
  /** Transactions with bets in two markets. */
  pairs: number
  payouts: number
  /** What the numbers of the log prove. */
  history: Omit<Completeness, 'violations'>
  /** Answers and events that were compared with the chain. */
  answers: number
  events: number
  violations: string[]
}

/** Wallets that bet over REST; one of them through the SDK, two by API keys. */
const WALLETS = 6

/** Milliseconds of a slot: blockhashes expire and blocks are final in half the time of a cluster. */
const SLOT_MS = 200

/** Seconds; short enough that events last half a minute and markets without an answer end within the run. */
const TIMES = { proofWindow: 10, voidDelay: 20, shortestAttestedPeriod: 2 }

/** Runs everything behind faulty nodes under load and kills, then audits it against the ledger. */
export async function runFaults(options: RunOptions): Promise<RunResult> {
  const { seed, seconds, report } = options
  const cleanups: (() => Promise<unknown>)[] = []
  const cleanUp = async () => {
    for (const one of cleanups.splice(0).reverse()) await one()
  }
  try {
    const random = new Random(seed)
    const faults = new FaultCounts()
    const localnet = await startLocalnet({
      rpcPort: 0,
      attestors: false,
      demo: false,
      seed: String(seed),
      slotTimeMs: SLOT_MS,
      settings: TIMES,
    })
    cleanups.push(() => localnet.stop())
    const connection = openConnection(localnet.node)
    cleanups.push(() => closeConnection(connection))
    const nodes = await FaultyNodes.open(localnet.node, random, faults)
    cleanups.push(() => nodes.close())
    const events = await serveEvents()
    cleanups.push(() => events.close())
    const app = await bundleApp()
    if (!process.env.KEEP) cleanups.push(() => app.remove())
    report(`starting the processes; logs are in ${app.folder}/logs`)
    const { pricesUrl } = localnet
    const server = options.postgres ? await PostgresServer.start() : undefined
    if (server) cleanups.push(() => server.close())
    const wires = server && ([await Wire.open(server.port), await Wire.open(server.port)] as const)
    const processes = await Processes.start({
      app,
      nodes: nodes.nodes,
      random,
      pricesUrl,
      eventsUrl: events.url,
      databaseUrls: wires && [server.url(wires[0].port), server.url(wires[1].port)],
    })
    cleanups.push(() => processes.stopAll())
    await processes.ready()
    const front = await Wire.open(...processes.gatewayPorts)
    for (const wire of [front, ...(wires ?? [])]) cleanups.push(() => wire.close())

    const journal = new Journal()
    const load = new AbortController()
    const streaming = new AbortController()
    cleanups.push(async () => streaming.abort())
    const world: World = {
      url: `http://127.0.0.1:${front.port}`,
      random,
      journal,
      markets: [],
      wallets: await fundedWallets(localnet, WALLETS),
      now: () => localnet.node.clock.now.unixSecond * 1_000,
      signal: load.signal,
    }
    const single = openConnection(nodes.single)
    cleanups.push(() => closeConnection(single))
    const clients = await startClients(world, single, options.markets)
    const streams = [1, 2, 3].map(() => follow(world, streaming.signal))

    const calmed = new AbortController()
    const database =
      server &&
      wires &&
      faultDatabase({
        server,
        replicas: replicasOf(processes, wires),
        random,
        readyMs: options.readyMs,
        askNode: () => connection.getSlot('confirmed'),
        signal: calmed.signal,
        report,
      })
    nodes.start()
    processes.startKilling()
    await watch(options, world, processes)
    calmed.abort()
    const result = await database
    await processes.stopKilling()
    await nodes.calm()
    if (wires) await processes.ready()
    const delays = wires && (await measureFrozen(connection, replicasOf(processes, wires)))
    load.abort()
    await Promise.all(clients)
    await processes.ready()
    report(`${seconds} s are over; waiting for the last payouts`)

    const violations = await settle(connection)
    await processes.stopKeepers()
    await untilFinal(connection)
    const chain = await readChain(connection)
    const calm: World = { ...world, signal: new AbortController().signal }
    await untilStreamed(journal, chain)
    violations.push(...(await auditStatuses(calm, chain)))
    streaming.abort()
    await Promise.all(streams)
    violations.push(...auditMoney(chain), ...auditAnswers(chain, journal))
    for (const [index, stream] of journal.streams.entries()) {
      violations.push(...auditStream(chain, stream).map((wrong) => `stream ${index + 1}: ${wrong}`))
    }
    await processes.stopAll()
    const store = server ? { databaseUrl: server.url() } : { path: processes.storePath }
    const { violations: ofHistory, ...history } = await auditStore(store, localnet, chain)
    violations.push(...ofHistory, ...(result?.violations ?? []))
    for (const { name, ends } of server ? processes.all : []) {
      if (name.startsWith('gateway') && ends > 0) violations.push(`${name} ended ${ends} times by itself`)
    }
    await cleanUp()
    const happened = (name: string) =>
      chain.flatMap((one) => one.events).filter((event) => event.name === name)
    return {
      faults,
      database: result,
      delays,
      processes: processes.all,
      requests: journal.requests,
      markets: happened('MarketCreated').length,
      bets: happened('BetPlaced').length,
      pairs: chain.filter(({ events }) => betMarkets(events).size > 1).length,
      history,
      payouts: happened('PositionSettled').length,
      answers: journal.reported.length + journal.keyed.length,
      events: journal.streams.reduce((sum, stream) => sum + stream.length, 0),
      violations: [...new Set(violations)],
    }
  } finally {
    await cleanUp()
  }
}

async function startClients(world: World, single: Connection, most: number): Promise<Promise<void>[]> {
  const [creator, alice, bob, carol, dave, eve] = world.wallets as [never, never, never, never, never, never]
  const keys = [await givenApiKey(world, carol), await givenApiKey(world, dave)]
  return [
    repeat(world, () => openMarkets(world, creator, most)),
    repeat(world, () => openMarkets(world, bob, most)),
    repeat(world, () => betByWallet(world, alice)),
    repeat(world, () => betByWallet(world, bob)),
    repeat(world, () => (world.random.oneIn(3) ? betInTwo : betBySdk)(world, eve, single)),
    ...keys.map((key) => repeat(world, () => betInOneCall(world, key))),
    repeat(world, () => comeBack(world)),
    repeat(world, () => read(world)),
    repeat(world, () => read(world)),
  ]
}

function replicasOf({ all, gatewayPorts }: Processes, wires: readonly [Wire, Wire]): [Replica, Replica] {
  const replica = (index: 0 | 1): Replica => {
    const port = gatewayPorts[index] as number
    const process = all.find((one) => one.port === port)
    return {
      name: process?.name ?? '',
      url: `http://127.0.0.1:${port}`,
      wire: wires[index],
      pid: () => process?.running?.child.pid,
      kill: () => process && kill(process),
    }
  }
  return [replica(0), replica(1)]
}

/** Milliseconds that a run may take longer until something has happened. */
const PATIENCE_MS = 600_000

async function watch({ seconds, report }: RunOptions, { journal, markets }: World, { all }: Processes) {
  const until = Date.now() + 1_000 * seconds
  let next = Date.now() + 10_000
  // On a slow machine longer, until there is something to audit.
  const isEnough = () =>
    journal.reported.some(({ what }) => what === 'bet') && all.some(({ kills }) => kills > 0)
  while (Date.now() < until || (!isEnough() && Date.now() < until + PATIENCE_MS)) {
    await sleep(200)
    if (Date.now() < next) continue
    next += 10_000
    const kills = all.reduce((sum, one) => sum + one.kills, 0)
    const left = Math.max(0, Math.round((until - Date.now()) / 1_000))
    report(`${left} s left: ${journal.requests} requests, ${markets.length} markets, ${kills} kills`)
  }
}

/** Milliseconds that a stream may take to send the last event after everything is final. */
const STREAM_MS = 300_000

async function untilStreamed({ streams }: Journal, chain: readonly ChainTransaction[]): Promise<void> {
  const until = Date.now() + STREAM_MS
  while (Date.now() < until && streams.some((stream) => auditStream(chain, stream).length > 0))
    await sleep(500)
}

/** More events than any run has. */
const MOST_EVENTS = 10_000_000

/** The markets of a transaction's bets. */
function betMarkets(events: readonly ProgramEvent[]): Set<string> {
  return new Set(
    events.flatMap(({ name, data }) =>
      name === 'BetPlaced' ? [(data as EventData[typeof name]).market.toBase58()] : [],
    ),
  )
}

async function auditStore(
  options: StoreOptions,
  { node }: Localnet,
  chain: readonly ChainTransaction[],
): Promise<Completeness> {
  const store = await openStore(options)
  try {
    const left = await readLeftHistory(store.db)
    const numbers = auditNumbers(await eventsOfLog(store.db, 0, MOST_EVENTS), chain)
    const violations = auditHistory(chain, left, await rebuildHistory(node))
    return { ...numbers, violations: [...violations, ...numbers.violations] }
  } finally {
    await store.close()
  }
}
