// Starts an attestor as its own process, which stops when its journal is broken.

import { PROGRAM_ID } from '@prediction-market/sdk'
import { followChain } from '../book/follow-chain.ts'
import { requireNodes, yellowstoneOf } from '../chain/settings.ts'
import { readKeypair } from '../runtime/keypair.ts'
import { openLog } from '../runtime/log.ts'
import { startTogether } from '../runtime/service.ts'
import { type Attestor, startAttestor } from './attestor.ts'
import type { AttestorConfig } from './config.ts'
import { DasHolders } from './das.ts'
import { HttpEvents } from './events.ts'

/** Milliseconds for which an attestor with a broken journal still serves its answers and reports the failure. */
const BROKEN_MS = 30_000

/** Stops the process with an error, so that it is restarted: only a restart reads the journal. */
function stopSoon(): void {
  setTimeout(() => {
    process.exitCode = 1
    process.kill(process.pid, 'SIGTERM')
  }, BROKEN_MS).unref()
}

/** Starts an attestor that follows the chain itself. */
export async function startAttestorService(config: AttestorConfig): Promise<Attestor> {
  const { ATTESTOR_EVENTS_URL: eventsUrl, DAS_URL: dasUrl } = config
  const key = await readKeypair('ATTESTOR_KEYPAIR', config.ATTESTOR_KEYPAIR)
  const log = openLog(config.LOG_LEVEL)
  return startTogether(async (add) => {
    const nodes = requireNodes(config)
    const observer = { call: () => {} }
    const yellowstone = yellowstoneOf(config)
    const chain = add(await followChain({ nodes, yellowstone, programId: PROGRAM_ID, log, observer }))
    const { address, url } = add(
      await startAttestor({
        key,
        programId: PROGRAM_ID,
        chain,
        log,
        maxLagSeconds: config.MAX_LAG_SECONDS,
        limits: { trustedProxies: config.TRUSTED_PROXIES },
        statePath: config.ATTESTOR_STATE,
        onBroken: stopSoon,
        metricsPort: config.METRICS_PORT,
        holders: dasUrl === undefined ? undefined : new DasHolders(dasUrl, chain.connection),
        events: eventsUrl === undefined ? undefined : new HttpEvents(eventsUrl),
        listen: {
          host: config.ATTESTOR_HOST,
          port: config.ATTESTOR_PORT,
          purpose: 'attestor',
          setting: 'ATTESTOR_PORT',
        },
      }),
    )
    // Stopped first: what the nodes have not answered by then is of no use.
    add({ stop: () => chain.rpc.close() })
    return { address, url }
  })
}
