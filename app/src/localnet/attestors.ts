import type { PublicKey } from '@solana/web3.js'
import { pino } from 'pino'
import { type Attestor, startAttestor } from '../attestor/attestor.ts'
import type { EventSource } from '../attestor/events.ts'
import { followChain } from '../book/follow-chain.ts'
import { LOCALNET_KEYS } from './keys.ts'
import type { LocalNode } from './node.ts'

/** How the localnet's attestors start. */
export interface AttestorsOptions {
  node: LocalNode
  programId: PublicKey
  events: EventSource
  host: string
  /** Of the first one, the others follow; 0 for any. */
  port: number
}

/** The localnet's attestors at work. */
export interface Attestors {
  /** In the order of their keys. */
  readonly urls: readonly string[]
  stop(): Promise<void>
}

/**
 * Starts an attestor for each of the localnet's keys. They see the chain through one pair of eyes, and each
 * counts, signs and answers for itself.
 *
 * @throws Error if a port is taken
 */
export async function startAttestors(options: AttestorsOptions): Promise<Attestors> {
  const { node, programId, events, host, port } = options
  const log = pino({ level: 'silent' })
  const chain = await followChain({ nodes: [node], programId, log, observer: { call: () => {} } })
  const attestors: Attestor[] = []
  const stop = async () => {
    await Promise.all(attestors.map((attestor) => attestor.stop()))
    await chain.stop()
  }
  try {
    for (const [index, key] of LOCALNET_KEYS.attestors.entries()) {
      const choice = { host, port: port && port + index, purpose: 'attestors' }
      const attestor = await startAttestor({
        ...{ key, programId, chain, events, log, now: () => node.clock.now },
        listen: { ...choice, setting: 'LOCALNET_ATTESTORS_PORT' },
      })
      attestors.push(attestor)
    }
    return { urls: attestors.map(({ url }) => url), stop }
  } catch (error) {
    await stop()
    throw error
  }
}
