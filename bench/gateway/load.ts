// Puts a gateway under load and prints how it answers, beside 1,000 open event streams. Localnet, gateway, honest
// clients, streams and hostile clients are separate processes; the gateway is a build and has its default limits.
//
// First what a bet costs: each way to place one, alone and without streams. Then honest traffic for MINUTES: markets,
// bets, one-call bets and reads at a fixed rate. Then the same traffic alone and beside each kind of hostile load, in
// turns. It fails if an answer is neither a success nor the expected refusal, if an operation answers with a status that
// its OpenAPI document does not have, if a stream does not receive every event once and in order, if the gateway's memory
// (RSS after a garbage collection) grows by more than 10 % from the second to the last minute, if hostile load more than
// doubles the honest p99, or if a bet adds more than five calls to nodes or 12 ms of processor time to what the gateway
// uses without bets.
//
//   BET_SECONDS=20    of each way to bet; 0 leaves them out
//   MINUTES=5         duration of the honest traffic
//   RATE=20           honest actions a second; about a sixth of them write
//   STREAMS=1000      open streams of GET /v1/events
//   CLIENTS=25        honest wallets, each with its own address
//   MARKETS=50        markets at the start
//   TURNS=3           turns alone and beside each kind of hostile load; 0 leaves hostile load out
//   TURN_SECONDS=10   of each turn
//   HOSTILE_RATE=200  hostile requests a second
//   KINDS=callers     only the attacks 99 to 103, with slow webhooks; with BET_SECONDS=0 and MINUTES=0 nothing else
//   HOSTILE_ADDRESSES=10, SLOW=500   addresses of hostile clients, connections of slow ones
//   DATABASE_URL=…    the Postgres of the store, from tools/with-postgres; without it, as with
//                     `npm run bench -- gateway load`, the store is a folder
//   KEEP_LOGS=1       keeps the logs of the services
//   PROFILE=folder    writes CPU profiles of the services there

import { setTimeout as sleep } from 'node:timers/promises'
import { MemoryWatch } from '../memory.ts'
import { startPart } from '../part.ts'
import { conclude, report, setting } from '../run.ts'
import { Services } from '../services.ts'
import { printTable, type Row } from '../table.ts'
import { openClients, openEmpty } from './load/clients.ts'
import { HonestTraffic } from './load/honest.ts'
import {
  CALLER_ATTACKS,
  HOSTILE_KINDS,
  type HostileKind,
  type HostileReport,
  type HostileRequest,
  MEANT_ANSWERS,
} from './load/hostile-kinds.ts'
import { Documented, percentile, type Tallies } from './load/http.ts'
import type { StreamsReport, StreamsRequest } from './load/streams.ts'
import type { WebhooksReport, WebhooksRequest } from './load/webhooks.ts'
import { cpuSeconds, priceBets, startWorld } from './load/world.ts'

const MINUTES = setting('MINUTES', 5)
const RATE = setting('RATE', 20)
const BET_MS = 1_000 * setting('BET_SECONDS', 20)
const STREAMS = setting('STREAMS', 1_000)
const CLIENTS = setting('CLIENTS', 25)
const MARKETS = setting('MARKETS', 50)
const TURNS = setting('TURNS', 3)
const TURN_MS = 1_000 * setting('TURN_SECONDS', 10)
const HOSTILE = {
  rate: setting('HOSTILE_RATE', 200),
  addresses: setting('HOSTILE_ADDRESSES', 10),
  slow: setting('SLOW', 500),
}

/**
 * Upper limits: memory of the last minute to the second, honest p99 beside hostile load to the one without, calls to nodes
 * and milliseconds of processor time of a bet.
 */
const BARS = { growth: 1.1, slowdown: 2, bet: { calls: 5, cpuMs: 12 } }

const MINUTE_MS = 60_000

/** Milliseconds of honest traffic before anything is measured, so that code is compiled and caches are filled. */
const WARM_UP_MS = 20_000

/** Milliseconds after hostile load, in which the gateway finishes its work. */
const REST_MS = 2_000

/** Actions that change something and wait for the chain. */
const isWrite = (kind: string) => /bet|market,|submit/i.test(kind)

const missed: string[] = []

