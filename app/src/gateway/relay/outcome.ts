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
import { detailView, type ViewedMarket } from '../views/market.ts'

/** What a transaction did. */
export interface Effects {
  sent: Sent
  events: readonly ProgramEvent[]
  /** The markets that are other than before. */
  markets: readonly PublicKey[]
}

/** How often a node is asked for a transaction that it has confirmed. */
const ATTEMPTS = 10
const PAUSE_MS = 300

/** What a confirmed transaction did, by its own events: the same whenever it is asked for. */
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

/** The final answer for a confirmed transaction: the market that it opened, or the bet that it placed. */
export function outcomeText({ sent, events }: Effects, book: MarketBook, config: Config): string {
  const { signature: transactionId, slot } = sent
  const view = createdView(events, config) ?? placedView(events, book, transactionId)
  return writeJson(view ?? { transactionId, status: 'confirmed', slot, error: null })
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
    ...created,
    status: 'open',
    decimals: decimalsOf(created, config),
    resolvedAt: null,
    pools: stake?.data.pools ?? [0n, 0n],
    fees: { burn: 0n, developer: 0n },
    outcome: null,
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

function decimalsOf({ mint }: { mint: PublicKey | null }, config: Config): number {
  return mint ? config.utilityDecimals : SOL_DECIMALS
}

function find<Name extends EventName>(
  events: readonly ProgramEvent[],
  name: Name,
): EventData[Name] | undefined {
  return events.find((event) => event.name === name)?.data as EventData[Name] | undefined
}
