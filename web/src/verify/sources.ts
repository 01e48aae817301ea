// What this page asks the gateway: which node is public, and which transactions decided the market.

import type { DecisionProof } from '@prediction-market/sdk/kit/proof'
import { words } from './words.ts'

/** What the gateway says. */
export interface Claim {
  /** The node that the gateway names; empty if there is none. */
  node: string
  /** The transactions, and its answer, which is compared with the chain; the id if it has none now. */
  proof: DecisionProof | string
}

/**
 * Asks the gateway about a market.
 *
 * @throws Error if nothing decided the market, or the gateway does not answer
 */
export async function askGateway(id: string): Promise<Claim> {
  const [config, proof] = await Promise.all([ask('/v1/config'), ask(`/v1/markets/${id}/proof`)])
  const answer = await proof.json()
  // An unknown, open or cancelled market has no decision.
  if (proof.status === 404 || proof.status === 409) throw new Error(answer.error)
  return { node: (await config.json()).rpcUrl ?? '', proof: proof.ok ? answer : id }
}

async function ask(path: string): Promise<Response> {
  return fetch(path, { cache: 'no-store' }).catch(() => {
    throw new Error(words.offline)
  })
}

/** Whether the content security policy lets this page call a node. */
export function isAllowed(node: string): boolean {
  if (!URL.canParse(node)) return false
  const { protocol, hostname } = new URL(node)
  return protocol === 'https:' || (protocol === 'http:' && hostname === '127.0.0.1')
}