/** Rows of a table: each kind of request with its answers. */
function answers(tallies: Tallies, seconds: number): Row[] {
  return [...tallies.byKind].sort().map(([kind, tally]) => ({
    request: kind,
    count: tally.count,
    'a second': (tally.count / seconds).toFixed(1),
    refusals: [...tally.refusals].map(([name, count]) => `${count} × ${name}`).join(', '),
    'p50 ms': percentile(tally.durations, 0.5).toFixed(0),
    'p99 ms': percentile(tally.durations, 0.99).toFixed(0),
  }))
}

/** Honest traffic for some minutes, with the memory of the gateway. */
async function endure(traffic: HonestTraffic, url: string, pid: number): Promise<void> {
  const memory = new MemoryWatch(pid, `${url}/metrics`)
  const progress = setInterval(() => report('honest traffic goes on'), MINUTE_MS)
  const tallies = await traffic.run(MINUTES * MINUTE_MS, RATE)
  clearInterval(progress)
  await memory.stop()
  printTable(`Honest traffic for ${MINUTES} minutes, ${STREAMS} streams open`, answers(tallies, MINUTES * 60))
  const { minutes } = memory
  const megabytes = (bytes: number) => (bytes / 2 ** 20).toFixed(0)
  printTable(
    "The gateway's memory in each minute",
    minutes.map(({ resident, collected, heap }, index) => ({
      minute: index + 1,
      'RSS MB': megabytes(resident),
      'RSS after a collection MB': megabytes(collected),
      'heap after it MB': megabytes(heap),
    })),
  )
  const growth = (minutes.at(-1)?.collected ?? Number.NaN) / (minutes[1]?.collected ?? Number.NaN)
  if (MINUTES > 2 && !(growth <= BARS.growth)) {
    missed.push(`memory of the last minute is ${(100 * growth).toFixed(0)} % of the second`)
  }
}

/** The p99 and the median of honest reads or writes in all turns, and the p99 in each, in milliseconds. */
function delays(turns: readonly Tallies[], whose: 'reads' | 'writes') {
  const durations = turns.map((tallies) =>
    tallies.durations((kind) => isWrite(kind) === (whose === 'writes')),
  )
  const each = durations.map((some) => percentile(some, 0.99).toFixed(0)).join(' ')
  return { p99: percentile(durations.flat(), 0.99), median: percentile(durations.flat(), 0.5), each }
}

/** The honest traffic alone and beside one kind of hostile load, in turns. */
async function attack(
  traffic: HonestTraffic,
  kind: HostileKind,
  url: string,
  keys: Record<string, string>[],
): Promise<Row[]> {
  const hostile = startPart<HostileRequest, HostileReport>('./gateway/load/hostile.ts')
  const alone: Tallies[] = []
  const beside: Tallies[] = []
  const answered: HostileReport = {}
  // Seconds of CPU that the gateway used beside hostile load, minus those alone.
  let cost = 0
  for (let turn = 0; turn < TURNS; turn++) {
    const start = await cpuSeconds(url)
    alone.push(await traffic.run(TURN_MS, RATE))
    const middle = await cpuSeconds(url)
    hostile.tell({ start: { kind, base: url, markets: traffic.marketIds, keys, ...HOSTILE } })
    beside.push(await traffic.run(TURN_MS, RATE))
    cost += (await cpuSeconds(url)) - middle - (middle - start)
    for (const [answer, count] of Object.entries(await hostile.ask({ stop: true }))) {
      answered[answer] = (answered[answer] ?? 0) + count
    }
    await sleep(REST_MS)
  }
  await hostile.end()
  const counts = Object.entries(answered).map(([answer, count]) => `${count} × ${answer}`)
  for (const answer of Object.keys(answered)) {
    if (!MEANT_ANSWERS[kind].includes(answer)) missed.push(`${kind}: ${answered[answer]} × ${answer}`)
  }
  return (['reads', 'writes'] as const).map((whose) => {
    const before = delays(alone, whose)
    const during = delays(beside, whose)
    const ratio = during.p99 / before.p99
    if (!(ratio <= BARS.slowdown)) {
      missed.push(`honest p99 of ${whose} is ${ratio.toFixed(1)} times as long beside ${kind}`)
    }
    const isFirst = whose === 'reads'
    return {
      beside: isFirst ? nameOf(kind) : '',
      honest: whose,
      'p50 alone ms': before.median.toFixed(0),
      'p50 beside ms': during.median.toFixed(0),
      'p99 alone ms': before.p99.toFixed(0),
      'each turn': before.each,
      'p99 beside ms': during.p99.toFixed(0),
      'each turn ': during.each,
      ratio: ratio.toFixed(2),
      'CPU ms per s': isFirst ? ((1_000_000 * cost) / (TURNS * TURN_MS)).toFixed(0) : '',
      'answers to hostile': isFirst ? counts.join(', ') : '',
    }
  })
}

