// Measures keepers with many open markets.

import { type Part, startPart } from '../part.ts'
import { setting } from '../run.ts'
import type { Row } from '../table.ts'
import type { KeeperOrder, Phase } from './keeper-process.ts'
import type { NodeOrder, NodeReport } from './node.ts'

const SECONDS = setting('SECONDS', 15)
const PER_SECOND = 5
const DUE = PER_SECOND * SECONDS

type Node = Part<NodeOrder, NodeReport>
type Keeper = Part<KeeperOrder, Phase>

/** Starts a node with that number of open markets and a process that loads them, and measures on. */
async function loaded(
  markets: number,
  measure: (filled: Phase, keeper: Keeper, node: Node) => Row | Promise<Row>,
): Promise<Row> {
  const node: Node = startPart('./scale/node.ts')
  const keeper: Keeper = startPart('./scale/keeper-process.ts')
  try {
    const { rpcUrl, wsUrl } = await node.ask({ do: 'serve', markets, due: DUE })
    const filled = await keeper.ask({ do: 'fill', rpcUrl, wsUrl })
    if (filled.markets !== markets) throw new Error(`${filled.markets} of ${markets} markets were read`)
    return {
      'open markets': markets,
      'fill s': fixed(filled.seconds),
      'fill CPU s': fixed(filled.cpuSeconds),
      ...(await measure(filled, keeper, node)),
    }
  } finally {
    await keeper.end()
    await node.end()
  }
}

function measure(markets: number): Promise<Row> {
  return loaded(markets, async (filled, keeper, node) => {
    const reconciled = await keeper.ask({ do: 'reconcile' })
    const started = await keeper.ask({ do: 'start' })
    const before = await node.ask({ do: 'report' })
    const idle = await keeper.ask({ do: 'run', seconds: SECONDS })
    const after = await node.ask({ do: 'report' })
    await node.ask({ do: 'expire', perSecond: PER_SECOND })
    const busy = await keeper.ask({ do: 'run', seconds: SECONDS + 10 })
    const { decided } = await node.ask({ do: 'report' })
    return {
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
  })
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

/** Measures only what it takes to load these numbers of open markets, with their questions, from a node. */
export async function measureLoading(open: readonly number[]): Promise<Row[]> {
  const rows: Row[] = []
  for (const markets of open) {
    rows.push(await loaded(markets, ({ longestBlock }) => ({ 'block ms': Math.round(longestBlock) })))
  }
  return rows
}
