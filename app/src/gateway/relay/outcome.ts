import {
  type Config,
  type EventData,
  type EventName,
  type ProgramEvent,
  parseEvents,
  type Sent,
  SOL_DECIMALS,
  toMarketId,
} from '@prediction-market/sdk'
import type { Connection, PublicKey } from '@solana/web3.js'
import type { MarketBook } from '../../book/book.ts'
import { writeJson } from '../../json/write.ts'
import { betView } from '../views/bet.ts'
import { confirmationView } from '../views/burn.ts'
import { detailView, UNDECIDED, type ViewedMarket } from '../views/market.ts'

/** The effects of a confirmed transaction. */
export interface Effects {
  sent: Sent
  events: readonly ProgramEvent[]
  /** Markets that it changed. */
  markets: readonly PublicKey[]
}

/** Attempts to read a transaction that is confirmed. */
const ATTEMPTS = 10
const PAUSE_MS = 300

/** Reads the effects of a confirmed transaction from its events: the same at any time. */
export async function readEffects(
  sent: Sent,
  { connection, programId }: { connection: Connection; programId: PublicKey },
): Promise<Effects> {
  const { events } = parseEvents(await readLogs(connection, sent.signature), programId)
  const markets = new Map<string, PublicKey>()
  for (const { data } of events) {
    if ('market' in data) markets.set(data.market.toBase58(), data.market)
  }
  return { sent, events, markets: [...markets.values()] }
}

/**
 * The response body for a confirmed transaction: the market that it opened, the bet that it placed, or
 * what it bought in the burn auction.
 */
export function outcomeText({ sent, events }: Effects, book: MarketBook, config: Config): string {
  const { signature: transactionId, slot } = sent
  const view =
    createdView(events, config) ??
    placedView(events, book, transactionId) ??
    boughtView(events, config, transactionId)
  return writeJson(view ?? { transactionId, status: 'confirmed', slot, error: null })
}

/** Whether a transaction bought SOL of the fee vault. */
export function hasBurned({ events }: Effects): boolean {
  return events.some(({ name }) => name === 'TokensBurned')
}

async function readLogs(connection: Connection, signature: string): Promise<readonly string[]> {
  const options = { commitment: 'confirmed', maxSupportedTransactionVersion: 0 } as const
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const transaction = await connection.getTransaction(signature, options)
    if (transaction) return transaction.meta?.logMessages ?? []
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  return []
}

function createdView(events: readonly ProgramEvent[], config: Config) {
  const created = find(events, 'MarketCreated')
  if (!created) return undefined
  const stake = events.find(
    (event) => event.name === 'BetPlaced' && event.data.market.equals(created.market),
  ) as { data: EventData['BetPlaced'] } | undefined
  const market: ViewedMarket = {
    ...UNDECIDED,
    ...created,
    decimals: decimalsOf(created, config),
    pools: stake?.data.pools ?? [0n, 0n],
  }
  return detailView(toMarketId(created.market), created.question, market, true)
}

function placedView(events: readonly ProgramEvent[], book: MarketBook, transactionId: string) {
  const placed = find(events, 'BetPlaced')
  const entry = placed && book.get(toMarketId(placed.market))
  if (!entry) return undefined
  const { currency, market } = entry
  return betView({ ...placed, currency, decimals: market.decimals, transactionId })
}

/** The sum of all purchases of a transaction, at the price of the last one. */
function boughtView(events: readonly ProgramEvent[], config: Config, transactionId: string) {
  const purchases = events.flatMap((event) => (event.name === 'TokensBurned' ? [event.data] : []))
  const last = purchases.at(-1)
  if (!last) return undefined
  const total = (values: readonly bigint[]) => values.reduce((sum, value) => sum + value, 0n)
  const purchase = {
    buyer: last.buyer.toBase58(),
    lamports: total(purchases.map(({ lamports }) => lamports)),
    tokens: total(purchases.map(({ tokens }) => tokens)),
    price: last.price,
  }
  return confirmationView(purchase, config.utilityDecimals, transactionId)
}

function decimalsOf({ mint }: { mint: PublicKey | null }, config: Config): number {
  return mint ? config.utilityDecimals : SOL_DECIMALS
}

function find<Name extends EventName>(
  events: readonly ProgramEvent[],
  name: Name,
): EventData[Name] | undefined {
  return events.find((event) => event.name === name)?.data as EventData[Name] | undefined
}
