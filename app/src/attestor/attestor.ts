import type { Keypair, PublicKey } from '@solana/web3.js'
import type { Logger } from 'pino'
import type { FollowedChain } from '../book/follow-chain.ts'
import { httpServer } from '../runtime/http-server.ts'
import { closeAtOnce, listen, type PortChoice, reachableHost } from '../runtime/listen.ts'
import type { HolderSource } from './count.ts'
import type { EventSource } from './events.ts'
import { FileJournal, FORGETFUL } from './journal.ts'
import { AttestorMetrics } from './metrics.ts'
import { attestorApp } from './service.ts'
import { Signer } from './signer.ts'
import { TokenAccounts } from './token-accounts.ts'
import { Watcher } from './watcher.ts'

/** What an attestor is made of. */
export interface AttestorOptions {
  key: Keypair
  programId: PublicKey
  /** The chain that it sees; whoever gives it stops it. */
  chain: Pick<FollowedChain, 'book' | 'state' | 'connection'>
  /** Where the chain's time comes from; its state by default, which is right to a second. */
  now?: () => { unixSecond: number; slot: number }
  /** Where holders are counted; on the chain's node by default. */
  holders?: HolderSource | undefined
  /** Without one, events are not attested. */
  events?: EventSource | undefined
  /** The file that remembers what was signed; without one, it is forgotten with the process. */
  statePath?: string | undefined
  listen: PortChoice
  maxSlotLag?: number
  log: Logger
}

/** An attestor at work. */
export interface Attestor {
  readonly url: string
  stop(): Promise<void>
}

/**
 * Starts an attestor: it looks at markets at the moments of the rule, signs what it sees with its one key, and
 * answers those who ask for it.
 *
 * @throws Error if its journal cannot be read or its port is taken
 */
export async function startAttestor(options: AttestorOptions): Promise<Attestor> {
  const { key, programId, chain, log, maxSlotLag = 50, statePath } = options
  const { book, state, connection } = chain
  const opened = statePath === undefined ? null : await FileJournal.open(statePath, key.publicKey.toBase58())
  const { journal, entries } = opened ?? { journal: FORGETFUL, entries: [] }
  const metrics = new AttestorMetrics()
  const signer = new Signer({ key, programId, journal, entries })
  const watcher = new Watcher({
    ...{ book, signer, events: options.events },
    now: options.now ?? (() => ({ unixSecond: Number(state.now()), slot: state.slot })),
    holders: options.holders ?? new TokenAccounts(connection),
    onSigned: (kind) => metrics.signed(kind),
    onMissed: (error, market) => {
      metrics.missed()
      log.warn({ err: error, market }, 'a market was not observed')
    },
  })
  const onError = (error: Error) => log.error({ err: error }, 'a request failed')
  const app = attestorApp({ book, state, signer, watcher, metrics, maxSlotLag, onError })
  const server = httpServer(app.fetch)
  let port: number
  try {
    port = await listen(server, options.listen)
  } catch (error) {
    await journal.close()
    throw error
  }
  watcher.start()
  return {
    url: `http://${reachableHost(options.listen.host)}:${port}`,
    async stop() {
      await closeAtOnce(server)
      await watcher.stop()
      await journal.close()
    },
  }
}
