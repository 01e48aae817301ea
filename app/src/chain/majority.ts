// Asks all nodes the same question, and takes the answer that most of them give.

import type { Connection } from '@solana/web3.js'

/** Asks every node, and returns the answers of those that answer. */
export async function askEach<Answer>(
  nodes: readonly Connection[],
  ask: (node: Connection) => Promise<Answer>,
): Promise<Answer[]> {
  const answers = await Promise.allSettled(nodes.map(ask))
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
}

/**
 * For each of `count` questions, whether more than half of the nodes answer true. A node that does not answer
 * counts as one that answers false.
 */
export async function majority(
  nodes: readonly Connection[],
  count: number,
  ask: (node: Connection) => Promise<boolean[]>,
): Promise<boolean[]> {
  const answers = await askEach(nodes, ask)
  return Array.from({ length: count }, (_, index) => {
    return 2 * answers.filter((answer) => answer[index]).length > nodes.length
  })
}
