// Reads the settings of an attestor and starts it as its own process, which stops when its journal is broken.

import { PROGRAM_ID } from '@prediction-market/sdk'
import { z } from 'zod'
import { followChain } from '../book/follow-chain.ts'
import { checkNodes, NODE_SETTINGS, requireNodes, yellowstoneOf } from '../chain/settings.ts'
import { MAX_LAG_SECONDS } from '../chain/state.ts'
import { openLog } from '../runtime/log.ts'
import { startTogether } from '../runtime/service.ts'
import { isUrl, LOG_SETTINGS, METRICS_SETTINGS, port, readKeypair, url, whole } from '../runtime/settings.ts'
import { type Attestor, startAttestor } from './attestor.ts'
import { DasHolders } from './das.ts'
import { HttpEvents } from './events.ts'

/** Every setting; `docs/settings.md` is made from their descriptions. */
export const AttestorSettings = z
  .object({
    ATTESTOR_KEYPAIR: z
      .string('is missing; set it to the keypair file of the key that signs')
      .describe('keypair file, as solana-keygen writes it; another key for each cluster'),
    ATTESTOR_STATE: z
      .string('is missing; set it to the file that records what was signed, on a durable disk')
      .describe('journal of what was signed; keep it on a persistent disk as long as the key'),
    ATTESTOR_PORT: port.default(8_910).describe('port to listen on'),
    ATTESTOR_HOST: z.string().default('127.0.0.1').describe('address to listen on'),
    ATTESTOR_EVENTS_URL: z
      .string()
      .refine(
        (text) => text.includes('{market}') && isUrl(text.replaceAll('{market}', 'market')),
        'must be a URL with {market} in it, such as https://events.example.com/{market}',
      )
      .optional()
      .describe(
        '`https://…/{market}`, answering `{ "value": true, false, 1, 0 or null }`; 404 or null: it may still change [events are not attested]',
      ),
    TRUSTED_PROXIES: whole(0, 10)
      .default(0)
      .describe('number of proxies in front whose `X-Forwarded-For` is trusted'),
    DAS_URL: url('https://das.example.com')
      .optional()
      .describe(
        'DAS server, whose `getTokenAccounts` is used for tokens with very many accounts [getProgramAccounts]',
      ),
    ...NODE_SETTINGS,
    RPC_URL: NODE_SETTINGS.RPC_URL.unwrap().describe(
      'nodes, separated by commas, the preferred one first: failover',
    ),
    ...LOG_SETTINGS,
    ...METRICS_SETTINGS,
    MAX_LAG_SECONDS: whole(1, 3_600)
      .default(MAX_LAG_SECONDS)
      .describe('seconds behind the chain from which `/health` fails'),
  })
  .superRefine(checkNodes)

export type AttestorConfig = z.output<typeof AttestorSettings>

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
