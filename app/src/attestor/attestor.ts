// Builds an attestor from its parts and starts it.

import { marketIdOf } from '@prediction-market/sdk/accounts'
import type { Keypair, PublicKey } from '@solana/web3.js'
import type { Logger } from 'pino'
import type { MarketBook } from '../book/book.ts'
import type { FollowedChain } from '../book/follow-chain.ts'
import { rankBy } from '../book/market-value.ts'
import { MAX_LAG_SECONDS } from '../chain/state.ts'
import { type PortChoice, serveApp, serveMetrics } from '../runtime/serve.ts'
import { type Service, startTogether } from '../runtime/service.ts'
import { Answers } from './answers.ts'
import { attestorApp, type RequestLimits } from './app.ts'
import { type AttestorClock, ConfirmedClock } from './clock.ts'
import type { HolderSource } from './count.ts'
import type { MomentKind } from './due-tasks.ts'
import type { EventSource } from './events.ts'
import { FileJournal, MEMORY_JOURNAL } from './journal.ts'
import { AttestorMetrics } from './metrics.ts'
import { Signer } from './signer.ts'
import { TokenAccounts } from './token-accounts.ts'
import { Watcher } from './watcher.ts'

/** Milliseconds between two lines about moments before expiry: each market has one every five seconds. */
const PAUSE_MS = 60_000

/** Logs missed moments: each at expiry, and of the others one a minute with the number of all since the last line. */
export class MissedLog {
  #missed = 0
  #pausedUntil = 0

  /** @param clock - unix milliseconds; by default the machine's clock */
  constructor(
    private readonly log: Pick<Logger, 'warn'>,
    private readonly clock: () => number = Date.now,
  ) {}

  add(error: Error, market: string, moment: MomentKind): void {
    const fields = { err: error, market, moment }
    if (moment === 'expiry') {
      this.log.warn(fields, 'could not observe market')
      return
    }
    this.#missed += 1
    if (this.clock() < this.#pausedUntil) return
    this.log.warn({ ...fields, missed: this.#missed }, 'could not observe markets')
    this.#missed = 0
    this.#pausedUntil = this.clock() + PAUSE_MS
  }
}

/** Seconds for which an answer is kept at least: a fork may undo a decision, and a node's clock may lag. */
export const KEEP_SECONDS = 7 * 86_400

/**
 * Removes the answers that can no longer be asked for, and whose second cannot be signed again: those of markets that
 * are not open, from more than a week before the chain's time.
 *
 * @param now - the chain's time in unix seconds
 * @returns how many were removed
 */
export function forgetOld(signer: Signer, book: MarketBook, now: number): Promise<number> {
  return signer.forget(now - KEEP_SECONDS, (market) => book.get(marketIdOf(market))?.status !== 'open')
}

export interface AttestorOptions {
  key: Keypair
  programId: PublicKey
  /** The chain to observe. The attestor does not stop it. */
  chain: Pick<FollowedChain, 'book' | 'state' | 'connection'>
  /** The chain's clock; that of the chain's node by default. */
  clock?: AttestorClock | undefined
  /** Counts holders; on the chain's node by default. */
  holders?: HolderSource | undefined
  /** Without a source, events are not attested. */
  events?: EventSource | undefined
  /** The journal of signed answers; without a file it is kept in memory. */
  statePath?: string | undefined
  /** Called when the journal is broken: nothing is signed until a restart has read it. */
  onBroken?: ((reason: Error) => void) | undefined
  listen: PortChoice
  /** The port of metrics, if it is not that of the answers. */
  metricsPort?: number | undefined
  maxLagSeconds?: number
  /** Limits of its HTTP interface, apart from signing. */
  limits?: Partial<RequestLimits> | undefined
  log: Logger
}

/** Milliseconds between two removals of answers that are no longer needed. */
const COMPACT_MS = 6 * 3_600_000

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
  const { key, programId, chain, log, maxLagSeconds = MAX_LAG_SECONDS, statePath } = options
  const { book, state, connection } = chain
  const address = key.publicKey.toBase58()
  const onBroken = (reason: Error) => {
    log.fatal({ err: reason }, 'journal broken: nothing more is signed')
    options.onBroken?.(reason)
  }
  return startTogether(async (add) => {
    const { journal, answers } =
      statePath === undefined
        ? { journal: MEMORY_JOURNAL, answers: new Answers() }
        : await FileJournal.open(statePath, address, onBroken)
    add({ stop: () => journal.close() })
    const signer = new Signer({ key, programId, journal, answers })
    const metrics = new AttestorMetrics(signer)
    const onClockError = (error: Error) => log.warn({ err: error }, 'could not read the clock')
    const clock = options.clock ?? add(await ConfirmedClock.start(connection, onClockError))
    const missedLog = new MissedLog(log)
    const watcher = new Watcher({
      book,
      rankOf: rankBy(() => state.feeVault),
      signer,
      clock,
      events: options.events,
      holders: options.holders ?? new TokenAccounts(connection),
      onSigned: (kind) => metrics.signed(kind),
      onMissed: (error, market, moment) => {
        metrics.missed(moment)
        missedLog.add(error, market, moment)
      },
    })
    const compact = async () => {
      const removed = await forgetOld(signer, book, clock.now.unixSecond)
      if (removed > 0) log.info({ removed }, 'removed old entries from the journal')
    }
    const requestCompaction = () => {
      compact().catch((error) => log.warn({ err: error }, 'could not compact the journal'))
    }
    const timer = setInterval(requestCompaction, COMPACT_MS).unref()
    add({ stop: async () => clearInterval(timer) })
    requestCompaction()
    const { limits, metricsPort: port } = options
    const { host } = options.listen
    const onError = (error: Error) => log.error({ err: error }, 'request failed')
    if (port !== undefined) add(await serveMetrics(metrics.registry, { host, port }, onError))
    const shown = port === undefined ? metrics : undefined
    const app = attestorApp({ book, state, signer, watcher, metrics: shown, maxLagSeconds, limits })
    const server = await serveApp(app, options.listen, onError)
    watcher.start()
    add(watcher)
    return { address, url: add(server).url }
  })
}
