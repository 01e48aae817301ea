// Calls to the gateway for a wallet, by a signature or a key: bets, markets, the bankroll, API keys and webhooks.

import type { ProjectedBet, ProjectedMarket, Sent } from '../model/types.ts'
import type { Wallet } from '../model/wallet.ts'
import { client, read } from './http.ts'
import { readFor, signedBy } from './session.ts'

/** Where a stake comes from. */
export type Payer = NonNullable<Sent<'PlaceBet'>['from']>

export async function buildBet(wallet: Wallet, id: string, body: Sent<'PlaceBet'>): Promise<ProjectedBet> {
  // The other answers are those to keys that bet.
  const built = await readFor(wallet, (credentials) =>
    client.POST('/v1/markets/{id}/bets', { params: { path: { id } }, body, ...credentials }),
  )
  return built as ProjectedBet
}

export function buildClaim(wallet: Wallet, id: string) {
  return readFor(wallet, (credentials) =>
    client.POST('/v1/markets/{id}/claim', { params: { path: { id } }, ...credentials }),
  )
}

export async function buildMarket(wallet: Wallet, body: Sent<'CreateMarket'>): Promise<ProjectedMarket> {
  const built = await readFor(wallet, (credentials) => client.POST('/v1/markets', { body, ...credentials }))
  return built as ProjectedMarket
}

export function buildPurchase(wallet: Wallet, body: Sent<'Buy'>) {
  return readFor(wallet, (credentials) => client.POST('/v1/burns', { body, ...credentials }))
}

export function getBankroll(wallet: Wallet) {
  return readFor(wallet, (credentials) => client.GET('/v1/bankroll', credentials))
}

/** Money on its way into or out of a bankroll. */
export type Transfer = 'deposits' | 'withdrawals'

export function buildTransfer(wallet: Wallet, direction: Transfer, body: Sent<'BankrollTransfer'>) {
  return readFor(wallet, (credentials) => client.POST(`/v1/bankroll/${direction}`, { body, ...credentials }))
}

/** Builds the transaction that names an API key as a delegate, or ends it if there are no terms. */
export function buildDelegate(wallet: Wallet, keyId: string, terms: Sent<'SetDelegate'> | null) {
  const params = { path: { keyId } }
  return readFor(wallet, (credentials) =>
    terms
      ? client.PUT('/v1/bankroll/delegates/{keyId}', { params, body: terms, ...credentials })
      : client.DELETE('/v1/bankroll/delegates/{keyId}', { params, ...credentials }),
  )
}

export function listKeys(wallet: Wallet) {
  return read(client.GET('/v1/keys', signedBy(wallet)))
}

export function issueKey(wallet: Wallet, body: Sent<'CreateKey'>) {
  return read(client.POST('/v1/keys', { body, ...signedBy(wallet) }))
}

export function revokeKey(wallet: Wallet, id: string) {
  return read(client.DELETE('/v1/keys/{id}', { params: { path: { id } }, ...signedBy(wallet) }))
}

export function listWebhooks(wallet: Wallet) {
  return readFor(wallet, (credentials) => client.GET('/v1/webhooks', credentials))
}

export function createWebhook(wallet: Wallet, body: Sent<'CreateWebhook'>) {
  return readFor(wallet, (credentials) => client.POST('/v1/webhooks', { body, ...credentials }))
}

export function deleteWebhook(wallet: Wallet, id: string) {
  return readFor(wallet, (credentials) =>
    client.DELETE('/v1/webhooks/{id}', { params: { path: { id } }, ...credentials }),
  )
}
