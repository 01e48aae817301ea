import type {
  ApiKey,
  Asset,
  Balances,
  Bankroll,
  Burns,
  CreatedWebhook,
  Currency,
  DecisionProof,
  DelegateTerms,
  HistoryPoint,
  Holder,
  IssuedKey,
  Leader,
  LiveMarket,
  Market,
  MarketSummary,
  MeasuredValue,
  Outcome,
  PlacedBet,
  Position,
  ProjectedBankroll,
  ProjectedBet,
  ProjectedClaim,
  ProjectedMarket,
  ProjectedPurchase,
  Purchase,
  QuestionAnswer,
  Quote,
  RoundSeries,
  Scope,
  StreamEvent,
  WalletEvent,
  Webhook,
} from '../model/types.ts'
import type { Wallet } from '../model/wallet.ts'
import { call, callPage, type Page } from './http.ts'
import { callFor } from './session.ts'

// One function for each route that the page uses.

/** Fields of a query; empty ones are left out. */
export type Query = Record<string, string | number | null | undefined>

export function listMarkets(query: Query, signal?: AbortSignal): Promise<Page<MarketSummary>> {
  return callPage({ path: `/v1/markets${search(query)}`, signal })
}

/** What moves in open markets, at most 30 of them. */
export function listLive(ids: readonly string[], signal?: AbortSignal): Promise<LiveMarket[]> {
  const query = new URLSearchParams(ids.map((id) => ['market', id]))
  return call({ path: `/v1/live?${query}`, signal })
}

export function listRounds(signal?: AbortSignal): Promise<RoundSeries[]> {
  return call({ path: '/v1/rounds', signal })
}

export function getMarket(id: string, signal?: AbortSignal): Promise<Market> {
  return call({ path: `/v1/markets/${encodeURIComponent(id)}`, signal })
}

export function getBets(id: string, query: Query, signal?: AbortSignal): Promise<Page<PlacedBet>> {
  return callPage({ path: `/v1/markets/${id}/bets${search(query)}`, signal })
}

/** The wallets with the largest stakes in a market. */
export function listHolders(id: string, signal?: AbortSignal): Promise<Holder[]> {
  return call({ path: `/v1/markets/${id}/holders`, signal })
}

export function getHistory(id: string, query: Query, signal?: AbortSignal): Promise<HistoryPoint[]> {
  return call({ path: `/v1/markets/${id}/history${search(query)}`, signal })
}

/** What the condition of an open market measured over time. */
export function getValues(id: string, signal?: AbortSignal): Promise<MeasuredValue[]> {
  return call({ path: `/v1/markets/${id}/values`, signal })
}

export function getProof(id: string, signal?: AbortSignal): Promise<DecisionProof> {
  return call({ path: `/v1/markets/${id}/proof`, signal })
}

export function getQuote(id: string, outcome: Outcome, amount: string, signal?: AbortSignal): Promise<Quote> {
  return call({ path: `/v1/markets/${id}/quote${search({ outcome, amount })}`, signal })
}

/** The position of a wallet in a market; null if it has none. */
export async function getPosition(
  wallet: string,
  market: string,
  signal?: AbortSignal,
): Promise<Position | null> {
  const { items } = await getPositions(wallet, { market, limit: 1 }, signal)
  return items[0] ?? null
}

export function getPositions(wallet: string, query: Query, signal?: AbortSignal): Promise<Page<Position>> {
  return callPage({ path: `/v1/wallets/${wallet}/positions${search(query)}`, signal })
}

/** The most pages of positions that are read at once, 100 each. */
const MOST_PAGES = 10

/** The newest positions of a wallet, up to a thousand of them. */
export async function getAllPositions(wallet: string, signal?: AbortSignal): Promise<Position[]> {
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
  wallet: string,
  query: Query,
  signal?: AbortSignal,
): Promise<Page<WalletEvent>> {
  return callPage({ path: `/v1/wallets/${wallet}/history${search(query)}`, signal })
}

export function getBalances(wallet: string): Promise<Balances> {
  return call({ path: `/v1/wallets/${wallet}/balances` })
}

export function getLeaderboard(query: Query, signal?: AbortSignal): Promise<Page<Leader>> {
  return callPage({ path: `/v1/leaderboard${search(query)}`, signal })
}

/** What happened lately, of everyone. */
export function listActivity(query: Query, signal?: AbortSignal): Promise<Page<StreamEvent>> {
  return callPage({ path: `/v1/activity${search(query)}`, signal })
}

/** Where a stake comes from. */
export type Payer = 'wallet' | 'bankroll'

