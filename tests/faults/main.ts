import { parseArgs } from 'node:util'
import type { DatabaseResult } from './postgres/faults.ts'
import { FAULTS } from './proxy/faults.ts'
import { type RunResult, runFaults } from './run.ts'

const HELP = `Runs gateway, keepers and attestors behind faulty nodes, under load, killed at random, and audits the end.

  npm run faults -- [--seed N] [--minutes N | --seconds N] [--markets N] [--postgres]

  --seed      of the faults, kills and bets (1)
  --minutes   how long there are faults; the audit comes after that (3)
  --seconds   the same in seconds
  --postgres  two gateways on a Postgres of their own, which is restarted, crashed and frozen; each gateway is cut off
              from it, frozen and killed in turn, while the nodes have their faults; none may end by itself
  --markets   the most markets that are opened (one for every three seconds)

It ends with a table, the number of markets of which every event is in the log, and every violation; the exit code is 1 if there is one. Processes and the machine's timing are not
part of the seed, so that no two runs are quite the same.`

/** Milliseconds after a fault of Postgres until gateways must be ready, on a machine that does nothing else. */
const READY_MS = 10_000

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '3' },
    seconds: { type: 'string' },
    markets: { type: 'string' },
    postgres: { type: 'boolean' },
    help: { type: 'boolean' },
  },
})

async function main(): Promise<number> {
  if (values.help) {
    console.log(HELP)
    return 0
  }
  const seconds = Number(values.seconds ?? 60 * Number(values.minutes))
  const markets = Number(values.markets ?? Math.ceil(seconds / 3))
  const result = await runFaults({
    seed: Number(values.seed),
    seconds,
    markets,
    postgres: values.postgres,
    readyMs: READY_MS,
    report: console.error,
  })
  console.log(table(result))
  for (const violation of result.violations) console.log(`VIOLATION ${violation}`)
  return result.violations.length > 0 ? 1 : 0
}

function table({ faults, database, delays, processes, history, violations, ...counts }: RunResult): string {
  const rows: [string, string][] = [
    ...(database ? databaseRows(database) : []),
    ...(delays ? delayRows(delays) : []),
    ...FAULTS.map((fault): [string, string] => [fault, String(faults.of(fault))]),
    ...processes.map(({ name, kills, starts }): [string, string] => [
      name,
      `${kills} kills, ${starts} starts`,
    ]),
    ...Object.entries(counts).map(([name, count]): [string, string] => [name, String(count)]),
    ['violations', String(violations.length)],
    ['history', `${history.complete} of ${history.markets} markets complete, ${history.events} events`],
  ]
  return rows.map(([name, value]) => `${name.padEnd(24)}${value}`).join('\n')
}

function databaseRows({ faults, slowestMs }: DatabaseResult): [string, string][] {
  const rows = Object.entries(faults).map(([name, count]): [string, string] => [name, String(count)])
  return [...rows, ['slowest to be ready', `${slowestMs} ms`]]
}

/** How long an event took into the history of a gateway while the other one was frozen. */
function delayRows(delays: readonly number[]): [string, string][] {
  const sorted = [...delays].sort((a, b) => a - b)
  const [median = 0, slowest = 0] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)]
  return [['other one frozen', `${sorted.length} events, median ${median} ms, slowest ${slowest} ms`]]
}

process.exitCode = await main()
