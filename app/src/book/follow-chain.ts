// Fills the book with all markets of the chain and keeps it current.

import { marketFilters, marketIdOf } from '@prediction-market/sdk/accounts'
import { PublicKey } from '@solana/web3.js'
import type { Logger } from 'pino'
import type { AccountSource } from '../chain/account-source.ts'
import type { NodeConnection } from '../chain/node-connection.ts'
import { MAX_ACCOUNTS } from '../chain/program-accounts.ts'
import { RpcAccountSource } from '../chain/rpc-account-source.ts'
import { RpcNodes, type RpcObserver } from '../chain/rpc-nodes.ts'
import type { Nodes } from '../chain/socket.ts'
import { ChainState } from '../chain/state.ts'
import { YellowstoneAccountSource } from '../chain/yellowstone-source.ts'
import type { YellowstoneAddress } from '../chain/yellowstone-stream.ts'
import { CoalescedTask } from '../runtime/coalesced-task.ts'
import { MarketBook } from './book.ts'
import { changedSince } from './changed-since.ts'
import { BookLoader } from './loader.ts'

/** Milliseconds between two checks of markets that a node did not have, or not with their questions. */
const MISSING_MS = 5_000

/** How often to read all markets again: with 100,000 of them, a list is a tenth of a gigabyte. */
export const RECONCILE_MS = 14_400_000

/** How often to read some markets again, so that a report that was lost does not matter for long. */
export const SLICE_MS = 30_000

/** How long to collect markets of which the reports seem old before they are read. */
const DOUBT_MS = 30

/** How soon to try again what failed after a gap. */
const RETRY_MS = 2_000

/** After how long without reports to look for changes, and how often to check. */
const SILENT_MS = 3_000
const CHECK_MS = 1_000

/** Slots before the last reported one that reports may be missing of: they are of confirmed slots, which lag. */
const MARGIN = 64

export interface FollowOptions {
  nodes: Nodes
  /** All markets and their changes; by default read from the nodes. */
  accounts?: AccountSource | undefined
  /** Where their changes come from instead of the nodes' websockets. */
  yellowstone?: YellowstoneAddress | undefined
  programId: PublicKey
  log: Logger
  /** Observes every call to a node. */
  observer: RpcObserver
  /** Milliseconds between two reads of all markets. */
  reconcileMs?: number | undefined
  /** Milliseconds that a node may report no slot before the next node is subscribed to. */
  silenceMs?: number | undefined
}

/** The chain's state and markets, kept current until it is stopped. */
export interface FollowedChain {
  /** The nodes of the chain, for other parts of this process. */
  rpc: RpcNodes
  /** Fails over to the next node. */
  connection: NodeConnection
  state: ChainState
  book: MarketBook
  loader: BookLoader
  stop(): Promise<void>
}

/**
 * Fills a book with all markets and keeps it current: follows their accounts, looks for what transactions have changed
 * after each gap in the notifications, and reads some markets again all the time, and all of them now and then.
 *
 * @throws Error if no node answers or the program is not set up there
 */