export function buildBet(
  wallet: Wallet,
  id: string,
  body: { outcome: Outcome; amount: string; minPayout?: string; from: Payer },
): Promise<ProjectedBet> {
  return callFor(wallet, { method: 'POST', path: `/v1/markets/${id}/bets`, body })
}

export function buildClaim(wallet: Wallet, id: string): Promise<ProjectedClaim> {
  return callFor(wallet, { method: 'POST', path: `/v1/markets/${id}/claim` })
}

/** The assets that questions can name, with their prices. */
export function listAssets(signal?: AbortSignal): Promise<Asset[]> {
  return call({ path: '/v1/assets', signal })
}

/** A market to open. */
export interface MarketInput {
  question: string
  tokenAddress: string | null
  expireAt: string
  /** As late as the rules allow if it is left out. */
  closeAt?: string
  currency: Currency
  condition?: { type: 'event'; timing: 'atExpiry' }
  /** The sentence that was shown: refused if the market would mean another. */
  details?: string
  initialStake?: { outcome: Outcome; amount: string }
}

export function buildMarket(wallet: Wallet, input: MarketInput): Promise<ProjectedMarket> {
  const body = { ...input, outcomes: ['Yes', 'No'] }
  return callFor(wallet, { method: 'POST', path: '/v1/markets', body })
}

/** Says what a question means, or what may be meant. */
export function readQuestion(
  body: Pick<MarketInput, 'question' | 'tokenAddress' | 'expireAt'>,
  signal?: AbortSignal,
): Promise<QuestionAnswer> {
  return call({ method: 'POST', path: '/v1/questions', body, signal })
}

export function askFaucet(wallet: string, currency: Currency, amount: string): Promise<unknown> {
  return call({ method: 'POST', path: '/v1/localnet/faucet', body: { wallet, currency, amount } })
}

export function getBurns(signal?: AbortSignal): Promise<Burns> {
  return call({ path: '/v1/burns?limit=1', signal })
}

export function listPurchases(query: Query, signal?: AbortSignal): Promise<Page<Purchase>> {
  return callPage<Purchase, Burns>(
    { path: `/v1/burns${search(query)}`, signal },
    ({ purchases }) => purchases,
  )
}

export function buildPurchase(
  wallet: Wallet,
  body: { sol: string; maxTokens: string },
): Promise<ProjectedPurchase> {
  return callFor(wallet, { method: 'POST', path: '/v1/burns', body })
}

export function getBankroll(wallet: Wallet): Promise<Bankroll> {
  return callFor(wallet, { path: '/v1/bankroll' })
}

/** Money on its way into or out of a bankroll. */
export type Transfer = 'deposits' | 'withdrawals'

export function buildTransfer(
  wallet: Wallet,
  direction: Transfer,
  body: { currency: Currency; amount: string },
): Promise<ProjectedBankroll> {
  return callFor(wallet, { method: 'POST', path: `/v1/bankroll/${direction}`, body })
}

/** Builds the transaction that names an API key as a delegate, or ends it if there are no terms. */
export function buildDelegate(
  wallet: Wallet,
  keyId: string,
  terms: DelegateTerms | null,
): Promise<ProjectedBankroll> {
  const path = `/v1/bankroll/delegates/${keyId}`
  return terms
    ? callFor(wallet, { method: 'PUT', path, body: terms })
    : callFor(wallet, { method: 'DELETE', path })
}

export function listKeys(wallet: Wallet): Promise<ApiKey[]> {
  return call({ path: '/v1/keys', wallet })
}

export function issueKey(wallet: Wallet, body: { name?: string; scopes: Scope[] }): Promise<IssuedKey> {
  return call({ method: 'POST', path: '/v1/keys', body, wallet })
}

export function revokeKey(wallet: Wallet, id: string): Promise<ApiKey> {
  return call({ method: 'DELETE', path: `/v1/keys/${id}`, wallet })
}

export function listWebhooks(wallet: Wallet): Promise<Webhook[]> {
  return callFor(wallet, { path: '/v1/webhooks' })
}

export function createWebhook(
  wallet: Wallet,
  body: { url: string; wallet?: string },
): Promise<CreatedWebhook> {
  return callFor(wallet, { method: 'POST', path: '/v1/webhooks', body })
}

export function deleteWebhook(wallet: Wallet, id: string): Promise<unknown> {
  return callFor(wallet, { method: 'DELETE', path: `/v1/webhooks/${id}` })
}

function search(query: Query): string {
  const filled = Object.entries(query).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  )
  const text = new URLSearchParams(filled.map(([name, value]) => [name, String(value)])).toString()
  return text && `?${text}`
}
