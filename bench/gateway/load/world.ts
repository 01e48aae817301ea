// Starts the localnet, the gateway and the child processes of the load bench.

import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { LOCALNET_KEYS } from '../../../app/src/localnet/keys.ts'
import { freePorts } from '../../../tests/helpers/localnet/ports.ts'
import { compile } from '../../../tools/build/compile.mjs'
import type { Services } from '../../services.ts'
import { printTable, type Row } from '../../table.ts'
import { BET_ACTIONS, type HonestTraffic } from './honest.ts'
import type { Tallies } from './http.ts'

/** A gateway on a localnet. */
export interface World {
  url: string
  rpcUrl: string
  wsUrl: string
  /** Of the gateway's process. */
  pid: number
}

/**
 * Starts a localnet and a gateway on it, with default settings. The gateway is a build, as in production. The store is a
 * folder, or the Postgres of DATABASE_URL.
 */
export async function startWorld(services: Services): Promise<World> {
  compile()
  // JSON-RPC, websocket, prices, four attestors, gateway.
  const port = await freePorts(8)
  const local = (offset: number) => `127.0.0.1:${port + offset}`
  const rpcUrl = `http://${local(0)}`
  const wsUrl = `ws://${local(1)}`
  const url = `http://${local(7)}`
  const localnet = { LOCALNET_PORT: String(port), DEMO: '0' }
  await services.start('localnet', 'localnet', localnet, `http://${local(6)}/health`)
  const gateway = {
    PORT: String(port + 7),
    RPC_URL: rpcUrl,
    WS_URL: wsUrl,
    CLUSTER: 'localnet',
    HERMES_URL: `http://${local(2)}`,
    KEEPER: '0',
    NODE_ENV: 'production',
    DELEGATE_KEYPAIR: await services.keypair('cosigner', LOCALNET_KEYS.cosigner),
    ...(process.env.DATABASE_URL ? {} : { STORE_PATH: join(services.folder, 'store') }),
  }
  const { pid } = await services.start('gateway', 'start', gateway, `${url}/health`, true)
  return { url, rpcUrl, wsUrl, pid }
}

/** Seconds of CPU that a gateway has used so far. */
export async function cpuSeconds(url: string): Promise<number> {
  return Number(/^process_cpu_seconds_total (\S+)$/m.exec(await metricsOf(url))?.[1])
}

/** Calls to nodes that a gateway has made so far, by method. */
async function rpcCalls(url: string): Promise<Map<string, number>> {
  const calls = new Map<string, number>()
  const lines = (await metricsOf(url)).matchAll(/^gateway_rpc_calls_total\{method="(\w+)".*\} (\d+)$/gm)
  for (const [, method = '', count] of lines) calls.set(method, (calls.get(method) ?? 0) + Number(count))
  return calls
}

async function metricsOf(url: string): Promise<string> {
  return (await fetch(`${url}/metrics`)).text()
}

/** Bets a second while their cost is measured. */
const BET_RATE = 10

/**
 * Times as long, before that: a gateway that has run for a while has compiled the code of a bet, and a new one takes half
 * as much again for its first hundreds of bets. No more a second: the localnet would fall behind.
 */
const WARM_UP = 3

/** Upper limits of a bet, without what the gateway does without bets. */
interface BetBars {
  calls: number
  /** Milliseconds of processor time. */
  cpuMs: number
}

/** What a gateway has used so far. */
interface Cost {
  /** Calls to nodes, by method. */
  calls: ReadonlyMap<string, number>
  /** Seconds of processor time. */
  cpu: number
}

/** What one bet, or one second, costs. */
interface Share {
  /** Milliseconds of processor time. */
  cpuMs: number
  calls: number
  /** The calls by method, as text. */
  methods: string
}

/**
 * Measures each way to bet, at a steady rate, and prints it. The bars are for what a bet adds to a gateway without bets.
 *
 * @param milliseconds - of each measurement
 * @returns the missed bars
 */
export async function priceBets(
  traffic: HonestTraffic,
  url: string,
  milliseconds: number,
  bars: BetBars,
): Promise<string[]> {
  const missed: string[] = []
  const start = await costSoFar(url)
  await sleep(milliseconds)
  const idle = between(start, await costSoFar(url))
  const rows: Row[] = [row('no bet, a second', '', shareOf(idle, milliseconds / 1_000))]
  for (const action of BET_ACTIONS) {
    await traffic.run(WARM_UP * milliseconds, BET_RATE, [action])
    const before = await costSoFar(url)
    const startedAt = performance.now()
    const tallies = await traffic.run(milliseconds, BET_RATE, [action])
    const share = (performance.now() - startedAt) / milliseconds
    const all = between(before, await costSoFar(url))
    const bets = placed(tallies)
    const added = between(scaled(idle, share), all)
    const each = shareOf(added, bets)
    rows.push(row(action, String(bets), each, shareOf(all, bets)))
    if (!(each.calls <= bars.calls))
      missed.push(`a bet (${action}) takes ${each.calls.toFixed(1)} calls to nodes`)
    if (!(each.cpuMs <= bars.cpuMs)) missed.push(`a bet (${action}) takes ${each.cpuMs.toFixed(1)} ms of CPU`)
  }
  printTable(`What a bet adds to the gateway's costs, ${BET_RATE} a second`, rows)
  return missed
}

async function costSoFar(url: string): Promise<Cost> {
  return { calls: await rpcCalls(url), cpu: await cpuSeconds(url) }
}

function between(before: Cost, after: Cost): Cost {
  const calls = [...after.calls].map(
    ([method, count]) => [method, count - (before.calls.get(method) ?? 0)] as const,
  )
  return { calls: new Map(calls), cpu: after.cpu - before.cpu }
}

function scaled({ calls, cpu }: Cost, share: number): Cost {
  const some = [...calls].map(([method, count]) => [method, share * count] as const)
  return { calls: new Map(some), cpu: share * cpu }
}

/** The share of one of `count` in a cost. */
function shareOf({ calls, cpu }: Cost, count: number): Share {
  const methods = [...calls].map(([method, some]) => ({ method, calls: some / count }))
  return {
    cpuMs: (1_000 * cpu) / count,
    calls: methods.reduce((sum, one) => sum + one.calls, 0),
    methods: methods
      .filter((one) => one.calls >= 0.05)
      .map((one) => `${one.calls.toFixed(1)} ${one.method}`)
      .join(', '),
  }
}

function row(what: string, bets: string, { cpuMs, calls, methods }: Share, withIdle?: Share): Row {
  return {
    bet: what,
    bets,
    'CPU ms': cpuMs.toFixed(1),
    'with idle': withIdle?.cpuMs.toFixed(1) ?? '',
    calls: calls.toFixed(1),
    'of them': methods,
  }
}

/** Bets that were placed: of those that take several requests, the ones whose last request succeeded. */
function placed(tallies: Tallies): number {
  return Math.min(...[...tallies.byKind.values()].map(({ successes }) => successes))
}
