// Measures what a bet costs the gateway: its processor time and its calls to nodes.

import { setTimeout as sleep } from 'node:timers/promises'
import { printTable, type Row } from '../table.ts'
import { BET_ACTIONS, type HonestTraffic } from './honest.ts'
import type { Tallies } from './tally.ts'
import { cpuSeconds, rpcCalls } from './world.ts'

/** Bets a second while their cost is measured. */
const BET_RATE = 10

/**
 * Times as long, and as many a second, before that: a gateway that has run for a while has compiled the code of a bet, and
 * a new one takes half as much again for its first hundreds of bets.
 */
const WARM_UP = 2

/** Upper limits of a bet, without what the gateway does without bets. */
export interface BetBars {
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
    await traffic.run(WARM_UP * milliseconds, WARM_UP * BET_RATE, [action])
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
