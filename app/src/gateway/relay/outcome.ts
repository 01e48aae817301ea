// Reads the result of a confirmed transaction.

import { type Config, type Sent, toMarketId } from '@prediction-market/sdk'
import { CURRENCIES, currencyOf } from '@prediction-market/sdk/currency'
import { type EventData, type EventName, parseEvents } from '@prediction-market/sdk/events'
import { READ_CONFIRMED } from '@prediction-market/sdk/transaction'
import type { Connection, PublicKey } from '@solana/web3.js'
import type { BookEntry } from '../../book/entry.ts'
import type { BookLoader } from '../../book/loader.ts'
import type { RpcNodes } from '../../chain/rpc-nodes.ts'
import { finalTransaction, type RecordedEvent } from '../../history/queries/transactions.ts'
import { type BankrollSources, bankrollView, readBankroll } from '../bankroll/read-bankroll.ts'
import { betView } from '../bets/views.ts'
import { confirmationView } from '../burns/views.ts'
import type { Answered } from '../http/fields/answered.ts'
import { findMarket } from '../markets/find-market.ts'
import { resultView } from '../markets/result/views.ts'
import { openMarketView, UNDECIDED, type ViewedMarket } from '../markets/views.ts'
import type { TransactionResult } from './schemas.ts'

export type Result = Answered<typeof TransactionResult>

/** The sources that the effects of a transaction are read from. */
export interface OutcomeSources extends BankrollSources {
  connection: Connection
  rpc: Pick<RpcNodes, 'logs'>
  programId: PublicKey
  loader: BookLoader
  /** Reads the fee vault again, after a purchase of its SOL. */
  refreshVault: () => Promise<void>
}

/** Milliseconds that a subscription may take to report a confirmed transaction. */
const REPORT_MS = 300

/** Attempts to read a transaction that is confirmed. */
const ATTEMPTS = 10
const PAUSE_MS = 300

/**
 * The result of a confirmed transaction: the market that it created, the bet that it placed, the payout that it
 * claimed, what it bought in the burn auction, or the bankroll that it changed; `null` for other transactions,
 * `undefined` if it cannot be read now. All but the bankroll, which is read from the chain now, follow from the
 * transaction's events and never change.
 */
export async function readResult(
  { signature, slot }: Sent,
  sources: OutcomeSources,
): Promise<Result | null | undefined> {
  const events = await readEvents({ signature, slot }, sources)
  if (!events) return undefined
  const markets = new Map<string, PublicKey>()
  for (const { data } of events) {
    if ('market' in data) markets.set(data.market.toBase58(), data.market)
  }
  // The caller's next read includes the change.
  const hasBurned = events.some(({ name }) => name === 'TokensBurned')
  await Promise.all([
    sources.loader.refreshSince([...markets.values()], slot, (entry) => isAfter(events, entry)),
    hasBurned && sources.refreshVault(),
  ])
  const placed = createdView(events, sources.config()) ?? (await placedView(events, sources, signature))
  if (placed) return placed
  const claimed = await claimedView(events, sources, signature)
  if (claimed !== null) return claimed
  return boughtView(events, sources.config(), signature) ?? (await changedBankroll(events, sources, slot))
}

/** Events that need no check of their own: a bet from a bankroll emits `BetPlaced` as well. */
const UNCHECKED: readonly EventName[] = ['MarketCreated', 'BankrollBet']

/** Whether the book already has a market as it is after these events. Only bets can be checked: pools never shrink. */
function isAfter(events: readonly RecordedEvent[], { address, pools }: BookEntry): boolean {
  return events.every(({ name, data }) => {
    if (!('market' in data) || data.market.toBase58() !== address || UNCHECKED.includes(name)) return true
    return name === 'BetPlaced' && data.pools.Yes <= pools.Yes && data.pools.No <= pools.No
  })
}

/**
 * The events of a transaction in the block of a slot, as a subscription reported them, from a node or, if none has it
 * with all its logs, from the history. A node on a fork may have it in another block, with other events.
 */