export async function followChain(options: FollowOptions): Promise<FollowedChain> {
  const { nodes, programId, log, observer, reconcileMs = RECONCILE_MS, silenceMs = 15_000 } = options
  const warn = (error: Error, what: string) => log.warn({ err: error }, what)
  const rpc = new RpcNodes(nodes, observer)
  const { connection } = rpc
  const onStateError = (error: Error) => warn(error, 'could not read the clock and the configuration')
  const state = new ChainState(connection, programId, onStateError, rpc.slotTime)
  const source = { rpc, programId, silenceMs, onError: warn }
  const { yellowstone: address } = options
  const accounts =
    options.accounts ??
    (address ? new YellowstoneAccountSource({ ...source, address }) : new RpcAccountSource(source))
  const book = new MarketBook()
  const loader = new BookLoader(book, {
    accounts,
    connection,
    nodes: rpc.each,
    programId,
    onUndecodable: (address, error) => {
      log.warn({ err: error, address }, 'could not decode a market')
    },
  })
  const reconciliation = new CoalescedTask(
    () => loader.reconcile(),
    (error) => warn(error, 'could not reconcile the book'),
  )
  const warnOfUpdate = (error: Error) => warn(error, 'could not update a market of the book')
  const doubtful = new Set<string>()
  /** Reads markets again, those of one moment with one call. */
  const refreshSoon = (address: string) => {
    if (doubtful.size === 0) {
      setTimeout(() => {
        const addresses = [...doubtful].map((one) => new PublicKey(one))
        doubtful.clear()
        loader.refresh(addresses).catch(warnOfUpdate)
      }, DOUBT_MS)
    }
    doubtful.add(address)
  }
  const onAccount = (address: string, data: Buffer | null, slot: number) => {
    if (state.take(address, data, slot)) return
    const known = book.get(marketIdOf(address))
    // A notification that seems old may be new: the localnet's may name the slot before that of the change.
    const isOld = known !== undefined && slot < known.slot && !(data && known.isOf(data))
    if (isOld) refreshSoon(address)
    else loader.update(address, data, slot).catch(warnOfUpdate)
  }
  const [, filledAt] = await Promise.all([state.start(), loader.fill()])
  let lastSlot = filledAt
  let gapSince: number | undefined
  let isRepairing = false
  /** When a current slot was reported, or else changes were last looked for, in unix milliseconds. */
  let heardAt = Date.now()
  const repair = new CoalescedTask(
    async () => {
      const since = gapSince
      if (since === undefined) return
      // There may be another gap while this one is repaired.
      gapSince = undefined
      isRepairing = true
      const [startedAt, slot] = [Date.now(), rpc.slot]
      heardAt = startedAt
      try {
        const isKnown = (address: string) => book.get(marketIdOf(address)) !== undefined
        const query = { rpc, programId, sinceSlot: since - MARGIN, isKnown }
        // Nodes that list no transactions still have the markets.
        const changed = await changedSince(query).catch(() => null)
        if (changed) await loader.refresh(changed)
        else await loader.reconcile()
        state.sawChanges(startedAt)
        lastSlot = Math.max(lastSlot, slot)
      } catch (error) {
        gapSince = since
        throw error
      } finally {
        isRepairing = false
      }
    },
    (error) => warn(error, 'could not repair a gap in the book'),
    RETRY_MS,
  )
  const slices = bookSlices(book)
  const onGap = () => {
    gapSince ??= lastSlot
    repair.request()
  }
  const onSlot = (slot: number) => {
    lastSlot = slot
    state.sawSlot(slot)
    rpc.sawSlot(slot)
    if (!rpc.isCurrent(slot)) return
    heardAt = Date.now()
    if (gapSince === undefined && !isRepairing) state.sawChanges(heardAt)
  }
  const listener = accounts.follow(marketFilters(), { onAccount, onGap, onSlot }, state.followed)
  const timers = [
    // A subscription can stay open and report nothing, on every node. One that reports needs no look after a long repair.
    setInterval(() => {
      if (!isRepairing && Date.now() - heardAt >= SILENT_MS) onGap()
    }, CHECK_MS).unref(),
    setInterval(() => {
      loader.refresh(slices.next()).catch((error) => warn(error, 'could not read a slice of the book'))
    }, SLICE_MS).unref(),
    setInterval(() => reconciliation.request(), reconcileMs).unref(),
    setInterval(() => {
      loader.removeMissing().catch((error) => warn(error, 'could not look for missing markets'))
      loader.retryUndecodable().catch((error) => warn(error, 'could not read markets that were left out'))
    }, MISSING_MS).unref(),
  ]
  return {
    rpc,
    connection,
    state,
    book,
    loader,
    async stop() {
      state.stop()
      for (const timer of timers) clearInterval(timer)
      listener.stop()
      rpc.close()
      await reconciliation.stop()
      await repair.stop()
    },
  }
}

/** Goes through all markets of a book again and again, as many at a time as one call can read. */
function bookSlices(book: MarketBook): { next(): PublicKey[] } {
  let left: string[] = []
  return {
    next() {
      if (left.length === 0) left = [...book.entries()].map(({ address }) => address)
      return left.splice(-MAX_ACCOUNTS).map((address) => new PublicKey(address))
    },
  }
}
