// Reads from the gateway that need no wallet: one function for each route that the page uses. The types of their answers
// follow from the routes.

import type { Currency, Market, Outcome, Position, Sent } from '../model/types.ts'
import { client, filled, nextOf, type Page, type QueryOf, read, readPage } from './http.ts'

/** Ends a request that nobody waits for any more. */
type Signal = AbortSignal | null

export function listMarkets(query: QueryOf<'/v1/markets'>, signal: Signal = null) {
  return readPage(client.GET('/v1/markets', { params: { query: filled(query) }, signal }))
}

/** What moves in open markets, at most 30 of them. */
export function listLive(ids: readonly string[], signal: Signal = null) {
  return read(client.GET('/v1/live', { params: { query: { market: [...ids] } }, signal }))
}

export function listRounds(signal: Signal = null) {
  return read(client.GET('/v1/rounds', { signal }))
}

/** A series of rounds with its last results. */
export function getRounds(series: number, limit: number, signal: Signal = null) {
  const params = { path: { series }, query: { limit } }
  return read(client.GET('/v1/rounds/{series}', { params, signal }))
}

export async function getMarket(id: string, signal: Signal = null): Promise<Market> {
  return (await read(client.GET('/v1/markets/{id}', { params: { path: { id } }, signal }))) as Market
}

export function getBets(id: string, query: QueryOf<'/v1/markets/{id}/bets'>, signal: Signal = null) {
  const params = { path: { id }, query: filled(query) }
  return readPage(client.GET('/v1/markets/{id}/bets', { params, signal }))
}

/** The wallets with the largest stakes in a market. */
export function listHolders(id: string, signal: Signal = null) {
  return read(client.GET('/v1/markets/{id}/holders', { params: { path: { id } }, signal }))
}

export function getHistory(id: string, query: QueryOf<'/v1/markets/{id}/history'>, signal: Signal = null) {
  const params = { path: { id }, query: filled(query) }
  return read(client.GET('/v1/markets/{id}/history', { params, signal }))
}

/** What the condition of an open market measured over time. */
export function getValues(id: string, signal: Signal = null) {
  return read(client.GET('/v1/markets/{id}/values', { params: { path: { id } }, signal }))
}

export function getProof(id: string, signal: Signal = null) {
  return read(client.GET('/v1/markets/{id}/proof', { params: { path: { id } }, signal }))
}

export function getQuote(id: string, outcome: Outcome, amount: string, signal: Signal = null) {
  const params = { path: { id }, query: { outcome, amount } }
  return read(client.GET('/v1/markets/{id}/quote', { params, signal }))
}

/** The position of a wallet in a market; null if it has none. */
export async function getPosition(wallet: string, market: string, signal: Signal = null) {
  const { items } = await getPositions(wallet, { market, limit: 1 }, signal)
  return items[0] ?? null
}

export function getPositions(
  address: string,
  query: QueryOf<'/v1/wallets/{address}/positions'>,
  signal: Signal = null,
) {
  const params = { path: { address }, query: filled(query) }
  return readPage(client.GET('/v1/wallets/{address}/positions', { params, signal }))
}

/** The most pages of positions that are read at once, 100 each. */
const MOST_PAGES = 10

/** The newest positions of a wallet, up to a thousand of them. */
export async function getAllPositions(wallet: string, signal: Signal = null): Promise<Position[]> {
  const all: Position[] = []
  let cursor: string | null = null
  for (let pages = 0; pages < MOST_PAGES; pages++) {
    const page: Page<Position> = await getPositions(wallet, { limit: 100, cursor }, signal)
    all.push(...page.items)
    cursor = page.next
    if (cursor === null) break
  }
  return all
}

export function getWalletHistory(
  address: string,
  query: QueryOf<'/v1/wallets/{address}/history'>,
  signal: Signal = null,
) {
  const params = { path: { address }, query: filled(query) }
  return readPage(client.GET('/v1/wallets/{address}/history', { params, signal }))
}

export function getBalances(address: string) {
  return read(client.GET('/v1/wallets/{address}/balances', { params: { path: { address } } }))
}

export function getLeaderboard(query: QueryOf<'/v1/leaderboard'>, signal: Signal = null) {
  return readPage(client.GET('/v1/leaderboard', { params: { query: filled(query) }, signal }))
}

/** What happened lately, of everyone. */
export function listActivity(query: QueryOf<'/v1/activity'>, signal: Signal = null) {
  return readPage(client.GET('/v1/activity', { params: { query: filled(query) }, signal }))
}

/** The assets that questions can name, with their prices. */
export function listAssets(signal: Signal = null) {
  return read(client.GET('/v1/assets', { signal }))
}

/** Says what a question means, or what may be meant. */
export function readQuestion(body: Sent<'Question'>, signal: Signal = null) {
  return read(client.POST('/v1/questions', { body, signal }))
}

export function askFaucet(wallet: string, currency: Currency, amount: string) {
  return read(client.POST('/v1/localnet/faucet', { body: { wallet, currency, amount } }))
}

export function getBurns(signal: Signal = null) {
  return read(client.GET('/v1/burns', { params: { query: { limit: 1 } }, signal }))
}

export async function listPurchases(query: QueryOf<'/v1/burns'>, signal: Signal = null) {
  const call = client.GET('/v1/burns', { params: { query: filled(query) }, signal })
  const { purchases } = await read(call)
  return { items: purchases, next: nextOf((await call).response) }
}