function nameOf(kind: HostileKind): string {
  const attack = CALLER_ATTACKS[kind]
  return attack ? `${kind} (attack ${attack})` : kind
}

/** Deliveries of an honest wallet's webhook, alone and beside many receivers that do not answer. */
async function attackWebhooks(rpcUrl: string, wsUrl: string): Promise<Row> {
  const part = startPart<WebhooksRequest, WebhooksReport>('./gateway/load/webhooks.ts')
  const { alone, beside, receivers } = await part.ask({ rpcUrl, wsUrl, bets: 20 * TURNS })
  await part.end()
  const ratio = percentile(beside, 0.99) / percentile(alone, 0.99)
  if (!(ratio <= BARS.slowdown)) {
    missed.push(`honest p99 of webhooks is ${ratio.toFixed(1)} times as long beside slow receivers`)
  }
  const ms = (durations: readonly number[], share: number) => percentile(durations, share).toFixed(0)
  return {
    beside: `${receivers} slow receivers (attack 101)`,
    bets: alone.length,
    'p50 alone ms': ms(alone, 0.5),
    'p50 beside ms': ms(beside, 0.5),
    'p99 alone ms': ms(alone, 0.99),
    'p99 beside ms': ms(beside, 0.99),
    ratio: ratio.toFixed(2),
  }
}

const KINDS =
  process.env.KINDS === 'callers' ? HOSTILE_KINDS.filter((kind) => CALLER_ATTACKS[kind]) : HOSTILE_KINDS

const services = await Services.open()
try {
  report('starting localnet and gateway')
  const { url, rpcUrl, wsUrl, pid } = await startWorld(services)
  report('setting up clients and markets')
  const clients = await openClients(url, rpcUrl, CLIENTS)
  const traffic = new HonestTraffic(clients, await Documented.of(url))
  await traffic.open(MARKETS)
  if (BET_MS > 0) missed.push(...(await priceBets(traffic, url, BET_MS, BARS.bet)))
  const streams = startPart<StreamsRequest, StreamsReport>('./gateway/load/streams.ts')
  const opened = await streams.ask({ open: { base: url, streams: STREAMS, clients: CLIENTS } })
  report(`open streams: ${'opened' in opened ? opened.opened : 0}`)
  await traffic.run(WARM_UP_MS, RATE)
  if (MINUTES > 0) await endure(traffic, url, pid)
  const rows: Row[] = []
  const empty = TURNS > 0 ? await openEmpty(url, rpcUrl, HOSTILE.addresses) : []
  const keys = empty.map(({ authorization }) => authorization)
  for (const kind of TURNS > 0 ? KINDS : []) {
    report(`turns with ${kind}`)
    rows.push(...(await attack(traffic, kind, url, keys)))
  }
  const turns = `${TURNS} turns of ${TURN_MS / 1_000} s each`
  const load = `${HOSTILE.rate} requests a second from ${HOSTILE.addresses} addresses, or ${HOSTILE.slow} slow connections`
  if (rows.length > 0) {
    printTable(`Honest traffic alone and beside hostile load, ${turns}: ${load}`, rows)
    report('deliveries beside slow receivers')
    printTable('From a bet to its delivery', [await attackWebhooks(rpcUrl, wsUrl)])
  }
  const checked = await streams.ask({ check: true })
  await streams.end()
  if ('checked' in checked) {
    const { events, right, wrong, ended } = checked.checked
    console.log(
      `\n${right} of ${STREAMS} streams received all ${events} events once and in order; ${ended} ended early.`,
    )
    if (right < STREAMS || ended > 0) missed.push(`streams: ${wrong.join('; ') || `${ended} ended early`}`)
  }
  for (const [error, count] of traffic.errors) missed.push(`${count} × ${error}`)
} finally {
  await services.stop()
}
conclude(missed)