async function readEvents(
  { signature, slot }: Sent,
  sources: OutcomeSources,
): Promise<readonly RecordedEvent[] | undefined> {
  const { connection, rpc, programId, db } = sources
  const reported = await rpc.logs.wait(signature, slot, REPORT_MS)
  if (reported) return reported.events
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const transaction = await connection.getTransaction(signature, READ_CONFIRMED)
    const parsed = transaction?.slot === slot && parseEvents(transaction.meta?.logMessages ?? [], programId)
    if (parsed && !parsed.isTruncated) return parsed.events
    const known = (await finalTransaction(db, signature)) ?? parsed
    if (known) return known.events
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  return undefined
}

function createdView(events: readonly RecordedEvent[], config: Config): Result | null {
  const created = find(events, 'MarketCreated')
  if (!created) return null
  const stake = find(events, 'BetPlaced')
  const market: ViewedMarket = {
    ...UNDECIDED,
    ...created,
    decimals: CURRENCIES[currencyOf(created)].decimals(config),
    pools: stake?.market.equals(created.market) ? stake.pools : { Yes: 0n, No: 0n },
  }
  return openMarketView(toMarketId(created.market), created.question, market, true)
}

async function placedView(
  events: readonly RecordedEvent[],
  sources: OutcomeSources,
  transactionId: string,
): Promise<Result | null> {
  const placed = find(events, 'BetPlaced')
  if (!placed) return null
  const { market } = await marketOf(sources, placed.market)
  return betView({ ...placed, currency: currencyOf(market), decimals: market.decimals, transactionId })
}

/** The payout of a transaction that pays one position; `undefined` while neither book nor history has the decision. */
async function claimedView(
  events: readonly RecordedEvent[],
  sources: OutcomeSources,
  transactionId: string,
): Promise<Result | null | undefined> {
  const paid = find(events, 'PositionSettled')
  if (!paid || events.filter(({ name }) => name === 'PositionSettled').length > 1) return null
  const { id, market } = await marketOf(sources, paid.market)
  const { resolvedAt } = market
  if (resolvedAt === null) return undefined
  const { stakes, payout: winnings, refund } = paid
  return resultView(id, { ...market, resolvedAt }, { stakes, winnings, refund, settled: true, transactionId })
}

/** The bankroll that a transaction changed other than by a bet. */
async function changedBankroll(
  events: readonly RecordedEvent[],
  sources: OutcomeSources,
  slot: number,
): Promise<Result | null> {
  const changed =
    find(events, 'BankrollDeposited') ??
    find(events, 'BankrollWithdrawn') ??
    find(events, 'DelegateSet') ??
    find(events, 'BankrollClosed')
  return changed ? bankrollView(await readBankroll(sources, changed.owner, slot)) : null
}

function marketOf({ loader, db }: OutcomeSources, market: PublicKey) {
  return findMarket({ book: loader.book, history: { db } }, toMarketId(market))
}

/** The sum of all purchases of a transaction, at the price of the last one. */
function boughtView(events: readonly RecordedEvent[], config: Config, transactionId: string): Result | null {
  const purchases = events.flatMap((event) => (event.name === 'TokensBurned' ? [event.data] : []))
  const last = purchases.at(-1)
  if (!last) return null
  const total = (values: readonly bigint[]) => values.reduce((sum, value) => sum + value, 0n)
  const purchase = {
    buyer: last.buyer.toBase58(),
    lamports: total(purchases.map(({ lamports }) => lamports)),
    tokens: total(purchases.map(({ tokens }) => tokens)),
    price: last.price,
  }
  return confirmationView(purchase, config.utilityDecimals, transactionId)
}

function find<Name extends EventName>(
  events: readonly RecordedEvent[],
  name: Name,
): EventData[Name] | undefined {
  return events.find((event) => event.name === name)?.data as EventData[Name] | undefined
}
