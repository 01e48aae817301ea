import type { Keypair, PublicKey } from '@solana/web3.js'
import type { Logger } from 'pino'
import type { FollowedChain } from '../book/follow-chain.ts'
import type { PortChoice } from '../runtime/listen.ts'
import { serveApp } from '../runtime/serve-app.ts'
import { type Service, startTogether } from '../runtime/service.ts'
import { attestorApp } from './app.ts'
import type { HolderSource } from './count.ts'
import type { EventSource } from './events.ts'
import { FileJournal, MEMORY_JOURNAL } from './journal.ts'
import { AttestorMetrics } from './metrics.ts'
import { Signer } from './signer.ts'
import { TokenAccounts } from './token-accounts.ts'
import { Watcher } from './watcher.ts'

/** How an attestor starts. */
export interface AttestorOptions {
  key: Keypair
  programId: PublicKey
  /** The chain to observe. The attestor does not stop it. */
  chain: Pick<FollowedChain, 'book' | 'state' | 'connection'>
  /** The chain's clock; by default that of `chain`, which is exact to a second. */
  now?: () => { unixSecond: number; slot: number }
  /** Counts holders; on the chain's node by default. */
  holders?: HolderSource | undefined
  /** Without a source, events are not attested. */
  events?: EventSource | undefined
  /** The journal of signed observations; without a file it is kept in memory. */
  statePath?: string | undefined
  listen: PortChoice
  maxSlotLag?: number
  log: Logger
}

/** A started attestor. */
export interface Attestor extends Service {
  /** Its key, in base58. */
  readonly address: string
  readonly url: string
}

/**
 * Starts an attestor: it observes markets at the scheduled moments, signs its observations and serves them over
 * HTTP.
 *
 * @throws Error if its journal cannot be read or its port is in use
 */
export function startAttestor(options: AttestorOptions): Promise<Attestor> {
  const { key, programId, chain, log, maxSlotLag = 50, statePath } = options
  const { book, state, connection } = chain
  const address = key.publicKey.toBase58()
  return startTogether(async (add) => {
    const { journal, entries } =
      statePath === undefined
        ? { journal: MEMORY_JOURNAL, entries: [] }
        : await FileJournal.open(statePath, address)
    add({ stop: () => journal.close() })
    const metrics = new AttestorMetrics()
    const signer = new Signer({ key, programId, journal, entries })
    const watcher = new Watcher({
      book,
      signer,
      events: options.events,
      now: options.now ?? (() => ({ unixSecond: Number(state.now()), slot: state.slot })),
      holders: options.holders ?? new TokenAccounts(connection),
      onSigned: (kind) => metrics.signed(kind),
      onMissed: (error, market) => {
        metrics.missed()
        log.warn({ err: error, market }, 'could not observe market')
      },
    })
    const app = attestorApp({ book, state, signer, watcher, metrics, maxSlotLag })
    const onError = (error: Error) => log.error({ err: error }, 'request failed')
    const server = await serveApp(app, options.listen, onError)
    watcher.start()
    add(watcher)
    return { address, url: add(server).url }
  })
}
