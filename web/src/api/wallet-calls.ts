// Calls to the gateway for a wallet, by a signature or a key: bets, markets, the bankroll, API keys and webhooks.

import type {
  ApiKey,
  Bankroll,
  CreatedWebhook,
  Currency,
  DelegateTerms,
  IssuedKey,
  Outcome,
  ProjectedBankroll,
  ProjectedBet,
  ProjectedClaim,
  ProjectedMarket,
  ProjectedPurchase,
  Scope,
  Webhook,
} from '../model/types.ts'
import type { Wallet } from '../model/wallet.ts'
import type { MarketInput } from './gateway.ts'
import { client, read } from './http.ts'
import { readFor, signedBy } from './session.ts'

/** Where a stake comes from. */
export type Payer = 'wallet' | 'bankroll'

export async function buildBet(
  wallet: Wallet,
  id: string,
  body: { outcome: Outcome; amount: string; minPayout?: string; from: Payer },
): Promise<ProjectedBet> {
  // The other answers are those to keys that bet.
  const built = await readFor(wallet, (credentials) =>
    client.POST('/v1/markets/{id}/bets', { params: { path: { id } }, body, ...credentials }),
  )
  return built as ProjectedBet
}

export function buildClaim(wallet: Wallet, id: string): Promise<ProjectedClaim> {
  return readFor(wallet, (credentials) =>
    client.POST('/v1/markets/{id}/claim', { params: { path: { id } }, ...credentials }),
  )
}

export async function buildMarket(wallet: Wallet, input: MarketInput): Promise<ProjectedMarket> {
  const body = { ...input, outcomes: ['Yes', 'No'] as ['Yes', 'No'] }
  const built = await readFor(wallet, (credentials) => client.POST('/v1/markets', { body, ...credentials }))
  return built as ProjectedMarket
}

export function buildPurchase(
  wallet: Wallet,
  body: { sol: string; maxTokens: string },
): Promise<ProjectedPurchase> {
  return readFor(wallet, (credentials) => client.POST('/v1/burns', { body, ...credentials }))
}

export function getBankroll(wallet: Wallet): Promise<Bankroll> {
  return readFor(wallet, (credentials) => client.GET('/v1/bankroll', credentials))
}

/** Money on its way into or out of a bankroll. */
export type Transfer = 'deposits' | 'withdrawals'

export function buildTransfer(
  wallet: Wallet,
  direction: Transfer,
  body: { currency: Currency; amount: string },
): Promise<ProjectedBankroll> {
  return readFor(wallet, (credentials) => client.POST(`/v1/bankroll/${direction}`, { body, ...credentials }))
}

/** Builds the transaction that names an API key as a delegate, or ends it if there are no terms. */
export function buildDelegate(
  wallet: Wallet,
  keyId: string,
  terms: DelegateTerms | null,
): Promise<ProjectedBankroll> {
  const params = { path: { keyId } }
  return readFor(wallet, (credentials) =>
    terms
      ? client.PUT('/v1/bankroll/delegates/{keyId}', { params, body: terms, ...credentials })
      : client.DELETE('/v1/bankroll/delegates/{keyId}', { params, ...credentials }),
  )
}

export function listKeys(wallet: Wallet): Promise<ApiKey[]> {
  return read(client.GET('/v1/keys', signedBy(wallet)))
}

export function issueKey(wallet: Wallet, body: { name?: string; scopes: Scope[] }): Promise<IssuedKey> {
  return read(client.POST('/v1/keys', { body, ...signedBy(wallet) }))
}

export function revokeKey(wallet: Wallet, id: string): Promise<ApiKey> {
  return read(client.DELETE('/v1/keys/{id}', { params: { path: { id } }, ...signedBy(wallet) }))
}

export function listWebhooks(wallet: Wallet): Promise<Webhook[]> {
  return readFor(wallet, (credentials) => client.GET('/v1/webhooks', credentials))
}

export function createWebhook(
  wallet: Wallet,
  body: { url: string; wallet?: string },
): Promise<CreatedWebhook> {
  return readFor(wallet, (credentials) => client.POST('/v1/webhooks', { body, ...credentials }))
}

export function deleteWebhook(wallet: Wallet, id: string): Promise<unknown> {
  return readFor(wallet, (credentials) =>
    client.DELETE('/v1/webhooks/{id}', { params: { path: { id } }, ...credentials }),
  )
}
