// Measures keepers with many open markets.

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { Row } from '../table.ts'
import type { KeeperOrder, Phase } from './keeper-process.ts'
import type { NodeOrder, NodeReport } from './node.ts'

const SECONDS = Number(process.env.SECONDS ?? 15)
const PER_SECOND = 5
const DUE = PER_SECOND * SECONDS

/** Sends an order to a process, and waits for its report. */
async function ask<Order extends object, Report>(child: ChildProcess, order: Order): Promise<Report> {
  child.send(order)
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`process ended with ${code}`)))
  const [report] = (await Promise.race([once(child, 'message'), ended])) as [Report]
  return report
}

function start(file: string): ChildProcess {
  const execArgv = ['--conditions=source', '--import=tsx', '--expose-gc', '--max-old-space-size=3072']
  return fork(new URL(file, import.meta.url), { execArgv })
}

async function measure(markets: number): Promise<Row> {
  const node = start('./node.ts')
  const keeper = start('./keeper-process.ts')
  const tell = (order: NodeOrder) => ask<NodeOrder, NodeReport>(node, order)
  const run = (order: KeeperOrder) => ask<KeeperOrder, Phase>(keeper, order)
  try {
    const { rpcUrl, wsUrl } = await tell({ do: 'serve', markets, due: DUE })
    const filled = await run({ do: 'fill', rpcUrl, wsUrl })
    if (filled.markets !== markets) throw new Error(`${filled.markets} of ${markets} markets were read`)
    const reconciled = await run({ do: 'reconcile' })
    const started = await run({ do: 'start' })
    const before = await tell({ do: 'report' })
    const idle = await run({ do: 'run', seconds: SECONDS })
    const after = await tell({ do: 'report' })
    await tell({ do: 'expire', perSecond: PER_SECOND })
    const busy = await run({ do: 'run', seconds: SECONDS + 10 })
    const { decided } = await tell({ do: 'report' })
    return {
      'open markets': markets,
      'fill s': fixed(filled.seconds),
      'start s': fixed(started.seconds),
      'heap MB': Math.round(idle.heap),
      'RSS MB': Math.round(idle.rss),
      'KB a market': fixed((idle.heap * 1_024) / markets),
      'block ms: fill': Math.round(filled.longestBlock),
      reconcile: Math.round(reconciled.longestBlock),
      start: Math.round(started.longestBlock),
      idle: Math.round(idle.longestBlock),
      [`${PER_SECOND} due a second`]: Math.round(busy.longestBlock),
      'decided of due': `${decided} of ${DUE}`,
      'CPU idle %': fixed((100 * idle.cpuSeconds) / idle.seconds),
      'requests/s idle': fixed((callsOf(after) - callsOf(before)) / idle.seconds),
    }
  } finally {
    node.disconnect()
    keeper.disconnect()
  }
}

function callsOf({ calls }: NodeReport): number {
  return Object.values(calls).reduce((sum, one) => sum + one.calls, 0)
}

function fixed(value: number): string {
  return value.toFixed(1)
}

/**
 * Measures a keeper with these numbers of open markets: memory, the longest block of its event loop, processor time and
 * requests to its node. Node and keeper run in separate processes.
 */
export async function measureKeepers(open: readonly number[]): Promise<Row[]> {
  const rows: Row[] = []
  for (const markets of open) rows.push(await measure(markets))
  return rows
}
