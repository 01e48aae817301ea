import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../../fuzz/random.ts'
import type { FaultCounts } from './faults.ts'
import { FaultyNode, type Mode } from './node.ts'
import { Recorder } from './recorder.ts'

/** Modes in which a node answers wrongly about what exists; at most one node at a time does. */
const UNTRUE: readonly Mode[] = ['fork', 'liar']

/** How often a node is in each mode. */
const MODES: readonly (readonly [weight: number, mode: Mode])[] = [
  [3, 'good'],
  [4, 'flaky'],
  [2, 'lag'],
  [2, 'fork'],
  [2, 'liar'],
  [2, 'silent'],
]

const SHORTEST_MS = 1_500
const LONGEST_MS = 5_000

/** Nodes of one chain, three of which change their minds, and one whose line alone is bad. */
export class FaultyNodes {
  #isCalm = true
  #changes: Promise<void>[] = []

  private constructor(
    private readonly random: Random,
    private readonly recorder: Recorder,
    /** For gateway, keepers and attestors: a majority of them answers correctly. */
    readonly nodes: readonly FaultyNode[],
    /** For clients that use one node: it loses calls and lags. */
    readonly single: FaultyNode,
  ) {}

  static async open(
    node: { rpcUrl: string; wsUrl: string },
    random: Random,
    counts: FaultCounts,
  ): Promise<FaultyNodes> {
    const recorder = await Recorder.start(node.rpcUrl)
    const open = (place?: number) => FaultyNode.open({ node, recorder, random, counts, place })
    const nodes = [await open(0), await open(1), await open(2)]
    return new FaultyNodes(random, recorder, nodes, await open())
  }

  /** Begins with the faults. */
  start(): void {
    this.#isCalm = false
    for (const node of this.nodes) node.hasListingFaults = true
    this.#changes = [...this.nodes, this.single].map((node) => this.#change(node))
  }

  /** Ends all faults but those of lists: what a node does not list must be found all the same. */
  async calm(): Promise<void> {
    this.#isCalm = true
    await Promise.all(this.#changes)
    for (const node of [...this.nodes, this.single]) await node.become('good')
  }

  async close(): Promise<void> {
    this.recorder.stop()
    await Promise.all([...this.nodes, this.single].map((node) => node.close()))
  }

  async #change(node: FaultyNode): Promise<void> {
    while (!this.#isCalm) {
      await node.become(this.#choose(node))
      const until = Date.now() + this.random.int(SHORTEST_MS, LONGEST_MS)
      while (!this.#isCalm && Date.now() < until) await sleep(100)
    }
  }

  #choose(node: FaultyNode): Mode {
    const mode = this.random.weighted(MODES)
    if (!UNTRUE.includes(mode)) return mode
    const isOneUntrue = this.nodes.some((other) => other !== node && UNTRUE.includes(other.mode))
    return isOneUntrue || node === this.single ? 'flaky' : mode
  }
}
