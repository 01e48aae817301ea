// Starts the localnet's attestors.

import type { PublicKey } from '@solana/web3.js'
import { pino } from 'pino'
import { startAttestor } from '../attestor/attestor.ts'
import type { AttestorClock } from '../attestor/clock.ts'
import type { EventSource } from '../attestor/events.ts'
import { followChain } from '../book/follow-chain.ts'
import { type Service, startTogether } from '../runtime/service.ts'
import { LOCALNET_KEYS } from './keys.ts'
import type { LocalNode } from './node.ts'

export interface AttestorsOptions {
  node: LocalNode
  programId: PublicKey
  events: EventSource
  host: string
  /** Port of the first attestor, the others follow; 0 for any. */
  port: number
}

export interface Attestors extends Service {
  readonly urls: readonly string[]
}

/**
 * Starts one attestor for each of the localnet's keys. They share one view of the chain; each counts, signs and
 * answers by itself.
 *
 * @throws Error if a port is in use
 */
export function startAttestors(options: AttestorsOptions): Promise<Attestors> {
  const { node, programId, events, host, port } = options
  const log = pino({ level: 'silent' })
  const clock = attestorClock(node)
  return startTogether(async (add) => {
    const chain = add(await followChain({ nodes: [node], programId, log, observer: { call: () => {} } }))
    const urls: string[] = []
    for (const [index, key] of LOCALNET_KEYS.attestors.entries()) {
      const attestor = await startAttestor({
        key,
        programId,
        chain,
        events,
        log,
        clock,
        listen: {
          host,
          port: port && port + index,
          purpose: 'localnet attestor',
          setting: 'LOCALNET_ATTESTORS_PORT',
        },
      })
      urls.push(add(attestor).url)
    }
    return { urls }
  })
}

/** The clock of a local node, which is always current. */
export function attestorClock({ clock }: Pick<LocalNode, 'clock'>): AttestorClock {
  return {
    get now() {
      return clock.now
    },
    read: async () => clock.now,
  }
}
